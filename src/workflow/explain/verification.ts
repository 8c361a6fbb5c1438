import type { CheckStatus, Observation } from "../../session/event/common.ts"
import type { Attempt, TimelineEntry } from "../../session/state.ts"

/** What was seen of a verification, in one line: `summary [detail; attempt n]`. */
export function observationLine({ summary, detail, attemptNumber }: Observation): string {
  const attempt = attemptNumber === undefined ? "" : `attempt ${attemptNumber}`
  const about = [detail, attempt].filter((part) => part && !summary.includes(part))
  return about.length > 0 ? `${summary} [${about.join("; ")}]` : summary
}

/** What was seen last, newest last, each once. */
export function observedLines(timeline: readonly TimelineEntry[], most = 6): string[] {
  const lines = timeline.flatMap(({ observations = [] }) => observations.map(observationLine))
  return lines.filter((line, at) => lines.lastIndexOf(line) === at).slice(-most)
}

/** One row of the table of what was checked last. */
export type Verified = {
  result: CheckStatus
  kind: string | null
  attempt: number | null
  command: string
  detail: string | null
  seq: number | null
}

/** The checks of the newest attempt; where none is known, what the timeline saw last. */
export function recentVerification(attempts: readonly Attempt[], timeline: readonly TimelineEntry[]): Verified[] {
  const attempt = attempts.at(-1)
  if (attempt && attempt.checks.length > 0) {
    const stale = attempt.status === "stale" || attempt.status === "superseded"
    return attempt.checks.map(({ command, kind, status, summary, finishedAt }) => ({
      result: stale && status === "passed" ? "stale" : status,
      kind,
      attempt: attempt.number,
      command,
      detail: summary,
      seq: finishedAt,
    }))
  }
  const last = timeline.findLast(({ observations = [] }) => observations.some(({ command }) => command !== undefined))
  return (last?.observations ?? []).flatMap(({ command, status, attemptNumber, detail }) =>
    command === undefined
      ? []
      : [{ result: status, kind: null, attempt: attemptNumber ?? null, command, detail: detail ?? null, seq: null }],
  )
}
