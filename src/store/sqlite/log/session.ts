import { HoldfastError } from "../../../session/error.ts"
import type { Core, Session } from "../core.ts"
import { isErased } from "../maintenance/erasures.ts"
import { quarantined } from "../rescue/damage-error.ts"
import { locateLog } from "./event-rows.ts"
import { loadState } from "./snapshot.ts"

/** What the writer knows of a session, from its memory or from the disk. Throws where there is none, or it is damaged. */
export function sessionFor(core: Core, id: string): Session {
  const known = core.sessions.get(id)
  if (known) {
    remember(core, id, known)
    return known
  }
  const place = locateLog(core.writer, id)
  if (!place) throw missing(core, id)
  const { epoch } = core.writer.get<{ epoch: number }>(
    "SELECT epoch FROM leases WHERE session = ? AND owner IS NOT NULL",
    place.n,
  ) ?? {
    epoch: 0,
  }
  const row = core.writer.get<{ hot_bytes: number; damage: string | null }>(
    "SELECT hot_bytes, damage FROM sessions WHERE n = ?",
    place.n,
  )
  if (row && row.damage !== null) throw quarantined(core.writer, id, row.damage)
  const { state, snapshotAt } = loadState(core.writer, place)
  const session: Session = {
    place,
    state,
    epoch,
    hotBytes: row?.hot_bytes ?? 0,
    snapshotAt,
  }
  remember(core, id, session)
  return session
}

/** Caches what is known of sessions, and evicts the least recently used. */
export function remember(core: Core, id: string, session: Session): void {
  core.sessions.delete(id)
  core.sessions.set(id, session)
  for (const oldest of core.sessions.keys()) {
    if (core.sessions.size <= remembered) return
    core.sessions.delete(oldest)
  }
}

/** Refuses what would be kept of a session that was erased. Runs inside a transaction. */
export function assertNotErased(core: Core, id: string | undefined): void {
  if (id !== undefined && isErased(core.writer, id)) throw missing(core, id)
}

/** The error for an id that has no session, which tells erased ones apart. */
export function missing(core: Core, id: string): HoldfastError {
  // Only the writer sees what was erased in the transaction that it is in.
  const database = core.writer.raw.isTransaction ? core.writer : core.reader
  const tombstone = database.get<{ erased_at: number }>("SELECT erased_at FROM tombstones WHERE session = ?", id)
  if (!tombstone) return new HoldfastError("not-found", `There is no session ${id}. See 'holdfast sessions'.`)
  const when = new Date(tombstone.erased_at).toISOString()
  return new HoldfastError("erased", `Session ${id} was erased on ${when}.`, { details: { erasedAt: when } })
}

const remembered = 512
