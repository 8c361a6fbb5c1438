import type { Event, EventData } from "../event.ts"
import type { CheckState, SessionState } from "../state.ts"

type Finished = EventData<"done.verification-finished">

/** What happened to a check. `key` is the same for its intent and its outcome; `startedAt` is its intent, where that is known. */
export type CheckEvent = { startedAt: number | null; key: string; attempt: string; check: string } & (
  | { is: "started"; command: string | null; job: EventData<"tool.started">["job"] }
  | ({ is: "finished" } & Pick<
      Finished,
      "status" | "summary" | "exitCode" | "output" | "changed" | "uncovered" | "generated"
    >)
)

/** A check is a call of the workflow. In logs of earlier versions it has events of its own, which say the same. */
export function checkEventOf({ type, seq, data }: Event): CheckEvent | null {
  switch (type) {
    case "done.verification-started": {
      const { attempt, check, command, job } = data
      return { is: "started", startedAt: seq, key: keyOfOldCheck(seq), attempt, check, command, job }
    }
    case "done.verification-finished":
      return { is: "finished", startedAt: data.started, key: keyOfOldCheck(data.started), ...data }
    case "tool.started": {
      if (!data.check) return null
      const { call: key, job } = data
      return { is: "started", startedAt: seq, key, ...data.check, command: job?.command ?? null, job }
    }
    case "tool.finished": {
      if (!data.check) return null
      const { call: key, exitCode, output, changed, uncovered, generated } = data
      return {
        ...{ is: "finished", startedAt: null, key, ...data.check, output, changed },
        ...(typeof exitCode === "number" ? { exitCode } : {}),
        ...(uncovered === undefined ? {} : { uncovered }),
        ...(generated === undefined ? {} : { generated }),
      }
    }
    default:
      return null
  }
}

/** Whether an event is about a call of the workflow: none that the model made. */
export function isOfCheck({ data }: Event<"tool.called" | "tool.started" | "tool.finished">): boolean {
  return data.check !== undefined
}

/** The call that an open check of an earlier version is known by. */
export const keyOfOldCheck = (started: number) => `check-${started}`

/** The check that a call was made for, as it was planned. */
export function plannedCheck(
  { branch }: Pick<SessionState, "branch">,
  of: { attempt: string; check: string },
): CheckState | undefined {
  return branch.done?.attempts.find(({ id }) => id === of.attempt)?.checks.find(({ id }) => id === of.check)
}
