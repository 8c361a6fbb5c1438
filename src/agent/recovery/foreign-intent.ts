import type { OpenTool } from "../../session/state.ts"
import type { ToolOutcome } from "../tool-calls/tool-outcome.ts"
import type { Work } from "../turn/work.ts"

/**
 * Law: privilege. An intent in an imported part of the log was permitted on another machine, and names files and
 * jobs of another machine: whatever it says, nothing of it is done here.
 */
export function isForeignIntent({ startedAt }: OpenTool, { permissions }: Pick<Work, "permissions">): boolean {
  return startedAt !== null && startedAt <= permissions.foreignThrough
}

/** The same for a call that had not started: who asked for it, and where, is not known here. */
export function isForeignCall({ calledAt }: OpenTool, { permissions }: Pick<Work, "permissions">): boolean {
  return calledAt <= permissions.foreignThrough
}

/** What came of such a call. */
export const notRunHere: ToolOutcome = {
  status: "skipped",
  text: "It was called on another machine, and was not run here. Call it again if it is needed.",
}

/** What is known here of such an intent. */
export function foreignOutcome({ readOnly }: { readOnly: boolean }): ToolOutcome {
  const text = `${foreignReason}: nothing of it was done here, and its outcome is unknown. Check what is there before you continue.`
  return { status: "unknown", text, ...(readOnly ? {} : { uncovered: "it was started on another machine" }) }
}

export const foreignReason = "It was started on another machine"
