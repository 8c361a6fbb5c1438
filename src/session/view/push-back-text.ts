import { clippedLine } from "../../base/clip.ts"
import { upperFirst } from "../../base/letter-case.ts"
import type { EventData } from "../event.ts"

/** What the workflow sent to the model, as one line for the person; null for a note that was not sent. */
export function pushBackText(note: EventData<"workflow.noted">): string | null {
  if (note.kind === "legacy_trace" || note.message === undefined) return null
  // Notes of older logs start with the name of their policy.
  const summary = note.summary.replace(/^(?:completion|repair): */, "")
  return asksToContinue.has(note.reasonCode) ? `Asked to continue: ${summary}` : upperFirst(summary)
}

/** A turn that resumes another one without a new message: the model is asked to continue its task. */
export function resumedText({ resumes, input, task }: EventData<"turn.started">): string | null {
  return resumes === undefined || input !== undefined ? null : `Asked to continue: ${clippedLine(task, mostOfTask)}`
}

/** An answer that hit the length limit is asked for again, from where it ended. */
export const cutOffText = "Asked to continue: the answer reached the length limit"

const mostOfTask = 120

const asksToContinue: ReadonlySet<string> = new Set([
  "premature_completion_nudge",
  "pending_items_continue",
  "verification_failed_reentry",
])
