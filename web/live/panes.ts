import { cell } from "./cell.ts"
import { remembered } from "./remembered.ts"

/** How wide panes may be made, in pixels. */
export const paneWidths = {
  sessions: { least: 220, most: 480, first: 288 },
  inspector: { least: 300, most: 720, first: 400 },
} as const

export type Pane = keyof typeof paneWidths

/** The widths that a person gave the panes. */
export const widths = {
  sessions: remembered("holdfast.sessions-width", (kept) => within("sessions", kept)),
  inspector: remembered("holdfast.inspector-width", (kept) => within("inspector", kept)),
} as const

/** Whether the sessions are shown beside the session, where there is room. The inspector has `inspector.ts`. */
export const sessionsOpen = remembered("holdfast.sessions-open", (kept) => kept !== false)

/** Whether the sessions lie over the page, where there is no room beside it. */
export const sessionsOver = cell(false)

/** A width that a pane may have. */
export function within(pane: Pane, width: unknown): number {
  const { least, most, first } = paneWidths[pane]
  return typeof width === "number" && Number.isFinite(width)
    ? Math.min(most, Math.max(least, Math.round(width)))
    : first
}
