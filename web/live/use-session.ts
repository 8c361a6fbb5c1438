import { useEffect } from "react"
import type { SessionView } from "../../src/client/session-view.ts"
import type { SessionState } from "../../src/session/state.ts"
import { useCell } from "./cell.ts"
import { forget, live, views } from "./live.ts"

const shown = new Map<string, number>()

/** Follows a session while mounted. */
export function useFollowed(id: string): void {
  useEffect(() => {
    shown.set(id, (shown.get(id) ?? 0) + 1)
    live().add(id)
    return () => {
      const left = (shown.get(id) ?? 1) - 1
      shown.set(id, left)
      // Delayed, because the next page may show the same session.
      if (left === 0) setTimeout(() => shown.get(id) === 0 && forget(id), 2_000)
    }
  }, [id])
}

/** The view of a followed session, once loaded. Changes with every streamed delta. */
export function useView(id: string): SessionView | undefined {
  return useCell(views, (all) => all.get(id))
}

/** The state of a followed session. Changes with events, not with deltas. */
export function useSessionState(id: string): SessionState | undefined {
  return useCell(views, (all) => all.get(id)?.state)
}

/** Why a followed session has ended: erased or unreadable. */
export function useGone(id: string): SessionView["gone"] {
  return useCell(views, (all) => all.get(id)?.gone ?? null)
}

/** The text that an open intent has streamed in a channel. */
export function useStreamed(id: string, seq: number, channel: "text" | "reasoning" | "output"): string | undefined {
  return useCell(views, (all) => all.get(id)?.partials.get(seq)?.[channel])
}
