/** Does the work for all items, so many at once, and collects what went wrong: each failure names its item. */
export async function failuresOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  options: { atOnce: number; onDone?: (failures: number) => void; alone?: (item: T) => string },
): Promise<string[]> {
  const left = [...items]
  const failures: string[] = []
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item)
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error)
        const alone = options.alone ? ` (alone: ${options.alone(item)})` : ""
        failures.push(`${JSON.stringify(item)}${alone}: ${text.slice(0, 2000)}`)
      }
      options.onDone?.(failures.length)
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, worker))
  return failures
}
