import { counted } from "../../base/amount-text.ts"
import { shortId } from "../../base/short-id.ts"
import { type ExportWish, exportPieces } from "../../present/export.ts"
import type { Damage } from "../../store/contract.ts"
import type { Run } from "../commands/command-form.ts"
import { findSession } from "../session/session-id.ts"
import { withSessions } from "../with-store.ts"
import { writeWhole } from "../write-file.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  const format = (args.text("format") ?? "jsonl") as ExportWish["format"]
  const file = args.text("output")
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const damage: Damage[] = []
    const wish = { format, redact: args.flag("redact"), onDamage: (found: Damage) => void damage.push(found) }
    const pieces = untilAborted(exportPieces(store, row, wish), terminal.signal)
    if (file === undefined || file === "-") {
      const write = format === "markdown" ? terminal.write : terminal.writeJson
      for await (const piece of pieces) await write(piece)
    } else {
      await writeWhole(file, pieces, args.flag("force") ? "replace" : "keep")
      const what = {
        session: row.id,
        format,
        file,
        events: row.seq,
        redacted: args.flag("redact") || format === "markdown",
      }
      if (terminal.json) await terminal.printJson(what)
      else await terminal.print(`Exported ${shortId(row.id)} (${counted(row.seq, "event")}) to ${file}.`)
    }
    for (const { from, to, what } of damage) {
      terminal.note(
        `holdfast: events ${from} to ${to} are damaged and were left out (${what}). See 'holdfast doctor --verify'.`,
      )
    }
    return damage.length > 0 ? 1 : 0
  })
}

async function* untilAborted(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}
