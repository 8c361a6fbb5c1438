import { texts } from "../texts.ts"
import type { Standing } from "./standing.ts"

/** What there is to tell when a session came to stand in another way; null where nobody waits for that. */
export function newsOf(before: Standing, now: Standing, title: string): string | null {
  if (before === now) return null
  const words = texts.shell.notification
  switch (now) {
    case "waits":
      return words.waits(title)
    case "finished":
    case "unverified":
      return words.done(title)
    case "failed":
    case "trouble":
      return words.failed(title)
    case "damaged":
    case "newer":
    case "working":
    case "interrupted":
    case "stopped":
    case "new":
      return null
  }
}
