import type { EventData } from "../event.ts"

/** What the workflow said to the model, as one line for the person; null for a note that it was not told. */
export function pushBackText(note: EventData<"workflow.noted">): string | null {
  if (note.kind === "legacy_trace" || note.message === undefined) return null
  // Notes of older logs start with the name of their policy.
  const summary = note.summary.replace(/^(?:completion|repair): */, "")
  return asksToContinue.has(note.reasonCode)
    ? `Asked to continue: ${summary}`
    : `${summary.charAt(0).toUpperCase()}${summary.slice(1)}`
}

/** A turn that resumes another one without a new message: the model is asked to continue its task. */
export function resumedText({ resumes, input, task }: EventData<"turn.started">): string | null {
  return resumes === undefined || input !== undefined ? null : `Asked to continue: ${oneLine(task)}`
}

/** An answer that the length limit cut off is asked for again, from where it ended. */
export const cutOffText = "Asked to continue: the answer reached the length limit"

const mostOfTask = 120

function oneLine(text: string): string {
  const line = text.trim().replace(/\s+/g, " ")
  return line.length > mostOfTask ? `${line.slice(0, mostOfTask).toWellFormed()}…` : line
}

const asksToContinue: ReadonlySet<string> = new Set([
  "premature_completion_nudge",
  "pending_items_continue",
  "verification_failed_reentry",
])
