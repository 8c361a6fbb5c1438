import type { EventData } from "../event.ts"

/** What the workflow said to the model, as one line for the person; null for a note that it was not told. */
export function pushBackText(note: EventData<"workflow.noted">): string | null {
  if (note.kind !== "completion_continue" && note.kind !== "repair_retry") return null
  if (note.message === undefined) return null
  // Notes of older logs start with the name of their policy.
  const summary = note.summary.replace(/^(?:completion|repair): */, "")
  return asksToContinue.has(note.reasonCode)
    ? `Asked to continue: ${summary}`
    : `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`
}

const asksToContinue: ReadonlySet<string> = new Set([
  "premature_completion_nudge",
  "pending_items_continue",
  "verification_failed_reentry",
])
