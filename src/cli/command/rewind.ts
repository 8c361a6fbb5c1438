import { type RewindOptions, rewind } from "../../agent/sessions/rewind.ts"
import { shortId } from "../../base/short-id.ts"
import type { Arguments } from "../command-line.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { undoLines } from "../text/undo-text.ts"
import { UsageError } from "../usage-error.ts"
import { withSessions } from "../with-store.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  const to = target(args)
  if (args.flag("force") && !args.flag("files")) throw new UsageError("--force belongs to --files.", "rewind")
  return withSessions("act", async (store) => {
    const row = await findSession(store, typed)
    const head = args.number("head")
    const options = {
      to,
      files: args.flag("files"),
      force: args.flag("force"),
      ...(head === undefined ? {} : { head }),
    }
    const rewound = await rewind(store, row.id, options)
    const failed = (rewound.files?.left.length ?? 0) > 0
    if (terminal.json) {
      await terminal.printJson({ id: row.id, ...rewound })
      return failed ? 1 : 0
    }
    const id = shortId(row.id)
    await terminal.print(
      ...(rewound.files ? undoLines(rewound.files, row, terminal) : []),
      `Rewound ${id} to event ${rewound.to}. Later events are set aside, not removed: see holdfast log ${id}`,
      rewound.input === null
        ? `Continue from there: holdfast run --session ${id} "…"`
        : `The last message will be sent again: holdfast resume ${id}`,
    )
    return failed ? 1 : 0
  })
}

function target(args: Arguments): RewindOptions["to"] {
  const [seq, turns] = [args.number("to"), args.number("turns")]
  const given = [seq, turns].filter((value) => value !== undefined).length + (args.flag("regenerate") ? 1 : 0)
  if (given !== 1) throw new UsageError("rewind needs one of --to, --turns and --regenerate.", "rewind")
  if (seq !== undefined) return { seq }
  return turns === undefined ? "regenerate" : { turns }
}
