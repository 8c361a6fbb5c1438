/** Runs work with the same key one after the other; different keys run in parallel. */
type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** Serializes requests of this process by key. Correctness across processes is the store's. */
export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const own = (async () => {
      // A failure of the previous work is reported to its own caller.
      await before?.catch(() => undefined)
      return work()
    })()
    last.set(key, own)
    try {
      return await own
    } finally {
      if (last.get(key) === own) last.delete(key)
    }
  }
}
