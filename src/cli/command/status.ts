import { type Config, configDirectory, readConfig } from "../../agent/configuration/config.ts"
import { eventsSinceTurn } from "../../agent/sessions/turn-id.ts"
import { isHoldfastError } from "../../session/error.ts"
import { contextSize } from "../../session/view/context-size.ts"
import { withKnownCost } from "../../session/view/cost.ts"
import { movesIn } from "../../session/view/move.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import { holdsInputs } from "../../session/view/unfinished.ts"
import { why } from "../../session/view/why.ts"
import { sandboxUse } from "../../tools/sandbox/sandbox.ts"
import { statusOf } from "../../workflow/explain/status-view.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { warn } from "../terminal.ts"
import { statusLines } from "../text/status-text.ts"
import { withSessions } from "../with-store.ts"

/** A summary for someone who was away, from the log alone, without calling the model. */
export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const state = await store.state(row.id)
    const now = { driven: row.status === "running", held: holdsInputs(state) }
    const events = await eventsSinceTurn(store, row.id)
    const explanation = why(events, now)
    const status = statusOf(state, explanation, movesIn(events))
    const { permission } = permissionsHere(state, row.foreignThrough)
    const sandbox = await sandboxUse(sandboxSettings())
    if (terminal.json) {
      const { model, usage, inputs } = state.log
      const { compaction, messages } = state.branch
      const stop = explanation?.stop ?? null
      await terminal.printJson({
        session: row,
        stop,
        ...status,
        model,
        permission,
        sandbox,
        usage: withKnownCost(usage.total),
        context: contextSize(state),
        compaction,
        messages,
        waiting: inputs.waiting.length,
      })
    } else
      await terminal.print(
        ...statusLines(
          status,
          { row, state, why: explanation, permission, sandbox, verbose: args.flag("verbose") },
          terminal,
        ),
      )
    return 0
  })
}

// Settings that cannot be read stop every task, and `doctor` says so.
function sandboxSettings(): NonNullable<Config["sandbox"]> {
  try {
    return readConfig(configDirectory(), warn).sandbox ?? {}
  } catch (error) {
    if (isHoldfastError(error)) return {}
    throw error
  }
}
