/** A one-slot signal: a waiter re-reads, so that no wake-up is lost and no buffer grows. */
export type Signal = {
  raise(): void
  /** Settles when it was raised after `since`, or when the wait is aborted. */
  after(since: number, abort: AbortSignal | undefined): Promise<void>
  readonly now: number
  /** Whether there are waiters. */
  readonly awaited: boolean
}

export function oneSlotSignal(onWait: () => void = () => undefined): Signal {
  let now = 0
  let waiting: Array<() => void> = []
  return {
    raise() {
      now++
      const wake = waiting
      waiting = []
      for (const resume of wake) resume()
    },
    after: (since, abort) =>
      new Promise((resolve) => {
        if (now !== since || abort?.aborted) return resolve()
        onWait()
        if (!abort) return waiting.push(resolve)
        const settle = () => {
          abort.removeEventListener("abort", settle)
          waiting = waiting.filter((other) => other !== settle)
          resolve()
        }
        waiting.push(settle)
        abort.addEventListener("abort", settle, { once: true })
      }),
    get now() {
      return now
    },
    get awaited() {
      return waiting.length > 0
    },
  }
}
