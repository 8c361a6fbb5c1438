import type { OpenTool } from "../session/state.ts"
import type { ToolOutcome } from "./tool-outcome.ts"
import type { Work } from "./work.ts"

/**
 * Law: privilege. An intent in a part of the log that came from elsewhere was permitted elsewhere, and names files and
 * jobs of another machine: whatever it says, nothing of it is done here.
 */
export function isBegunElsewhere({ startedAt }: OpenTool, { permissions }: Pick<Work, "permissions">): boolean {
  return startedAt !== null && startedAt <= permissions.foreignThrough
}

/** What is known here of such an intent. */
export function begunElsewhere({ readOnly }: { readOnly: boolean }): ToolOutcome {
  const text = `${elsewhere}: here nothing of it was done, and its outcome is unknown. Check what is there before you go on.`
  return { status: "unknown", text, ...(readOnly ? {} : { uncovered: "it was begun on another machine" }) }
}

export const elsewhere = "It was begun on another machine"
