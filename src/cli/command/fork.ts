import { forkSession } from "../../agent/sessions/fork.ts"
import { shortId } from "../../base/short-id.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  return withSessions("act", async (store) => {
    const { id: session } = await findSession(store, typed)
    const at = args.number("at")
    const { id, parent } = await forkSession(store, session, at === undefined ? {} : { at })
    if (terminal.json) await terminal.printJson({ id, shortId: shortId(id), parent })
    else await terminal.print(`Forked ${shortId(session)} at event ${parent.seq}: ${shortId(id)}`)
    return 0
  })
}
