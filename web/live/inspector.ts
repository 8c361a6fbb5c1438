import { isMedia } from "./media.ts"
import { remembered } from "./remembered.ts"

export const inspectorTabs = ["why", "done", "changes", "context", "files"] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** Whether the inspector is open, what it shows, and of which turn; null is the newest one. */
export type InspectorPlace = { open: boolean; tab: InspectorTab; turn: string | null }

/** How the inspector stands; this browser remembers it. */
export const inspector = remembered<InspectorPlace>("holdfast.inspector", (kept) => {
  const { open = false, tab } = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<InspectorPlace>
  const known = inspectorTabs.find((name) => name === tab) ?? "why"
  // Where there is no room beside the session it would lie over it.
  return { open: open === true && !isMedia("narrow"), tab: known, turn: null }
})

/** Opens the inspector at a tab, for a turn where one is named. */
export function openInspector(tab?: InspectorTab, { turn = null }: { turn?: string | null } = {}): void {
  inspector.set({ open: true, tab: tab ?? inspector.get().tab, turn })
}

/** Closes the inspector. */
export function closeInspector(): void {
  inspector.set({ ...inspector.get(), open: false })
}
