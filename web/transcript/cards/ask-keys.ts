import type { Item } from "../../../src/session/view/transcript/item.ts"

/** The answers that keys stand for. */
export type AskKey = "once" | "session" | "always" | "deny" | { option: number }

/** The answer for a key; null if it has none. */
export function askKey(key: string, as: Item<"ask">["as"], options: number): AskKey | null {
  if (as === "approval") return approvalKeys[key.toLowerCase()] ?? null
  if (as === "plan") return planKeys[key.toLowerCase()] ?? null
  const option = /^[1-9]$/.test(key) ? Number(key) - 1 : -1
  return option >= 0 && option < options ? { option } : null
}

const approvalKeys: Readonly<Record<string, "once" | "session" | "always" | "deny">> = {
  y: "once",
  s: "session",
  a: "always",
  d: "deny",
}

const planKeys: Readonly<Record<string, "once" | "deny">> = { y: "once", d: "deny" }

/** Whether a key press is for the page: no text field, dialog or menu has the focus, and no modifier is held. */
export function isForPage({ ctrlKey, metaKey, altKey, repeat, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || repeat) return false
  const inText = target instanceof Element && target.closest("input, textarea, select, [contenteditable], [role=menu]")
  return !inText && document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null
}
