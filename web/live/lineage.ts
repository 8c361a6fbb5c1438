import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"

/** The origin of a session: a fork, or a sub-run of another session. */
export type Lineage = { by: "fork" | "start"; session: string; seq: number }

/** A session's origin; null if a person started it. */
export function lineageOf(row: Row | undefined, state: SessionState | undefined): Lineage | null {
  const parent = state?.log.parent ?? row?.parent
  if (parent) return { by: "fork", ...parent }
  const starter = state?.log.startedBy
  return starter ? { by: "start", ...starter } : null
}
