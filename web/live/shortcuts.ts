/** The relevant parts of a keyboard event. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">

/**
 * Whether an event matches `keys`: `mod+k`, `alt+arrowup`, `?`, `n`. `mod` is Command on a Mac, otherwise Control.
 * Shift is implied for printable characters and explicit for other keys.
 */
export function isPressed(keys: string, press: KeyPress, mac: boolean): boolean {
  const parts = keys.toLowerCase().split("+")
  const key = parts.at(-1) || "+"
  const wants = (part: string) => parts.slice(0, -1).includes(part)
  const isSign = key.length === 1
  return (
    press.key.toLowerCase() === key &&
    (mac ? press.metaKey : press.ctrlKey) === wants("mod") &&
    !(mac ? press.ctrlKey : press.metaKey) &&
    press.altKey === wants("alt") &&
    (isSign ? !wants("shift") || press.shiftKey : press.shiftKey === wants("shift"))
  )
}

/** Whether keys are a single character, which is text in a text field. */
export function isText(keys: string): boolean {
  return !/^(?:mod|alt)\+/.test(keys.toLowerCase()) && keys.length === 1
}

/** Keys for display: `Ctrl+K`, or `⌘K` on a Mac. Sequences are separated by spaces. */
export function shownKeys(keys: string, mac: boolean): string {
  const shown = (press: string) =>
    press
      .split("+")
      .map((part) => (mac ? macNames[part] : plainNames[part]) ?? part.toUpperCase())
      .join(mac ? "" : "+")
  return keys.toLowerCase().split(" ").map(shown).join(" ")
}

const arrows = { arrowup: "↑", arrowdown: "↓", arrowleft: "←", arrowright: "→" } as const
const plainNames: Readonly<Record<string, string>> = {
  mod: "Ctrl",
  alt: "Alt",
  shift: "Shift",
  escape: "Esc",
  enter: "Enter",
  ...arrows,
}
const macNames: Readonly<Record<string, string>> = {
  mod: "⌘",
  alt: "⌥",
  shift: "⇧",
  escape: "Esc",
  enter: "↩",
  ...arrows,
}

/** Whether the device has a Mac keyboard. */
export const isMac = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "")
