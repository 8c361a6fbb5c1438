import type { Run } from "../commands.ts"
import { findSession, shortId } from "../session-id.ts"
import { withSessions } from "../store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withSessions("act", async (store) => {
    const { id: session, workspace, project, seq: head } = await findSession(store, typed)
    const parent = { session, seq: args.number("at") ?? head }
    const id = await store.open({ workspace, project, parent })
    if (terminal.json) await terminal.printJson({ id, shortId: shortId(id), parent })
    else await terminal.print(`Forked ${shortId(session)} at event ${parent.seq}: ${shortId(id)}`)
    return 0
  })
}
