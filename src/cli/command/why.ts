import { eventsSinceTurn, findTurn } from "../../agent/sessions/turn-id.ts"
import { shortId } from "../../base/short-id.ts"
import { holdsInputs } from "../../session/view/unfinished.ts"
import { why } from "../../session/view/why.ts"
import type { SessionRow } from "../../store/contract.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import type { Terminal } from "../terminal.ts"
import { whyLines } from "../text/why-text.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const named = args.text("turn")
    const turn = named === undefined ? undefined : await findTurn(store, row.id, named)
    const events = await eventsSinceTurn(store, row.id, turn)
    const held = holdsInputs(await store.state(row.id))
    const explanation = why(events, { driven: row.status === "running", held, ...(turn === undefined ? {} : { turn }) })
    const owner = row.owner?.path ?? null
    if (terminal.json) await terminal.printJson({ session: row.id, owner, why: explanation })
    else if (explanation)
      await terminal.print(...whyLines(explanation, { ...row, owner, home: dataDirectory() }, terminal))
    else await printNothing(row, terminal)
    return 0
  })
}

async function printNothing({ id, status }: SessionRow, terminal: Terminal): Promise<void> {
  const waits = status === "interrupted" ? ` A message is queued: holdfast resume ${shortId(id)}` : ""
  await terminal.print(`${shortId(id)} has no turn yet.${waits}`)
}
