import type { Event, ForeignEvent } from "../../session/event.ts"
import { transcript } from "../../session/view/transcript.ts"
import type { Damage, SessionRow, Store } from "../../store/contract.ts"
import { type ExportSource, exportDocument, exportFormat, exportLines } from "../../store/export.ts"
import { redactedSource } from "../../store/export-redacted.ts"
import type { Run } from "../commands/form.ts"
import { writeWhole } from "../file.ts"
import { markdown } from "../markdown.ts"
import { findSession, shortId } from "../session-id.ts"
import { withSessions } from "../store.ts"
import { counted } from "../text/plain.ts"

export const run: Run = async (args, terminal) => {
  const [typed = ""] = args.words
  const format = args.text("format") ?? "jsonl"
  const file = args.text("output")
  return withSessions("look", async (store) => {
    const row = await findSession(store, typed)
    const damage: Damage[] = []
    const pieces = untilAborted(piecesOf(store, row, { format, redact: args.flag("redact"), damage }), terminal.signal)
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

type Wish = { format: string; redact: boolean; damage: Damage[] }

function piecesOf(store: Store, row: SessionRow, { format, redact, damage }: Wish): AsyncIterable<string> {
  if (format === "markdown") return markdownPieces(store, row, damage)
  const plain: ExportSource = {
    header: {
      format: exportFormat.name,
      version: exportFormat.version,
      session: row.id,
      head: row.seq,
      exportedAt: new Date().toISOString(),
    },
    // Up to the head that the header names, whatever is appended meanwhile.
    events: store.read(row.id, { before: row.seq + 1, asStored: true }),
    blob: (hash) => store.blob(hash),
  }
  const source = redact ? redactedSource(plain) : plain
  return format === "json" ? exportDocument(source) : exportLines(source)
}

// For reading, a damaged part is left out and told; a log with a hole in it could not be imported.
async function* markdownPieces(store: Store, row: SessionRow, damage: Damage[]): AsyncGenerator<string> {
  const events: Array<Event | ForeignEvent> = []
  for await (const event of store.read(row.id, { onDamage: (found) => damage.push(found) })) events.push(event)
  const whole = damage.length === 0
  const state = whole ? await store.state(row.id) : undefined
  const partials = whole ? await store.partials(row.id) : undefined
  const items = transcript(events, { ...(state ? { live: state.live } : {}), ...(partials ? { partials } : {}) })
  yield* markdown(row, items, damage)
}

async function* untilAborted(pieces: AsyncIterable<string>, signal: AbortSignal): AsyncGenerator<string> {
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
  }
}
