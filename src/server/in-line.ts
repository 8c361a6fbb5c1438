/** Does work one after the other for each name, in the order in which it was asked for. */
export function inLine(): <T>(name: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (name, work) => {
    const before = last.get(name)
    const mine = (async () => {
      // What failed before has told its own caller.
      await before?.catch(() => undefined)
      return work()
    })()
    last.set(name, mine)
    try {
      return await mine
    } finally {
      if (last.get(name) === mine) last.delete(name)
    }
  }
}
