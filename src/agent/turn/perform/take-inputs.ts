import type { NewEvent } from "../../../session/event.ts"
import type { Input } from "../../../session/state.ts"
import { handTo } from "../routing.ts"
import { decided, type Work } from "../work.ts"

/** Gives the model what a person said into the open turn: it is read with the next step. */
export async function takeInputs(inputs: readonly Input[], work: Work): Promise<void> {
  const consumed = inputs.map(({ input }): NewEvent => ({ type: "input.consumed", data: { input, as: "steer" } }))
  // What is being proven may not be what is wanted any more.
  const { mode } = work.state.branch.workflow
  const back = handTo("execute", { code: "steered", summary: "a person said something", kind: "reentry" })
  await decided(work, mode === "verify" ? [...consumed, back] : consumed)
}
