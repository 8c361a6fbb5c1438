import { type RewindOptions, rewind } from "../../agent/rewind.ts"
import { shortId } from "../../agent/text/short-id.ts"
import type { Arguments } from "../arguments.ts"
import type { Run } from "../commands/form.ts"
import { findSession } from "../session-id.ts"
import { withSessions } from "../store.ts"
import { undoLines } from "../undo-text.ts"
import { UsageError } from "../usage-error.ts"

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
      `Rewound ${id} to event ${rewound.to}. What came after is left, not removed: see holdfast log ${id}`,
      rewound.input === null
        ? `Go on from there: holdfast run --session ${id} "…"`
        : `The last input is asked again. To answer it: holdfast resume ${id}`,
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
