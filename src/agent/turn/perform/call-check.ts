import type { CheckState } from "../../../session/state.ts"
import { uuidv7 } from "../../../store/uuid.ts"
import { bashTool } from "../../../tools/bash.ts"
import { argumentsHash } from "../../tool-calls/arguments-hash.ts"
import { decided, type Work } from "../work.ts"

/** Calls the command of a check: a call like any other, made by the workflow. */
export async function callCheck({ id, command }: CheckState, work: Work): Promise<void> {
  const attempt = work.state.branch.done?.attempts.at(-1)
  if (!attempt) return
  const data = {
    call: uuidv7(),
    name: bashTool.name,
    arguments: { command },
    argumentsHash: argumentsHash({ command }),
  }
  await decided(work, [{ type: "tool.called", data: { ...data, check: { attempt: attempt.id, check: id } } }])
}
