import { oneLine, plain } from "../../base/plain-words.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { Event, EventData } from "../../session/event.ts"
import { pushBackText } from "../../session/view/push-back-text.ts"
import { withoutPrefix } from "../../workflow/explain/answers.ts"
import { decisiveLine } from "../../workflow/explain/output.ts"
import { checkWords } from "../../workflow/explain/status-view.ts"
import { checkMark } from "../text/check-text.ts"
import type { Paint } from "../text/paint.ts"
import { cut } from "../text/width.ts"

/** Read at each line, because the window may be resized. */
type Shape = { paint: Paint; readonly width: number }

/** Shows changes of mode and messages of the workflow to the model, one dim line each. */
export function liveWorkflowLines(shape: Shape) {
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
      // Its reason was just shown.
      const words = now === "verify" ? "Running checks" : `${now}: ${reason}`
      return changed && reason !== last ? dim(`${modeMark} ${words}`) : []
    },
    noted(note: EventData<"workflow.noted">): string[] {
      const { kind, summary } = note
      const said = pushBackText(note)
      if (said === null && !shownKinds.has(kind)) return []
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

/** The notes that say why the work continues; checks and the stop record cover the others. */
const shownKinds: ReadonlySet<string> = new Set([
  "completion_continue",
  "clarify_continue",
  "clarify_exit",
  "repair_retry",
  "repair_fail",
])

/** The outcome of a check: mark and command; for a failed one the relevant part of its output. */
export function checkLines(
  command: string,
  { status, summary, output }: Pick<EventData<"done.verification-finished">, "status" | "summary" | "output">,
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
  const why = decisiveLine(said.join("\n"), "failed")
  const at = said.findIndex((each) => each.trim() === why)
  const from = Math.max(0, Math.min(at, said.length - maxLines))
  return [
    line,
    ...said.slice(from, from + maxLines).map((each) => paint.dim(`  ${cut(each, width - 2)}`)),
    ...(said.length > from + maxLines ? [paint.dim("  …")] : []),
  ]
}

const maxLines = 8
