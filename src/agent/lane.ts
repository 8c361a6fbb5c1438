import type { Attempt, Done, SessionState } from "../session/state.ts"
import type { Action } from "./decide.ts"

/** What the workflow wants next, where nothing is open: to ask, to plan or to prove. Null where the model has the word. */
export function laneAction(state: SessionState): Action | null {
  if (!isWork(state)) return null
  const { workflow, done } = state.branch
  switch (workflow.mode) {
    case "clarify":
      return clarifying(state)
    case "plan":
      return { do: "write-plan" }
    case "verify":
      return verifying(done?.attempts.at(-1), state.log.owner?.seq ?? 0)
    case "execute":
    case "explore":
      return wantsChecks(done) ? { do: "plan-checks" } : null
    default:
      return workflow.mode satisfies never
  }
}

/** Whether the open turn has a definition of done: small talk and sub-runs have none. */
export function isWork({ log, branch }: SessionState): boolean {
  return log.turn !== null && branch.done?.turn === log.turn.id && log.startedBy === null
}

function clarifying({ log, branch }: SessionState): Action {
  const round = branch.workflow.clarify.at(-1)
  if (!round || round.reviewed) return { do: "ask-question" }
  if (round.answered !== null) return { do: "write-brief" }
  // The question went with the turn that it was asked in.
  return log.asks.open.some(({ ask }) => ask === round.ask) ? { do: "wait", for: "answer" } : { do: "ask-question" }
}

/** A check that went with a crash runs again, unless only the model named it: it may be anything. */
function verifying(attempt: Attempt | undefined, ownedAt: number): Action {
  const check = attempt?.checks.find(
    ({ status, source, startedAt }) =>
      status === "planned" || (status === "unknown" && source !== "model" && (startedAt ?? ownedAt) < ownedAt),
  )
  return check ? { do: "begin-check", check } : { do: "judge" }
}

/** Checks are derived when work has been done that the newest attempt does not know of. */
function wantsChecks(done: Done | null): boolean {
  if (done === null || done.changedAt === null) return false
  const attempt = done.attempts.at(-1)
  if (!attempt) return true
  if (attempt.status === "planned") return attempt.plannedAt < (done.newFileAt ?? 0)
  // What changed after it was planned is in what its checks saw.
  return (attempt.checks[0]?.startedAt ?? attempt.plannedAt) < done.changedAt
}
