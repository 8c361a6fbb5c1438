import { isMedia } from "./media.ts"
import { remembered } from "./remembered.ts"

export const inspectorTabs = ["why", "done", "changes", "context", "files"] as const
export type InspectorTab = (typeof inspectorTabs)[number]

/** The inspector's state; turn null is the newest. */
export type InspectorPlace = { open: boolean; tab: InspectorTab; turn: string | null }

/** The inspector's state, remembered in this browser. */
export const inspector = remembered<InspectorPlace>("holdfast.inspector", (kept) => {
  const { open = false, tab } = (typeof kept === "object" && kept !== null ? kept : {}) as Partial<InspectorPlace>
  const known = inspectorTabs.find((name) => name === tab) ?? "why"
  // On narrow screens it would cover the session.
  return { open: open === true && !isMedia("narrow"), tab: known, turn: null }
})

/** Opens the inspector at a tab, for a given turn or the newest. */
export function openInspector(tab?: InspectorTab, { turn = null }: { turn?: string | null } = {}): void {
  inspector.set({ open: true, tab: tab ?? inspector.get().tab, turn })
}

export function closeInspector(): void {
  inspector.set({ ...inspector.get(), open: false })
}
