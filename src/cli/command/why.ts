import { shortId } from "../../agent/text/short-id.ts"
import { eventsSinceTurn, findTurn } from "../../agent/turn-id.ts"
import { holdsInputs } from "../../session/view/unfinished.ts"
import { why } from "../../session/view/why.ts"
import type { SessionRow } from "../../store/contract.ts"
import { dataDirectory } from "../../store/sqlite/directory.ts"
import type { Run } from "../commands/form.ts"
import { findSession } from "../session-id.ts"
import { withSessions } from "../store.ts"
import type { Terminal } from "../terminal.ts"
import { whyLines } from "../why-text.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const named = args.text("turn")
    const turn = named === undefined ? undefined : await findTurn(store, row.id, named)
    const events = await eventsSinceTurn(store, row.id, turn)
    const held = holdsInputs(await store.state(row.id))
    const told = why(events, { driven: row.status === "running", held, ...(turn === undefined ? {} : { turn }) })
    const owner = row.owner?.path ?? null
    if (terminal.json) await terminal.printJson({ session: row.id, owner, why: told })
    else if (told) await terminal.print(...whyLines(told, { ...row, owner, home: dataDirectory() }, terminal))
    else await tellNothing(row, terminal)
    return 0
  })
}

async function tellNothing({ id, status }: SessionRow, terminal: Terminal): Promise<void> {
  const waits = status === "interrupted" ? ` An input waits: holdfast resume ${shortId(id)}` : ""
  await terminal.print(`${shortId(id)} has no turn yet.${waits}`)
}
