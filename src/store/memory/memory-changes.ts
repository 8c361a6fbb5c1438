import type { ListChange } from "../contract.ts"
import { isStale, parseVersion, spellVersion } from "../list-version.ts"
import type { MemoryData } from "./memory-data.ts"

/** The sessions whose rows changed, from a version on and then live. */
export async function* listChanges(
  data: MemoryData,
  isClosed: () => boolean,
  options: { after?: string; signal?: AbortSignal },
): AsyncGenerator<ListChange> {
  const now = () => Math.max(0, ...data.changes.values())
  let last = options.after === undefined ? now() : parseVersion(options.after, data.id)
  let isFirst = true
  while (!options.signal?.aborted && !isClosed()) {
    const seen = data.rows.now
    const since = last
    const version = spellVersion(data.id, now())
    last = now()
    if (since === undefined || isStale(since, last, Number.POSITIVE_INFINITY)) {
      yield { version, resync: true }
    } else {
      const sessions = [...data.changes].flatMap(([id, n]) => (n > since ? [id] : []))
      if (isFirst || sessions.length > 0) yield { version, sessions }
    }
    isFirst = false
    await data.rows.after(seen, options.signal)
  }
}
