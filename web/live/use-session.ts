import { useEffect } from "react"
import type { SessionView } from "../../src/client/session-view.ts"
import type { SessionState } from "../../src/session/state.ts"
import { useCell } from "./cell.ts"
import { forget, live, views } from "./live.ts"

const shown = new Map<string, number>()

/** Follows a session while the component is there. */
export function useFollowed(id: string): void {
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1)
    live().add(id)
    return () => {
      const left = (shown.get(id) ?? 1) - 1
      shown.set(id, left)
      // The next page may show it at once again.
      if (left === 0) setTimeout(() => shown.get(id) === 0 && forget(id), 2_000)
    }
  }, [id])
}

/** The view of a followed session, once its state is here. It changes with each piece of text. */
export function useView(id: string): SessionView | undefined {
  return useCell(views, (all) => all.get(id))
}

/** The state of a followed session; it changes with each event, not with streamed text. */
export function useSessionState(id: string): SessionState | undefined {
  return useCell(views, (all) => all.get(id)?.state)
}

/** Why nothing more comes of a followed session: it was erased, or it cannot be read. */
export function useGone(id: string): SessionView["gone"] {
  return useCell(views, (all) => all.get(id)?.gone ?? null)
}

/** What an open intent has streamed so far in a channel. */
export function useStreamed(id: string, seq: number, channel: "text" | "reasoning" | "output"): string | undefined {
  return useCell(views, (all) => all.get(id)?.partials.get(seq)?.[channel])
}
