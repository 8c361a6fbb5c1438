import { type Event, type ForeignEvent, isKnown } from "../../../session/event.ts"
import { searchableText } from "../../../session/policy.ts"
import type { SessionState } from "../../../session/state.ts"
import { listedFrom } from "../../session-row.ts"
import type { Database } from "../database.ts"
import { holderOf } from "../lease/lease.ts"
import type { LogLocation } from "../log/event-rows.ts"
import { type Derived, foreignThrough } from "./derived.ts"
import type { TextSum } from "./verify-search.ts"

type ReportProblem = (seq: number | null, what: string) => void

/** Whether the keys, the started items and the references to blobs of a session are those that its log tells of. */
export function verifyDerived(db: Database, { n, id }: LogLocation, derived: Derived, report: ReportProblem): void {
  const rows = (sql: string) => db.all<object>(sql, n)
  const keys = [...derived.keys.values()].map(({ key, digest, to }) => ({ key, digest, result: String(to) }))
  if (!isSame(rows("SELECT key, digest, result FROM keys WHERE session = ?"), keys)) {
    report(null, "its idempotency keys are not remembered as they were used")
  }
  const { opening } = derived
  const isForgotten =
    opening && !db.get("SELECT 1 FROM keys WHERE session = 0 AND key = ? AND result = ?", opening.key, id)
  if (isForgotten) report(null, `the idempotency key ${opening.key} of its opening is not remembered`)
  const started = [...derived.started.values()].map(({ kind, id: item, seq }) => ({ kind, id: item, seq }))
  if (!isSame(rows("SELECT kind, id, seq FROM begun WHERE session = ?"), started)) {
    report(null, "its turns, inputs and asks are not remembered as they started")
  }
  const named = [...derived.blobs.keys()].map((hash) => ({ hash }))
  const listed = db.all<{ hash: string }>("SELECT hash FROM blob_refs WHERE session = ?", n)
  const certain = listed.filter(({ hash }) => derived.blobs.has(hash) || !derived.maybeBlobs.has(hash))
  if (!isSame(certain, named)) report(null, "the blobs that are listed for it are not those that its events name")
}

function isSame(rows: readonly object[], expected: readonly object[]): boolean {
  const texts = (list: readonly object[]) => list.map((each) => JSON.stringify(each)).sort()
  return texts(rows).join("\n") === texts(expected).join("\n")
}

/** Sees every event of a log in order, then tells whether the search index has its documents; their words are summed up. */
export function verifyDocuments(db: Database, place: LogLocation, report: ReportProblem, texts: TextSum) {
  const mark = db.get<{ value: number }>("SELECT value FROM marks WHERE name = 'indexed'")?.value ?? 0
  const rows = db.all<{ n: number; seq: number }>("SELECT n, seq FROM documents WHERE session = ?", place.n)
  const documents = new Map(rows.map(({ n, seq }) => [seq, n]))
  const surplus = new Set(rows.map(({ n }) => n))
  let absent: number | undefined
  return {
    see(event: Event | ForeignEvent, n: number | undefined) {
      const text = isKnown(event) ? searchableText(event) : undefined
      if (text === undefined) return
      const document = documents.get(event.seq)
      if (document !== undefined && (n === undefined || document === n)) {
        surplus.delete(document)
        texts.add(document, text)
      } else if (n === undefined || n <= mark) absent ??= event.seq
    },
    end() {
      if (absent !== undefined) report(absent, "the search index does not have it")
      if (surplus.size > 0) report(null, `the search index lists ${surplus.size} events that it does not have`)
    },
  }
}

/** Whether the row of a session, its tags and its lease are what its log leads to. */
export function verifyRow(
  db: Database,
  place: LogLocation,
  state: SessionState,
  hotBytes: number,
  report: ReportProblem,
): void {
  const row = db.get<Record<string, unknown>>("SELECT * FROM sessions WHERE n = ?", place.n) ?? {}
  const wrong = Object.entries({ ...listedFrom(state), hotBytes }).flatMap(([field, value]) => {
    const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return row[column] === value ? [] : [column]
  })
  if (wrong.length > 0) report(null, `its row in the list is wrong in ${wrong.join(", ")}`)
  const tags = db.all<object>("SELECT tag FROM tags WHERE session = ?", place.n)
  const expected = [...new Set(state.log.tags)].map((tag) => ({ tag }))
  if (!isSame(tags, expected)) report(null, "its tags in the list are wrong")
  const lease = db.get<{ epoch: number; owner: string | null }>(
    "SELECT epoch, owner FROM leases WHERE session = ?",
    place.n,
  )
  const { owner } = state.log
  const here = owner !== null && owner.seq > Math.max(place.base, foreignThrough(db, place.n))
  if (here && (lease?.epoch ?? 0) < owner.epoch) report(null, "its lease is of an older epoch than its owner")
  if (lease?.owner && !holderOf(lease.owner)) report(null, "the holder of its lease cannot be read")
}
