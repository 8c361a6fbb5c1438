import { oneLine } from "../../base/plain-words.ts"
import type { CheckRun } from "../../session/view/check-runs.ts"
import { checkWords } from "../../workflow/explain/status-view.ts"

type Shown = Pick<CheckRun, "command" | "status" | "summary">

/** A check on one line: mark, command, summary. */
export function checkText({ command, status, summary }: Shown): string {
  const words = oneLine(checkWords(status, summary))
  return `${checkMark(status)} ${oneLine(command)}  ${words}`
}

/** ✓ only for a pass; an unknown outcome has a mark of its own. */
export function checkMark(status: CheckRun["status"]): string {
  if (status === "passed") return "✓"
  if (status === "failed") return "✗"
  return status === "running" || status === "pending" ? "…" : "?"
}
