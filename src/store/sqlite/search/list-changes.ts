import { createHash } from "node:crypto"
import { statSync } from "node:fs"
import type { ListChange } from "../../contract.ts"
import { isStale, type ListVersion, parseVersion, spellVersion } from "../../list-version.ts"
import type { Watch } from "../commit/watch.ts"
import type { Core } from "../core.ts"
import type { Database } from "../database.ts"
import { lookAtOwners, type StoredLease } from "../lease/lease.ts"
import { horizon, lastNoteSql, notedAfter, notedSql } from "./change-note.ts"

/** The owners of running sessions are looked at no more often, whatever else wakes a listener. */
const ownersEveryMs = 500

/** The sessions whose rows changed, from a version on and then live. A slow listener gets all of them at once. */
export async function* listChanges(
  core: Core,
  watching: Watch,
  options: { after?: string | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<ListChange> {
  const store = storeOf(core.file)
  const owners = watchOwners(core)
  let last = options.after === undefined ? lastChange(core.reader) : parseVersion(options.after, store)
  let lost = options.after === undefined ? [] : owners.lost()
  let isFirst = true
  while (!options.signal?.aborted && !core.closed) {
    const seen = watching.rows.now
    const { now, sessions } = changesAfter(core, last)
    const version = spellVersion(store, now)
    last = now
    if (!isFirst) lost = owners.flipped()
    const changed = sessions && [...new Set([...sessions, ...lost])]
    if (!changed) yield { version, resync: true }
    else if (isFirst || changed.length > 0) yield { version, sessions: changed }
    isFirst = false
    await watching.rows.after(seen, options.signal)
  }
}

function changesAfter(core: Core, last: ListVersion): { now: number; sessions?: string[] } {
  core.inPlace.glance()
  return core.reader.consistently(() => {
    const now = lastChange(core.reader)
    if (last === undefined || isStale(last, now, horizon)) return { now }
    // The newest event of a session is never sealed: whatever was appended since, one event of it is still here.
    const rows = core.reader.all<{ id: string }>(
      `SELECT id FROM sessions WHERE n IN (SELECT session FROM events WHERE n > ?)
       UNION ${notedSql}`,
      last,
      ...notedAfter(last),
    )
    return { now, sessions: rows.map(({ id }) => id) }
  })
}

function lastChange(db: Database): number {
  const sql = `SELECT max(coalesce((SELECT max(n) FROM events), 0), ${lastNoteSql}) AS last`
  return db.get<{ last: number }>(sql)?.last ?? 0
}

/** Which sessions look as if they ran, and whether a process drives them. */
function watchOwners(core: Core) {
  const look = () => {
    const rows = core.reader.all<StoredLease>(
      `SELECT s.id, l.epoch, l.owner, l.asked_at FROM sessions s JOIN leases l ON l.session = s.n
       WHERE s.activity IN ('open', 'pending') AND s.activity <> 'idle' AND l.owner IS NOT NULL`,
    )
    const isDriven = lookAtOwners(core)
    return new Map(rows.map((lease) => [lease.id, isDriven(lease)]))
  }
  let known = look()
  let lookedAt = performance.now()
  return {
    /** The sessions of owners that died, be it before anybody listened. */
    lost: () => [...known].flatMap(([id, driven]) => (driven ? [] : [id])),
    flipped(): string[] {
      if (performance.now() - lookedAt < ownersEveryMs) return []
      const before = known
      known = look()
      lookedAt = performance.now()
      return [...known].flatMap(([id, driven]) => (before.get(id) === !driven ? [id] : []))
    },
  }
}

// A restored or repaired store is another file: what was numbered in the one before means nothing in it.
function storeOf(file: string): string {
  const { ino, birthtimeMs } = statSync(file)
  return createHash("sha256").update(`${ino} ${birthtimeMs}`).digest("hex").slice(0, 12)
}
