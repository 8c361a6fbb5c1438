import { texts } from "../texts.ts"
import type { SessionStatus } from "./session-status.ts"

/** The notification for a change of status; null if it is not worth one. */
export function newsOf(before: SessionStatus, now: SessionStatus, title: string): string | null {
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
