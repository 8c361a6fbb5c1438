import type { SessionState } from "../../src/session/state.ts"
import { useApi } from "../live/queries.ts"
import { useSessionState } from "../live/use-session.ts"

/** A session's state, now or at an event. */
export function useStateAt(id: string, at: number | null): SessionState | undefined {
  const now = useSessionState(id)
  const query = at === null ? {} : { at }
  const past = useApi("GET /api/sessions/:id", { params: { id }, query }, { enabled: at !== null })
  return at === null ? now : past.data?.state
}
