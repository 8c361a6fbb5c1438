import { readRules } from "../../permissions/rules.ts"
import type { NewEvent } from "../../session/event.ts"
import type { Input, SessionState } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { continuesDone, defineDone } from "../../workflow/done.ts"
import { taskKind } from "../../workflow/task.ts"
import { handTo, reusePlan, routeTask } from "../routing.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Begins a turn with a waiting input, or takes a stopped one up again. */
export async function startTurn(begin: { input: Input } | { resumes: string }, work: Work): Promise<void> {
  // Rules that cannot be understood stop everything: better now than in the middle of a turn.
  readRules(work.permissions)
  const turn = uuidv7()
  const events: NewEvent[] = [
    ...("input" in begin ? beginning(begin.input, work) : goingOn(begin.resumes, work)),
    ...moveTo(null, "prepare", { code: "prepare_runtime", summary: "Preparing the turn" }),
  ]
  await decided(
    work,
    events.map((event) => ({ ...event, turn })),
  )
}

function beginning({ input, text: task }: Input, work: Work): NewEvent[] {
  const { state } = work
  const consumed: NewEvent = { type: "input.consumed", data: { input, as: "task" } }
  // Asked for again before it was finished, it goes on from where it stands.
  const stopped = state.branch.stop?.turn
  if (stopped !== undefined && state.branch.done?.turn === stopped && continuesDone(state.branch.done, task)) {
    return [{ type: "turn.started", data: { task, input, resumes: stopped } }, consumed, ...takenUp(work)]
  }
  const started: NewEvent = { type: "turn.started", data: { task, input } }
  const looking = state.log.startedBy !== null || state.log.mode === "explore"
  if (looking || taskKind(task) === "small-talk") return [started, consumed, ...backToWork(state)]
  const defined: NewEvent = {
    type: "done.defined",
    data: { ...defineDone(task), retryBudget: work.limits.fixRetries },
  }
  return [started, consumed, defined, routeTask(task, work)]
}

function goingOn(resumes: string, work: Work): NewEvent[] {
  return [{ type: "turn.started", data: { task: work.state.branch.task ?? "", resumes } }, ...takenUp(work)]
}

function takenUp(work: Work): NewEvent[] {
  const reused = reusePlan(work)
  return [...anew(work.state), ...(reused ? [reused] : backToWork(work.state))]
}

/** Work that was given up is tried again with all that it may try. */
function anew({ branch }: SessionState): NewEvent[] {
  return branch.done?.status === "failed" ? [{ type: "done.changed", data: { status: "in-progress", retries: 0 } }] : []
}

/** A turn that was stopped while it proved its work takes up the work: something may have changed since. */
function backToWork({ branch }: SessionState): NewEvent[] {
  return branch.workflow.mode === "verify"
    ? [handTo("execute", { code: "turn_taken_up", summary: "the work is taken up again", kind: "reentry" })]
    : []
}
