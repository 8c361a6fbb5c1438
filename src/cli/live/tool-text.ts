import { isAbsolute, relative } from "node:path"
import { denialReason, personSaidNo } from "../../agent/tool-calls/denial.ts"
import { counted } from "../../base/amount-text.ts"
import { oneLine, plain } from "../../base/plain-words.ts"
import type { EventData } from "../../session/event.ts"
import type { Paint } from "../text/paint.ts"
import { cut, wrap } from "../text/width.ts"

/** The arguments that describe a call best, in order of preference. */
const describing = ["command", "path", "pattern", "question", "query", "action", "id", "name", "key"] as const

/** The main argument of a call, on one line. */
export function mainArgument(given: Record<string, unknown>, workspace: string): string {
  const name = describing.find((name) => typeof given[name] === "string") ?? Object.keys(given)[0]
  if (name === undefined) return ""
  const value = given[name]
  if (typeof value !== "string") return oneLine(JSON.stringify(value) ?? "")
  return oneLine(name === "path" && isAbsolute(value) ? relative(workspace, value) || "." : value)
}

type Finished = Pick<EventData<"tool.finished">, "status" | "exitCode" | "durationMs" | "output">

/** The outcome of a call in a few words. */
export function outcomeWords({ status, exitCode, durationMs, output }: Finished, edits: "edit" | "other"): string {
  const words = [
    status === "ok" ? "" : statusWords[status],
    exitCode !== undefined && exitCode !== null && exitCode !== 0 ? `exit code ${exitCode}` : "",
    edits === "edit" ? countsOf(output.text) : "",
    durationMs !== undefined && durationMs >= 1000 ? `${(durationMs / 1000).toFixed(1)} s` : "",
  ]
  return words.filter(Boolean).join(", ") || "ok"
}

const statusWords = {
  error: "failed",
  denied: "denied",
  skipped: "did not run",
  interrupted: "interrupted",
  unknown: "outcome unknown",
} as const satisfies Record<Exclude<Finished["status"], "ok">, string>

// Matches the wording of `editOutcome`.
function countsOf(text: string): string {
  const changed = [...text.matchAll(/^Changed .* \((\+\d+ -\d+)\)\.$/gm)].map(([, counts]) => counts ?? "")
  const created = [...text.matchAll(/^Created .* \((\d+) lines?\)\.$/gm)].map(([, lines]) => `+${lines}`)
  return [...changed, ...created].join(", ")
}

const shown = { diff: 40, failure: 8 } as const

/** Details below a call's line: the diff of an edit, or the last lines of a failure. */
export function outcomeBody(
  { status, output }: Finished,
  edits: "edit" | "other",
  { paint, width }: { paint: Paint; width: number },
): string[] {
  const lines = plain(output.text).trimEnd().split("\n")
  const fitting = (line: string) => `  ${cut(line, width - 2)}`
  if (edits === "edit" && status === "ok") {
    const diff = lines.filter((line) => !/^(Changed|Created|Deleted) /.test(line))
    const more = diff.length > shown.diff ? [paint.dim(`  … ${counted(diff.length - shown.diff, "more line")}`)] : []
    return [...diff.slice(0, shown.diff).map((line) => diffPaint(line, paint)(fitting(line))), ...more]
  }
  if (status === "ok" || status === "skipped") return []
  if (status === "denied") {
    const reason = denialReason(output.text)
    // The user knows why they denied it.
    return reason === null || reason === personSaidNo
      ? []
      : wrap(oneLine(reason), width - 2).map((line) => paint.dim(`  ${line}`))
  }
  const said = lines.filter((line) => line.trim() !== "" && !/^Exit code \d+\.$/.test(line))
  const before = said.length > shown.failure ? [paint.dim("  …")] : []
  return [...before, ...said.slice(-shown.failure).map((line) => paint.dim(fitting(line)))]
}

export function diffPaint(line: string, paint: Paint): (text: string) => string {
  if (line.startsWith("+")) return paint.green
  if (line.startsWith("-")) return paint.red
  return line.startsWith("@@") ? paint.cyan : paint.dim
}
