/** Runs work one after the other in each lane; lanes do not wait for each other. */
type Lanes = <T>(lane: string, work: () => Promise<T>) => Promise<T>

/** Keeps apart, in this process, what two requests would do to one session at once. Truth is kept by the store. */
export function openLanes(): Lanes {
  const last = new Map<string, Promise<unknown>>()
  return async (lane, work) => {
    const before = last.get(lane)
    const own = (async () => {
      // What became of the one before is told to whoever asked for it.
      await before?.catch(() => undefined)
      return work()
    })()
    last.set(lane, own)
    try {
      return await own
    } finally {
      if (last.get(lane) === own) last.delete(lane)
    }
  }
}
