import type { Event } from "../event.ts"
import { plainText } from "../plain-text.ts"
import type { CheckState } from "../state.ts"

/** A check with what it printed, where all of that is in the log. */
export type CheckRun = CheckState & { output?: string }

/** The checks of each attempt among the events of a piece of work. The state keeps the newest attempts only: an older one may hold a result that still counts. */
export function attemptsIn(events: Iterable<Event>): { checks: CheckRun[] }[] {
  const attempts = new Map<string, Map<string, CheckRun>>()
  const directories = new Map<number, string>()
  const change = (at: { attempt: string; check: string }, more: Partial<CheckRun>) => {
    const checks = attempts.get(at.attempt)
    const known = checks?.get(at.check)
    if (known) checks?.set(at.check, { ...known, ...more })
  }
  for (const event of events) {
    if (event.type === "done.verification-planned") {
      const checks = event.data.checks.map((check) => [check.id, { ...check, ...planned }] as const)
      attempts.set(event.data.attempt, new Map(checks))
    }
    if (event.type === "done.verification-started") {
      change(event.data, { status: "pending", startedAt: event.seq })
      if (event.data.job) directories.set(event.seq, event.data.job.cwd)
    }
    if (event.type !== "done.verification-finished") continue
    const { status, summary, started, output } = event.data
    const printed = output && !output.whole ? { output: plainText(output.text, directories.get(started) ?? "") } : {}
    change(event.data, { status, finishedAt: event.seq, summary, ...printed })
  }
  return [...attempts.values()].map((checks) => ({ checks: [...checks.values()] }))
}

const planned = { status: "planned", startedAt: null, finishedAt: null, summary: null } as const
