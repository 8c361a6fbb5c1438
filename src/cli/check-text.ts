import { oneLine } from "../agent/text/plain.ts"
import type { CheckRun } from "../session/view/checks.ts"
import { checkWords } from "../workflow/explain/status.ts"

type Shown = Pick<CheckRun, "command" | "status" | "summary">

/** A check on one line: how it stands, its command, and what it said. */
export function checkText({ command, status, summary }: Shown): string {
  const words = oneLine(checkWords(status, summary))
  return `${checkMark(status)} ${oneLine(command)}  ${words}`
}

/** ✓ only for what passed; what is not known either way is never shown as one or the other. */
export function checkMark(status: CheckRun["status"]): string {
  if (status === "passed") return "✓"
  if (status === "failed") return "✗"
  return status === "running" || status === "pending" ? "…" : "?"
}
