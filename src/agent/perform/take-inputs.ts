import type { Input } from "../../session/state.ts"
import { decided, type Work } from "../work.ts"

/** Gives the model what a person said into the open turn: it is read with the next step. */
export async function takeInputs(inputs: readonly Input[], work: Work): Promise<void> {
  await decided(
    work,
    inputs.map(({ input }) => ({ type: "input.consumed", data: { input, as: "steer" } })),
  )
}
