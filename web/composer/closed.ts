import type { SessionView } from "../../src/client/session-view.ts"
import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"

/** Why nothing can be written to a session now. */
export type Closed = "at" | "trashed" | "newer" | "damaged" | "erased"

/** Why nothing can be written now, the reason that matters most first; null where it can. */
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
  // What is written before the state is here is kept like any other.
  return at === null ? null : "at"
}
