import type { Event } from "../event.ts"
import type { CheckState } from "../state.ts"

/** The checks of each attempt among the events of a piece of work. The state keeps the newest attempts only: an older one may hold a result that still counts. */
export function attemptsIn(events: Iterable<Event>): { checks: CheckState[] }[] {
  const attempts = new Map<string, Map<string, CheckState>>()
  const change = (at: { attempt: string; check: string }, more: Partial<CheckState>) => {
    const checks = attempts.get(at.attempt)
    const known = checks?.get(at.check)
    if (known) checks?.set(at.check, { ...known, ...more })
  }
  for (const event of events) {
    if (event.type === "done.verification-planned") {
      const checks = event.data.checks.map((check) => [check.id, { ...check, ...planned }] as const)
      attempts.set(event.data.attempt, new Map(checks))
    }
    if (event.type === "done.verification-started") change(event.data, { status: "pending", startedAt: event.seq })
    if (event.type !== "done.verification-finished") continue
    const { status, summary } = event.data
    change(event.data, { status, finishedAt: event.seq, summary })
  }
  return [...attempts.values()].map((checks) => ({ checks: [...checks.values()] }))
}

const planned = { status: "planned", startedAt: null, finishedAt: null, summary: null } as const
