import { readRules } from "../../../permissions/rules/rules.ts"
import type { Requirement } from "../../../session/event/input.ts"
import type { NewEvent } from "../../../session/event.ts"
import type { Input, SessionState } from "../../../session/state.ts"
import { uuidv7 } from "../../../store/uuid.ts"
import { defineDone } from "../../../workflow/definition-of-done.ts"
import { isModelOpen } from "../opened-model.ts"
import { handTo, reusePlan, routeTask } from "../routing.ts"
import { decided, decidedNext, type Work } from "../work.ts"

/** Starts a turn with a waiting input, or resumes a stopped one. */
export async function startTurn(begin: { input: Input } | { resumes: string }, work: Work): Promise<void> {
  // Rules that cannot be understood stop everything: better now than in the middle of a turn.
  readRules(work.permissions)
  const turn = uuidv7()
  const events = "input" in begin ? newTurnEvents(begin.input, work) : resuming(begin.resumes, work)
  const inTurn = events.map((event) => ({ ...event, turn }))
  // To open a model may take a while: then the start of the turn is seen before.
  await (isModelOpen(work) ? decidedNext(work, inTurn) : decided(work, inTurn))
}

/** Each input starts a turn with its own definition of done; exploring and child sessions have none. */
function newTurnEvents({ input, text: task, require }: Input, work: Work): NewEvent[] {
  const { state } = work
  const consumed: NewEvent = { type: "input.consumed", data: { input, as: "task" } }
  const data = { task, input, ...requiring(require) }
  if (state.log.startedBy !== null || state.log.mode === "explore") {
    return [{ type: "turn.started", data }, consumed, ...backToWork(state)]
  }
  const done = { ...defineDone(task), retryBudget: work.limits.fixRetries }
  return [{ type: "turn.started", data: { ...data, done } }, consumed, routeTask(task, work)]
}

const requiring = (require: Requirement | null) => (require ? { require } : {})

function resuming(resumes: string, work: Work): NewEvent[] {
  const { branch } = work.state
  // A turn that is resumed must still show what it has not shown.
  const data = { task: branch.task ?? "", resumes, ...requiring(branch.stop?.unmet ?? null) }
  const started: NewEvent = { type: "turn.started", data }
  const reused = reusePlan(work)
  return [started, ...reopenFailedWork(work.state), ...(reused ? [reused] : backToWork(work.state))]
}

/** Work that was given up is tried again with all that it may try. */
function reopenFailedWork({ branch }: SessionState): NewEvent[] {
  return branch.done?.status === "failed" ? [{ type: "done.changed", data: { status: "in-progress", retries: 0 } }] : []
}

/** A turn that was stopped while its checks ran resumes the work: something may have changed since. */
function backToWork({ branch }: SessionState): NewEvent[] {
  return branch.workflow.mode === "verify"
    ? [handTo("execute", { code: "turn_taken_up", summary: "the work is resumed", kind: "reentry" })]
    : []
}
