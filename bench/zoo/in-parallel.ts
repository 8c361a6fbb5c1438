import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** How many runs at a time: more would only wait for each other. */
const workers = 2

type Surroundings = { env: Readonly<Record<string, string>> }

/** Runs something for each item, a few at a time, with a compile cache that all of them share. Results keep their order. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item, surroundings: Surroundings) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...items.entries()]
  const compiled = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, item] = next
      results[index] = await run(item, { env: { NODE_COMPILE_CACHE: compiled } })
    }
  }
  try {
    await Promise.all(Array.from({ length: workers }, worker))
  } finally {
    rmSync(compiled, { recursive: true, force: true, maxRetries: 3 })
  }
  return results
}
