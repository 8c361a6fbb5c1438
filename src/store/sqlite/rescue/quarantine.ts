import { isHoldfastError } from "../../../session/error.ts"
import type { Report } from "../../contract.ts"
import type { Core } from "../core.ts"
import { noteChange } from "../search/change-note.ts"

/** The sessions that a quarantine took out of use, and those that it let go. */
export type Quarantined = { set: string[]; cleared: string[] }

/**
 * Marks the sessions whose log a report found damaged: they can be read and forked before the damage, but not written.
 * A session that verifies again is let go. Runs inside a transaction.
 */
export function quarantine(core: Pick<Core, "writer" | "sessions">, report: Report): Quarantined {
  const damaged = damageIn(report)
  const outcome: Quarantined = { set: [], cleared: [] }
  const rows = core.writer.all<{ n: number; id: string; damaged_from: number | null; damage: string | null }>(
    "SELECT n, id, damaged_from, damage FROM sessions",
  )
  for (const { n, id, damaged_from, damage } of rows) {
    const found = damaged.get(id)
    if (damaged_from === (found?.from ?? null) && damage === (found?.what ?? null)) continue
    // A report of one session says nothing of the others.
    if (!found && report.sessions < rows.length) continue
    core.writer.run(
      "UPDATE sessions SET damaged_from = ?, damage = ? WHERE n = ?",
      found?.from ?? null,
      found?.what ?? null,
      n,
    )
    core.sessions.delete(id)
    if (found) outcome.set.push(id)
    else outcome.cleared.push(id)
  }
  return outcome
}

/** The same in an open store: watchers of the list are notified. */
export function quarantineHere(core: Core, report: Report): Quarantined {
  const outcome = quarantine(core, report)
  for (const id of [...outcome.set, ...outcome.cleared]) noteChange(core, id)
  return outcome
}

/** What a refusal tells of the damage that it met, if it is the first to meet it. It says nothing of other sessions. */
export function reportIn(refusal: unknown): Report | undefined {
  if (!isHoldfastError(refusal) || refusal.code !== "damaged") return undefined
  const { session, from, to, what } = refusal.details
  if (typeof session !== "string" || typeof from !== "number") return undefined
  const described = from === to ? `${what}` : `${what} (through seq ${to})`
  return { sessions: 0, events: 0, blobs: 0, problems: [{ session, seq: from, what: described, derived: false }] }
}

/** Where the log of each damaged session is damaged first. A lost blob leaves the log whole. */
function damageIn(report: Report): Map<string, { from: number; what: string }> {
  const damaged = new Map<string, { from: number; what: string }>()
  for (const { session, seq, what, derived, blob } of report.problems) {
    if (derived || session === null || blob !== undefined) continue
    const from = seq ?? 1
    const known = damaged.get(session)
    if (!known || from < known.from) damaged.set(session, { from, what: `seq ${from}: ${what}` })
  }
  return damaged
}
