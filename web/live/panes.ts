import { cell } from "./cell.ts"
import { remembered } from "./remembered.ts"

/** The width limits of panes, in pixels. */
export const paneWidths = {
  sessions: { min: 220, max: 480, first: 288 },
  inspector: { min: 300, max: 720, first: 400 },
} as const

export type Pane = keyof typeof paneWidths

/** The chosen widths of the panes. */
export const widths = {
  sessions: remembered("holdfast.sessions-width", (kept) => within("sessions", kept)),
  inspector: remembered("holdfast.inspector-width", (kept) => within("inspector", kept)),
} as const

/** Whether the session list is shown on wide screens. The inspector has `inspector.ts`. */
export const sessionsOpen = remembered("holdfast.sessions-open", (kept) => kept !== false)

/** Whether the session list overlays the page on narrow screens. */
export const sessionsOver = cell(false)

/** Clamps a width to the pane's limits. */
export function within(pane: Pane, width: unknown): number {
  const { min, max, first } = paneWidths[pane]
  return typeof width === "number" && Number.isFinite(width) ? Math.min(max, Math.max(min, Math.round(width))) : first
}
