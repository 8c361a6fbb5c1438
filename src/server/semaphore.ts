/** Runs a limited number at a time and queues a limited number; beyond that it answers `busy`. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T | "busy">

export function createSemaphore(room: { running: number; waiting: number }): Semaphore {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < room.running) running++
    else if (waiting.length >= room.waiting) return "busy"
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Pass the slot on directly, so that no newcomer overtakes the queue.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
