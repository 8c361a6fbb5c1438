/** Does so much at a time; some wait for their turn, and others are sent away. */
export type Line = <T>(work: () => Promise<T>) => Promise<T | "busy">

export function openLine(room: { running: number; waiting: number }): Line {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < room.running) running++
    else if (waiting.length >= room.waiting) return "busy"
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place of the one that is done goes to the next in line: nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
