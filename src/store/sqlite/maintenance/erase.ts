import type { EraseOptions, Receipt } from "../../contract.ts"
import { assertForksProvided } from "../../fork-consent.ts"
import type { Commit } from "../commit/commit.ts"
import type { Core } from "../core.ts"
import { assertUndriven } from "../lease/lease.ts"
import { type LogLocation, locateLog } from "../log/event-rows.ts"
import { missing } from "../log/session.ts"
import { forksOf, removeSession } from "../log/session-rows.ts"
import { noteChange } from "../search/change-note.ts"
import { markPending, pendingOf, writeTombstone } from "./erasures.ts"
import { finishErasuresOf } from "./pending-erasures.ts"

/**
 * Removes a session for good: rows, segments, index, blobs that no other log names, the WAL, and what the copies in the
 * data directory hold of it. A tombstone stays and stops a re-import. Forks are named and refused, or given what they
 * share first.
 */
export async function eraseSession(core: Core, commit: Commit, id: string, options: EraseOptions): Promise<Receipt> {
  const copies = options.copies ?? "keep"
  const receipt = await commit(() => {
    const place = locateLog(core.writer, id)
    if (place) return removeRows(core, place, options)
    const earlier = unfinished(core, id, copies)
    if (!earlier) throw missing(core, id)
    markPending(core.writer, { session: id, copies })
    return earlier
  })
  core.leases.delete(id)
  return { ...receipt, copies: await finishErasuresOf(core, commit, [{ session: id, copies }]) }
}

/** The receipt of an erasure that was interrupted after its rows were gone, or whose copies are to go now. */
function unfinished(core: Core, id: string, copies: "keep" | "remove"): Receipt | undefined {
  const isPending = pendingOf(core.writer).some(({ session }) => session === id)
  if (copies === "keep" && !isPending) return undefined
  const row = core.writer.get<{ receipt: string }>("SELECT receipt FROM tombstones WHERE session = ?", id)
  return row && (JSON.parse(row.receipt) as Receipt)
}

function removeRows(core: Core, place: LogLocation, { forks, copies }: EraseOptions): Receipt {
  const { id } = place
  assertUndriven(core, place, "stop it before you erase it")
  assertForksProvided(id, forksOf(core, place), forks)
  const removed = removeSession(core, place)
  noteChange(core, id)
  const receipt: Receipt = { session: id, erasedAt: new Date().toISOString(), ...removed, copies: [] }
  writeTombstone(core.writer, {
    session: id,
    erasedAt: Date.parse(receipt.erasedAt),
    receipt: JSON.stringify(receipt),
  })
  markPending(core.writer, { session: id, copies: copies ?? "keep" })
  core.forget()
  return receipt
}
