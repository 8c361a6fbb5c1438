import { cell } from "./cell.ts"

/** The latest announcement; the number makes a repeated text new to screen readers. */
export const announcement = cell<{ text: string; at: number }>({ text: "", at: 0 })

/** Announces a text to screen readers. */
export function announce(text: string): void {
  announcement.set({ text, at: announcement.get().at + 1 })
}
