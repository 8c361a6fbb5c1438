import type { Event } from "../event.ts"
import { changedCheck } from "../fold/done.ts"
import { plainText } from "../plain-text.ts"
import type { CheckState } from "../state.ts"
import { checkEventOf } from "./check-event.ts"

/** A check with what it printed, where all of that is in the log. */
export type CheckRun = CheckState & { output?: string }

/** The checks of each attempt among the events of a piece of work. The state keeps the newest attempts only: an older one may hold a result that still counts. */
export function attemptsIn(events: Iterable<Event>): { checks: CheckRun[] }[] {
  const attempts = new Map<string, Map<string, CheckRun>>()
  const directories = new Map<string, string>()
  const change = (at: { attempt: string; check: string }, more: Partial<CheckRun>) => {
    const checks = attempts.get(at.attempt)
    const known = checks?.get(at.check)
    if (known) checks?.set(at.check, changedCheck(known, more))
  }
  for (const event of events) {
    if (event.type === "done.verification-planned") {
      const checks = event.data.checks.map((check) => [check.id, { ...check, ...planned }] as const)
      attempts.set(event.data.attempt, new Map(checks))
    }
    if (event.type === "tool.called" && event.data.check) change(event.data.check, planned)
    const happened = checkEventOf(event)
    if (happened?.is === "started") {
      change(happened, { status: "pending", startedAt: event.seq })
      if (happened.job) directories.set(happened.key, happened.job.cwd)
    }
    if (happened?.is !== "finished") continue
    const { status, summary, key, output } = happened
    if (status === "planned") continue
    const printed = output && !output.whole ? { output: plainText(output.text, directories.get(key) ?? "") } : {}
    change(happened, { status, finishedAt: event.seq, summary, ...printed })
  }
  return [...attempts.values()].map((checks) => ({ checks: [...checks.values()] }))
}

const planned = { status: "planned", startedAt: null, finishedAt: null, summary: null } as const
