import { cell } from "./cell.ts"

/** What is told to screen readers last; the number makes the same words news again. */
export const announcement = cell<{ text: string; at: number }>({ text: "", at: 0 })

/** Says something to screen readers, politely. */
export function announce(text: string): void {
  announcement.set({ text, at: announcement.get().at + 1 })
}
