import { oneLine, plain } from "../../agent/text/plain.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { Event, EventData } from "../../session/event.ts"
import { pushBackText } from "../../session/view/push-back.ts"
import { withoutPrefix } from "../../workflow/explain/answers.ts"
import { tellingLine } from "../../workflow/explain/output.ts"
import { checkWords } from "../../workflow/explain/status.ts"
import { checkMark } from "../check-text.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"

/** The width is read at each line: a window may be resized. */
type Shape = { paint: Paint; readonly width: number }

/** Tells how the work is steered: changes of mode and what the model is sent back with, one dim line each. */
export function steeringTeller(shape: Shape) {
  const { paint } = shape
  let mode: WorkflowMode = "execute"
  let last = ""
  const dim = (line: string) => [paint.dim(cut(`  ${line}`, shape.width))]
  return {
    recall(before: WorkflowMode): void {
      mode = before
    },
    decided({ mode: now, summary, reasonSummary, message }: EventData<"workflow.decided">): string[] {
      const changed = now !== mode || message !== undefined
      mode = now
      const reason = oneLine(withoutPrefix(reasonSummary ?? summary))
      // What led to it was told just before.
      const words = now === "verify" ? "Running checks" : `${now}: ${reason}`
      return changed && reason !== last ? dim(`${modeMark} ${words}`) : []
    },
    noted(note: EventData<"workflow.noted">): string[] {
      const { kind, summary } = note
      const said = pushBackText(note)
      if (said === null && !tellingKinds.has(kind)) return []
      const words = oneLine(withoutPrefix(summary))
      if (words === last) return []
      last = words
      return dim(`${modeMark} ${said === null ? words : oneLine(said)}`)
    },
    said: (text: string): string[] => dim(`${modeMark} ${oneLine(text)}`),
    written({ artifact, version, summary }: EventData<"workflow.artifact-written">): string[] {
      last = oneLine(summary ?? "")
      const what = last ? `: ${last}` : ""
      return dim(`${modeMark} ${artifact.replace("-", " ")}, version ${version}${what}`)
    },
    edited({ data, by }: Event<"workflow.artifact-edited">): string[] {
      return dim(`${modeMark} ${data.artifact.replace("-", " ")}, version ${data.from + 1}, by ${oneLine(by.name)}`)
    },
  }
}

const modeMark = "·"

/** The notes that say why the work continues; the checks and the end say the others. */
const tellingKinds: ReadonlySet<string> = new Set([
  "completion_continue",
  "clarify_continue",
  "clarify_exit",
  "repair_retry",
  "repair_fail",
])

/** What came of a check: its mark and command, and of one that failed what it said, from where it says why. */
export function checkLines(
  command: string,
  { status, summary, output }: EventData<"done.verification-finished">,
  { paint, width }: Shape,
): string[] {
  const colour = status === "passed" ? paint.green : status === "failed" ? paint.red : paint.yellow
  const room = Math.max(20, width - "✓ check ".length - 2)
  const shown = cut(oneLine(command), room)
  const words = cut(oneLine(checkWords(status, summary)), room - shown.length)
  const line = `${colour(checkMark(status))} ${paint.cyan("check")} ${shown}  ${status === "passed" ? paint.dim(words) : colour(words)}`
  if (status !== "failed") return [line]
  const said = plain(output?.text ?? "")
    .split("\n")
    .filter((each) => each.trim() !== "" && !/^Exit code \d+\.$/.test(each))
  const why = tellingLine(said.join("\n"), "failed")
  const at = said.findIndex((each) => each.trim() === why)
  const from = Math.max(0, Math.min(at, said.length - mostLines))
  return [
    line,
    ...said.slice(from, from + mostLines).map((each) => paint.dim(`  ${cut(each, width - 2)}`)),
    ...(said.length > from + mostLines ? [paint.dim("  …")] : []),
  ]
}

const mostLines = 8
