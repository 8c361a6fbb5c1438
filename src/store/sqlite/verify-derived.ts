import type { Event, ForeignEvent } from "../../session/event.ts"
import { isKnown } from "../../session/event.ts"
import { searchableText } from "../../session/policy.ts"
import type { SessionState } from "../../session/state.ts"
import { type Begun, begunBy } from "../begun.ts"
import { keyedAppends } from "../idempotency.ts"
import { listedFrom } from "../session-row.ts"
import type { Database } from "./database.ts"
import { holderOf } from "./lease.ts"
import { decodeAsStored, type Place, type Stored } from "./log.ts"
import type { TextSum } from "./verify-search.ts"

/** How an event is stored: its number where it has a row, and whether it is inherited or the session's own. */
export type Sight = { stored: Stored; n: number | undefined; own: boolean }

/** Sees every event of a log in order, then says what is wrong with the data derived from it. */
type Watch = { see(event: Event | ForeignEvent, sight: Sight): void; end(): void }

type Tell = (seq: number | null, what: string) => void

/** Whether the search index has the documents of a session; their words are summed up. */
export function verifyDocuments(db: Database, place: Place, tell: Tell, texts: TextSum): Watch {
  const mark = db.get<{ value: number }>("SELECT value FROM marks WHERE name = 'indexed'")?.value ?? 0
  const rows = db.all<{ n: number; seq: number }>("SELECT n, seq FROM documents WHERE session = ?", place.n)
  const documents = new Map(rows.map(({ n, seq }) => [seq, n]))
  const surplus = new Set(rows.map(({ n }) => n))
  let absent: number | undefined
  return {
    see(event, { n, own }) {
      const text = own && isKnown(event) ? searchableText(event) : undefined
      if (text === undefined) return
      const document = documents.get(event.seq)
      if (document !== undefined && (n === undefined || document === n)) {
        surplus.delete(document)
        texts.add(document, text)
      } else if (n === undefined || n <= mark) absent ??= event.seq
    },
    end() {
      if (absent !== undefined) tell(absent, "the search index does not have it")
      if (surplus.size > 0) tell(null, `the search index lists ${surplus.size} events that it does not have`)
    },
  }
}

/** Whether every idempotency key in a log is remembered, with what it led to. */
export function verifyKeys(db: Database, place: Place, tell: Tell): Watch {
  const rows = db.all<{ key: string; digest: string; result: string }>(
    "SELECT key, digest, result FROM keys WHERE session = ?",
    place.n,
  )
  const kept = new Map(rows.map((row) => [row.key, row]))
  const appends = keyedAppends(place.id, ({ key, from, to, digest, isWhole }) => {
    const row = kept.get(key)
    kept.delete(key)
    if (!isWhole) return
    if (!row) tell(from, `its idempotency key ${key} is not remembered`)
    else if (row.result !== String(to)) tell(from, `its idempotency key ${key} leads to another event`)
    else if (row.digest !== digest) tell(from, `its idempotency key ${key} is remembered with another body`)
  })
  return {
    see(event, { stored, own }) {
      if (!own) return
      appends.see(decodeAsStored(stored))
      if (isForgottenOpening(db, place, event)) tell(event.seq, `its idempotency key ${event.key} is not remembered`)
    },
    end() {
      appends.end(place.head)
      if (kept.size > 0) tell(null, `${kept.size} idempotency keys are remembered that no event carries`)
    },
  }
}

/** Whether every turn, input and ask that a log began is remembered, and no other. */
export function verifyBegun(db: Database, place: Place, tell: Tell): Watch {
  const rows = db.all<Begun & { seq: number }>("SELECT kind, id, seq FROM begun WHERE session = ?", place.n)
  const kept = new Map(rows.map(({ kind, id, seq }) => [`${kind} ${id}`, seq]))
  return {
    see(event, { own }) {
      const begun = own ? begunBy(event) : undefined
      if (!begun) return
      const name = `${begun.kind} ${begun.id}`
      if (!kept.has(name)) tell(event.seq, `its ${name} is not remembered`)
      else if (kept.get(name) === event.seq) kept.set(name, 0)
    },
    end() {
      const wrong = [...kept.values()].filter((seq) => seq !== 0)
      if (wrong.length > 0) tell(null, `${wrong.length} turns, inputs or asks are remembered that did not begin there`)
    },
  }
}

// The key of an opening belongs to the store that the session was opened in.
function isForgottenOpening(
  db: Database,
  { n, id }: Place,
  { type, session, seq, key }: Event | ForeignEvent,
): boolean {
  if (type !== "session.opened" || session !== id || key === undefined) return false
  return (
    db.get("SELECT 1 FROM sessions WHERE n = ? AND foreign_through >= ?", n, seq) === undefined &&
    db.get("SELECT 1 FROM keys WHERE session = 0 AND key = ? AND result = ?", key, id) === undefined
  )
}

/** Whether the row of a session, its tags and its lease are what its log leads to. */
export function verifyRow(db: Database, place: Place, state: SessionState, hotBytes: number, tell: Tell): void {
  const row = db.get<Record<string, unknown>>("SELECT * FROM sessions WHERE n = ?", place.n) ?? {}
  const wrong = Object.entries({ ...listedFrom(state), hotBytes }).flatMap(([field, value]) => {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return row[column] === value ? [] : [column]
  })
  if (wrong.length > 0) tell(null, `its row in the list is wrong in ${wrong.join(", ")}`)
  const tags = db.all<{ tag: string }>("SELECT tag FROM tags WHERE session = ?", place.n).map(({ tag }) => tag)
  if (tags.sort().join("\n") !== [...new Set(state.log.tags)].sort().join("\n"))
    tell(null, "its tags in the list are wrong")
  const lease = db.get<{ epoch: number; owner: string | null }>(
    "SELECT epoch, owner FROM leases WHERE session = ?",
    place.n,
  )
  const { owner } = state.log
  const here = owner !== null && owner.seq > Math.max(place.base, Number(row.foreign_through))
  if (here && (lease?.epoch ?? 0) < owner.epoch) tell(null, "its lease is of an older epoch than its owner")
  if (lease?.owner && !holderOf(lease.owner)) tell(null, "the holder of its lease cannot be read")
}
