import { clip } from "../../base/clip.ts"
import type { CheckStatus } from "../../session/event/common.ts"
import { decisiveLine } from "../explain/output.ts"
import { failureCount } from "./failure-count.ts"
import { noTestRan, nothingRan } from "./nothing-ran.ts"

/** How a command ended, and its exit code where it ended by itself. */
type Ended = {
  status: "running" | "completed" | "failed" | "timed-out" | "killed" | "interrupted" | "unknown"
  exitCode: number | null
}

/** What a check shows, and how it came to that in one line. */
export type CheckVerdict = { status: CheckStatus; summary: string }

/** What the command of a check shows by how it ended and by all that it printed. */
export function checkVerdict(
  { status, exitCode }: Ended,
  text: string,
  { command, isTest }: { command: string; isTest: boolean },
): CheckVerdict {
  const ended = status === "completed" ? "passed" : "failed"
  const none = isTest && (status === "completed" || status === "failed") ? nothingRan(text, ended, command) : null
  if (none !== null) return { status: "missing", summary: `${noTestRan}: ${clip(none, longest)}` }
  if (status === "failed" && exitCode === programMissing) {
    return { status: "missing", summary: withLine("its program is missing (exit code 127)", text, ended) }
  }
  const signal = status === "failed" ? signals[exitCode ?? 0] : undefined
  if (signal) return { status: "unknown", summary: withLine(`ended by ${signal}, exit code ${exitCode}`, text, ended) }
  const how =
    status === "completed"
      ? "passed"
      : status === "timed-out"
        ? outOfTime
        : exitCode === null
          ? status
          : failedHow(text, exitCode)
  return { status: statusOf[status], summary: withLine(how, text, ended) }
}

/** What a check shows whose command did not run, or whose end is unknown. */
export function verdictWithoutRun(
  status: "ok" | "error" | "denied" | "skipped" | "interrupted" | "unknown",
  why: string,
) {
  return { status: unrun[status], summary: why } satisfies CheckVerdict
}

const unrun = {
  ok: "unknown",
  error: "unknown",
  denied: "skipped",
  // The turn ended first: it is still to be run.
  skipped: "planned",
  interrupted: "unknown",
  unknown: "unknown",
} as const

/** Only a command that ended by itself with 0 has passed; an interrupted one is no evidence either way. */
const statusOf = {
  running: "unknown",
  completed: "passed",
  failed: "failed",
  "timed-out": "failed",
  killed: "unknown",
  interrupted: "unknown",
  unknown: "unknown",
} as const satisfies Record<Ended["status"], CheckStatus>

/** "2 of 14 failed" says more than an exit code. */
function failedHow(text: string, exitCode: number): string {
  const count = failureCount(text)
  if (count === null) return `exit code ${exitCode}`
  return count.of === null ? `${count.failed} failed` : `${count.failed} of ${count.of} failed`
}

/** By this exit code the shell says that there is no such program: the check shows nothing of the work. */
const programMissing = 127

/** A command that was killed from outside, or by the system for want of memory, is no evidence either. */
const signals: Readonly<Record<number, string>> = { 129: "SIGHUP", 130: "SIGINT", 137: "SIGKILL", 143: "SIGTERM" }

function withLine(how: string, text: string, ended: "passed" | "failed"): string {
  const line = decisiveLine(text, ended)
  return line ? `${how}: ${clip(line, longest)}` : how
}

const longest = 200
/** Whatever exit code the end gave it: the model has to know that it would not have ended. */
const outOfTime = "ended at its time limit"
