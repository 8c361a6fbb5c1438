import type { Row } from "../../src/server/contract/common.ts"
import type { SessionState } from "../../src/session/state.ts"

/** Where a session came from: it was forked from another one, or begun by one as a part of its work. */
export type Lineage = { by: "fork" | "start"; session: string; seq: number }

/** Where a session came from; null where a person began it. */
export function lineageOf(row: Row | undefined, state: SessionState | undefined): Lineage | null {
  const parent = state?.log.parent ?? row?.parent
  if (parent) return { by: "fork", ...parent }
  const starter = state?.log.startedBy
  return starter ? { by: "start", ...starter } : null
}
