import type { Attempt, PlanApproval, SessionState } from "../../session/state.ts"
import type { Action } from "./decide.ts"

/** What the workflow wants next, where nothing is open: to ask, to plan or to prove. Null where the model has the word. */
export function modeAction(state: SessionState): Action | null {
  if (!isWork(state)) return null
  const { workflow, done, approval } = state.branch
  switch (workflow.mode) {
    case "clarify":
      return clarifying(state)
    case "plan":
      return planning(approval)
    case "verify":
      return verifying(done?.attempts.at(-1), state.log.owner?.seq ?? 0)
    case "execute":
    case "explore":
      return null
    default:
      return workflow.mode satisfies never
  }
}

/** Whether the open turn has a definition of done: what only looks around has none. */
export function isWork({ log, branch }: SessionState): boolean {
  return log.turn !== null && branch.done?.turn === log.turn.id && log.startedBy === null
}

function clarifying({ log, branch }: SessionState): Action {
  const round = branch.workflow.clarify.at(-1)
  if (!round || round.reviewed) return { do: "ask-model", for: "question" }
  if (round.answered !== null) return { do: "ask-model", for: "brief" }
  // The question went with the turn that it was asked in.
  return log.asks.open.some(({ ask }) => ask === round.ask)
    ? { do: "wait", for: "answer" }
    : { do: "ask-model", for: "question" }
}

/** A plan that a person asked for is followed once they approve it. */
function planning(approval: PlanApproval | null): Action {
  if (approval === null) return { do: "ask-model", for: "plan" }
  switch (approval.verdict) {
    case "rejected-with-words":
      return { do: "ask-model", for: "plan" }
    case "approved":
      return { do: "follow-plan" }
    case "rejected":
      return { do: "stop", stop: { code: "cancelled", summary: "The plan was rejected" } }
    case null:
      // The question expired with the turn that it was asked in.
      return { do: "ask-approval" }
    default:
      return approval.verdict satisfies never
  }
}

/** A check that went with a crash runs again, unless only the model named it: it may be anything. */
function verifying(attempt: Attempt | undefined, ownedAt: number): Action {
  const check = attempt?.checks.find(
    ({ status, source, startedAt }) =>
      status === "planned" || (status === "unknown" && source !== "model" && (startedAt ?? ownedAt) < ownedAt),
  )
  return check ? { do: "call-check", check } : { do: "judge" }
}
