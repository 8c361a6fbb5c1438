import { eventsSinceTurn } from "../../agent/turn-id.ts"
import { contextSize } from "../../session/view/context-size.ts"
import { withKnownCost } from "../../session/view/cost.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { holdsInputs } from "../../session/view/unfinished.ts"
import { why } from "../../session/view/why.ts"
import { statusOf } from "../../workflow/explain/status.ts"
import type { Run } from "../commands/form.ts"
import { findSession } from "../session-id.ts"
import { statusLines } from "../status-text.ts"
import { withSessions } from "../store.ts"

/** What a person who was away needs: read from the log, without a call of the model. */
export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const state = await store.state(row.id)
    const now = { driven: row.status === "running", held: holdsInputs(state) }
    const told = why(await eventsSinceTurn(store, row.id), now)
    const status = statusOf(state, told)
    const { permission } = permissionsHere(state, row.foreignThrough)
    if (terminal.json) {
      const { model, usage, inputs } = state.log
      const { compaction, messages } = state.branch
      const stop = told?.stop ?? null
      await terminal.printJson({
        session: row,
        stop,
        ...status,
        model,
        permission,
        usage: withKnownCost(usage.total),
        context: contextSize(state),
        compaction,
        messages,
        waiting: inputs.waiting.length,
      })
    } else
      await terminal.print(
        ...statusLines(status, { row, state, why: told, permission, verbose: args.flag("verbose") }, terminal),
      )
    return 0
  })
}
