import { readRules } from "../../permissions/rules.ts"
import type { NewEvent } from "../../session/event.ts"
import type { Input } from "../../session/state.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { isSmallTalk } from "../small-talk.ts"
import { decided, moveTo, type Work } from "../work.ts"

/** Begins a turn with a waiting input, or takes a stopped one up again. */
export async function startTurn(begin: { input: Input } | { resumes: string }, work: Work): Promise<void> {
  // Rules that cannot be understood stop everything: better now than in the middle of a turn.
  readRules(work.permissions)
  const turn = uuidv7()
  const from =
    "input" in begin
      ? { task: begin.input.text, input: begin.input.input }
      : { task: work.state.branch.task ?? "", resumes: begin.resumes }
  const events: NewEvent[] = [
    { type: "turn.started", data: from },
    ...("input" in begin ? [consumed(begin.input)] : []),
    ...("input" in begin && !isSmallTalk(from.task) ? [defined(from.task)] : []),
    ...moveTo(null, "prepare", { code: "prepare_runtime", summary: "Preparing the turn" }),
  ]
  await decided(
    work,
    events.map((event) => ({ ...event, turn })),
  )
}

function consumed({ input }: Input): NewEvent {
  return { type: "input.consumed", data: { input, as: "task" } }
}

function defined(task: string): NewEvent {
  return { type: "done.defined", data: { task, status: "draft" } }
}
