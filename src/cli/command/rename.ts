import { describeSession } from "../../agent/sessions/describe-session.ts"
import { oneLine } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "", ...words] = args.words
  const title = oneLine(words.join(" "))
  if (title === "") throw new UsageError("A title needs at least one character.", "rename")
  return withSessions("act", async (store) => {
    const { id, title: before } = await findSession(store, typed)
    if (before !== title) await describeSession(store, id, { title })
    if (terminal.json) await terminal.printJson({ id, title, before })
    else await terminal.print(`${shortId(id)} is now called: ${title}`)
    return 0
  })
}
