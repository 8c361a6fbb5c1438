/** A stretch of this many characters, said this often without a break, is no text any more. */
const loop = { shortest: 24, longest: 600, times: 12 } as const

/** How much of the end of a text it takes to find a loop in it. */
export const loopReach = loop.longest * loop.times

/** Whether a text ends in the same stretch again and again. Cheap: it looks only when a line or a while has passed. */
export function endsInLoop(text: string): boolean {
  if (text.length < loop.shortest * loop.times) return false
  const tail = text.slice(-loopReach)
  const probe = tail.slice(-loop.shortest)
  // The distance to where the newest words were said before is how long the stretch is.
  const before = tail.lastIndexOf(probe, tail.length - loop.shortest - 1)
  if (before === -1) return false
  const length = Math.max(tail.length - loop.shortest - before, 1)
  const times = Math.max(loop.times, Math.ceil((loop.shortest * loop.times) / length))
  if (length > loop.longest || tail.length < length * times) return false
  const stretch = tail.slice(-length)
  return tail.endsWith(stretch.repeat(times))
}
