import { withAgent } from "../agent.ts"
import type { Run } from "../commands/form.ts"
import { compactSession } from "../compact-session.ts"
import { findSession } from "../session-id.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  return withAgent({ purpose: "act" }, async (workshop) => {
    const { id } = await findSession(workshop.store, typed)
    const wanted = { session: id, focus: args.text("focus") ?? null, keep: args.number("keep") ?? null }
    return compactSession(workshop, wanted, terminal)
  })
}
