import type { Event, ForeignEvent } from "../session/event.ts"
import { transcript } from "../session/view/transcript.ts"
import type { Damage, SessionRow, Store } from "../store/contract.ts"
import { type ExportSource, exportDocument, exportFormat, exportLines } from "../store/transfer/export-lines.ts"
import { redactedSource } from "../store/transfer/export-redacted.ts"
import { markdown } from "./transcript-markdown.ts"

/** `jsonl` and `json` are complete; `markdown` is for reading and always redacted. */
export type ExportWish = { format: "jsonl" | "json" | "markdown"; redact: boolean }

/** Streams an export. Damage is skipped and reported to `onDamage` in Markdown; the other formats throw. */
export function exportPieces(
  store: Store,
  row: SessionRow,
  { format, redact, onDamage }: ExportWish & { onDamage?: (damage: Damage) => void },
): AsyncGenerator<string> {
  if (format === "markdown") return markdownPieces(store, row, onDamage)
  const plain: ExportSource = {
    header: {
      format: exportFormat.name,
      version: exportFormat.version,
      session: row.id,
      head: row.seq,
      exportedAt: new Date().toISOString(),
    },
    // Up to the head in the header, even if the log grows meanwhile.
    events: store.read(row.id, { before: row.seq + 1, asStored: true }),
    blob: (hash) => store.blob(hash),
  }
  const source = redact ? redactedSource(plain) : plain
  return format === "json" ? exportDocument(source) : exportLines(source)
}

// Only Markdown may skip damage: a log with a gap could not be imported.
async function* markdownPieces(
  store: Store,
  row: SessionRow,
  onDamage: ((damage: Damage) => void) | undefined,
): AsyncGenerator<string> {
  const damage: Damage[] = []
  const events: Array<Event | ForeignEvent> = []
  for await (const event of store.read(row.id, { onDamage: (found) => damage.push(found) })) events.push(event)
  for (const found of damage) onDamage?.(found)
  const whole = damage.length === 0
  const state = whole ? await store.state(row.id) : undefined
  const partials = whole ? await store.partials(row.id) : undefined
  const items = transcript(events, { ...(state ? { live: state.live } : {}), ...(partials ? { partials } : {}) })
  yield* markdown(row, items, damage)
}
