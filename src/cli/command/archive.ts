import { describeSession } from "../../agent/sessions/describe-session.ts"
import { shortId } from "../../base/short-id.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  const archived = !args.flag("undo")
  return withSessions("act", async (store) => {
    const { id, archived: before } = await findSession(store, typed)
    const changed = before !== archived
    if (changed) await describeSession(store, id, { archived })
    if (terminal.json) await terminal.printJson({ id, archived, changed })
    else await terminal.print(archiveReply(shortId(id), archived ? "in" : "out", changed ? "now" : "already"))
    return 0
  })
}

function archiveReply(id: string, where: "in" | "out", since: "now" | "already"): string {
  if (where === "in")
    return since === "now" ? `Archived ${id}. Undo: holdfast archive ${id} --undo` : `${id} is archived already.`
  return since === "now" ? `${id} is back in the list.` : `${id} is not archived.`
}
