import type { SessionView } from "../../src/client/session-view.ts"
import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"

export type Closed = "at" | "trashed" | "newer" | "damaged" | "erased"

/** Why a session takes no input, most important reason first; null if it does. */
export function closedBy({
  gone,
  state,
  row,
  at,
}: {
  gone: SessionView["gone"]
  state: SessionState | undefined
  row: Row | undefined
  at: number | null
}): Closed | null {
  if (gone) return gone
  if (row?.damage) return "damaged"
  if (state?.log.newer) return "newer"
  if (state ? state.log.trashed : row?.trashed) return "trashed"
  // Drafts written before the state has loaded are kept like any other.
  return at === null ? null : "at"
}
