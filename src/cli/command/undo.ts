import { findTurn } from "../../agent/sessions/turn-id.ts"
import { undo } from "../../agent/sessions/undo.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { undoLines } from "../text/undo-text.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = "last"] = args.words
  const named = args.text("turn")
  if (named !== undefined && args.flag("redo")) {
    throw new UsageError("--redo redoes the newest undo and cannot be combined with --turn.", "undo")
  }
  return withSessions("act", async (store) => {
    const row = await findSession(store, typed)
    const head = args.number("head")
    const undone = await undo(store, row.id, {
      force: args.flag("force"),
      redo: args.flag("redo"),
      ...(named === undefined ? {} : { turn: await findTurn(store, row.id, named) }),
      ...(head === undefined ? {} : { head }),
    })
    if (terminal.json) await terminal.printJson({ id: row.id, ...undone })
    else await terminal.print(...undoLines(undone, row, terminal))
    return undone.left.length > 0 ? 1 : 0
  })
}
