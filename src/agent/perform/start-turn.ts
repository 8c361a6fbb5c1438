import { readRules } from "../../permissions/rules.ts"
import type { Requirement } from "../../session/event/input.ts"
import type { NewEvent } from "../../session/event.ts"
import type { Input, SessionState } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { defineDone } from "../../workflow/done.ts"
import { handTo, reusePlan, routeTask } from "../routing.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Starts a turn with a waiting input, or resumes a stopped one. */
export async function startTurn(begin: { input: Input } | { resumes: string }, work: Work): Promise<void> {
  // Rules that cannot be understood stop everything: better now than in the middle of a turn.
  readRules(work.permissions)
  const turn = uuidv7()
  const events: NewEvent[] = [
    ...("input" in begin ? beginning(begin.input, work) : resuming(begin.resumes, work)),
    ...moveTo(null, "prepare", { code: "prepare_runtime", summary: "Preparing the turn" }),
  ]
  await decided(
    work,
    events.map((event) => ({ ...event, turn })),
  )
}

/** Every input is a task of its own, with its own definition of done: only a resume continues an earlier one. */
function beginning({ input, text: task, require }: Input, work: Work): NewEvent[] {
  const { state } = work
  const consumed: NewEvent = { type: "input.consumed", data: { input, as: "task" } }
  const started: NewEvent = { type: "turn.started", data: { task, input, ...requiring(require) } }
  if (state.log.startedBy !== null || state.log.mode === "explore") {
    return [started, consumed, ...backToWork(state)]
  }
  const defined: NewEvent = {
    type: "done.defined",
    data: { ...defineDone(task), retryBudget: work.limits.fixRetries },
  }
  return [started, consumed, defined, routeTask(task, work)]
}

const requiring = (require: Requirement | null) => (require ? { require } : {})

function resuming(resumes: string, work: Work): NewEvent[] {
  const { branch } = work.state
  // A turn that is resumed must still show what it has not shown.
  const data = { task: branch.task ?? "", resumes, ...requiring(branch.stop?.unmet ?? null) }
  const started: NewEvent = { type: "turn.started", data }
  const reused = reusePlan(work)
  return [started, ...anew(work.state), ...(reused ? [reused] : backToWork(work.state))]
}

/** Work that was given up is tried again with all that it may try. */
function anew({ branch }: SessionState): NewEvent[] {
  return branch.done?.status === "failed" ? [{ type: "done.changed", data: { status: "in-progress", retries: 0 } }] : []
}

/** A turn that was stopped while its checks ran resumes the work: something may have changed since. */
function backToWork({ branch }: SessionState): NewEvent[] {
  return branch.workflow.mode === "verify"
    ? [handTo("execute", { code: "turn_taken_up", summary: "the work is resumed", kind: "reentry" })]
    : []
}
