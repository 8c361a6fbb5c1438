import { describeSession } from "../../agent/describe.ts"
import { oneLine } from "../../agent/text/plain.ts"
import { shortId } from "../../agent/text/short-id.ts"
import type { Run } from "../commands/form.ts"
import { findSession } from "../session-id.ts"
import { withSessions } from "../store.ts"
import { UsageError } from "../usage-error.ts"

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
