import { withAgent } from "../cli-context.ts"
import type { Run } from "../commands/command-form.ts"
import { compactSession } from "../session/compact-session.ts"
import { findSession } from "../session/session-id.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withAgent({ purpose: "act" }, async (context) => {
    const { id } = await findSession(context.store, typed)
    const wanted = { session: id, focus: args.text("focus") ?? null, keep: args.number("keep") ?? null }
    return compactSession(context, wanted, terminal)
  })
}
