import { setImmediate } from "node:timers/promises"

/** How long a job runs before it yields to others. */
export const stepMs = 20

/** Does work that pauses wherever it may, and lets others have their turn now and then. */
export async function inSteps<T>(work: Generator<void, T>): Promise<T> {
  let since = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - since < stepMs) continue
    await setImmediate()
    since = performance.now()
  }
}
