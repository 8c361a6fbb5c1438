type Press = { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean }

/** Whether a key sends the message: Ctrl or Cmd with Enter always, Enter alone if preferred. */
export function sends({ key, shiftKey, ctrlKey, metaKey, altKey }: Press, by: "enter" | "mod-enter"): boolean {
  if (key !== "Enter" || shiftKey || altKey) return false
  return by === "enter" || ctrlKey || metaKey
}
