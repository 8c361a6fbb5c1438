/** A task that is run when it is requested, but no more often than once in a while: what comes meanwhile goes along. */
export type Throttled = {
  /** Runs the task at once if it has not run lately, later otherwise. */
  request(): void
  /** Runs the task now, whenever it ran last. */
  run(): void
  cancel(): void
}

export function throttled(task: () => void, everyMs: number): Throttled {
  let ranAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const run = () => {
    cancel()
    ranAt = performance.now()
    task()
  }
  return {
    request() {
      if (timer) return
      const left = ranAt + everyMs - performance.now()
      if (left > 0) timer = setTimeout(run, left)
      else run()
    },
    run,
    cancel,
  }
}
