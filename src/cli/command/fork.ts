import type { Run } from "../commands/form.ts"
import { findSession, shortId } from "../session-id.ts"
import { sessionServer } from "../session-server.ts"
import { withSessions } from "../store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withSessions("act", async (store) => {
    const row = await findSession(store, typed)
    const { id: session, workspace, project, seq: head } = row
    const parent = { session, seq: args.number("at") ?? head }
    // No further than it is forked: what comes after may be damaged.
    const baseUrl = await sessionServer(store, row, { at: Math.min(parent.seq, head) })
    const id = await store.open({ workspace, project, parent, ...(baseUrl ? { settings: { baseUrl } } : {}) })
    if (terminal.json) await terminal.printJson({ id, shortId: shortId(id), parent })
    else await terminal.print(`Forked ${shortId(session)} at event ${parent.seq}: ${shortId(id)}`)
    return 0
  })
}
