import type { CheckStatus, Strength } from "../event/common.ts"
import type { Event, EventData } from "../event.ts"
import { checkEventOf } from "./check-event.ts"

/** One check and what came of it. */
export type CheckRun = {
  /** The event that shows it: its outcome, else its beginning, else its plan. */
  seq: number
  command: string
  status: CheckStatus | "running"
  summary: string | null
  /** How much it proves; null where it was planned before these events. */
  strength: Strength | null
  /** The attempt that it belongs to; null where that was planned before these events. */
  attempt: number | null
  /** It is of the newest attempt: those before it prove nothing any more. */
  current: boolean
}

type Planned = EventData<"done.verification-planned"> & { seq: number }

/** The checks of the newest attempt, run or not, after those that ran in the attempts before it. */
export function checkRuns(events: readonly Event[]): CheckRun[] {
  const plans: Planned[] = []
  const stale = new Set<string>()
  const runs = new Map<string, Omit<CheckRun, "attempt" | "current" | "strength"> & { of: string; check: string }>()
  for (const event of events) {
    const { seq } = event
    if (event.type === "done.verification-planned") plans.push({ ...event.data, seq })
    if (event.type === "done.verification-gone-stale") stale.add(event.data.attempt)
    const happened = checkEventOf(event)
    if (happened === null) continue
    const { key, attempt: of, check } = happened
    if (happened.is === "started") {
      const command = happened.command ?? plannedIn(plans, of, check)?.command ?? ""
      runs.set(key, { seq, of, check, command, status: "running", summary: null })
    } else {
      const { status, summary } = happened
      const command = runs.get(key)?.command ?? plannedIn(plans, of, check)?.command ?? ""
      if (status !== "planned") runs.set(key, { seq, of, check, command, status, summary })
    }
  }
  const newest = plans.at(-1)
  const startedRuns = [...runs.values()].map(({ of, check, ...run }): CheckRun & { check: string } => {
    const { number = null } = plans.find(({ attempt }) => attempt === of) ?? {}
    const { strength = null } = plannedIn(plans, of, check) ?? {}
    const status = stale.has(of) && run.status === "passed" ? "stale" : run.status
    return { ...run, check, status, strength, attempt: number, current: newest === undefined || of === newest.attempt }
  })
  const hasStarted = (id: string) => startedRuns.some(({ current, check }) => current && check === id)
  const waiting = (newest?.checks ?? []).flatMap(({ id, command, strength }): CheckRun[] =>
    newest === undefined || hasStarted(id)
      ? []
      : [
          {
            seq: newest.seq,
            command,
            status: "planned",
            summary: null,
            strength,
            attempt: newest.number,
            current: true,
          },
        ],
  )
  // A check that a crash interrupted runs again: its last outcome counts.
  const last = startedRuns.filter(
    ({ check, attempt, current }, at) =>
      startedRuns.findLastIndex(
        (other) => other.check === check && other.attempt === attempt && other.current === current,
      ) === at,
  )
  return [...last.map(({ check: _, ...run }) => run), ...waiting]
}

function plannedIn(plans: readonly Planned[], of: string, check: string) {
  return plans.find(({ attempt }) => attempt === of)?.checks.find(({ id }) => id === check)
}
