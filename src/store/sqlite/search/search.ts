import { isKnown } from "../../../session/event.ts"
import { searchableText } from "../../../session/policy.ts"
import type { Hit, Page, SearchQuery } from "../../contract.ts"
import { pageLimit, parseSearchCursor } from "../../list-cursor.ts"
import { matches } from "../../search/search-match.ts"
import { parseQuery, type Query, toMatch } from "../../search/search-query.ts"
import { snippet } from "../../search/search-snippet.ts"
import { indexable } from "../../search/search-text.ts"
import type { Core } from "../core.ts"
import { decode, lastEventNumber, locateLog, readRange } from "../log/event-rows.ts"

/** A page of events whose text matches, newest first: the tail that is not indexed yet, then the index. Writes nothing. */
export function searchText(core: Core, query: SearchQuery): Page<Hit> {
  const limit = pageLimit(query.limit)
  const parsed = parseQuery(query.text, { prefixLast: query.prefixLast ?? false })
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : parseSearchCursor(query.cursor)
  // What an erase copied into a fork is indexed at once, under numbers above the mark: the two parts may overlap.
  const found = [...tail(core, parsed, query, before), ...indexed(core, parsed, query, before, limit + 1)]
  found.sort((a, b) => b.n - a.n)
  const page = found.slice(0, limit)
  const last = page.at(-1)
  const items = page.flatMap((document) => hitOf(core, parsed, document) ?? [])
  return { items, next: last && found.length > limit ? String(last.n) : null }
}

/** Indexes the next events above the mark. Runs inside a transaction; returns how many it looked at. */
export function indexNext(core: Core, limit: number): number {
  const mark = markOf(core)
  const rows = core.writer.all<EventRow>(
    "SELECT n, session, seq, body FROM events WHERE n > ? ORDER BY n LIMIT ?",
    mark,
    limit,
  )
  for (const row of rows) {
    const text = textOf(row)
    if (text === undefined) continue
    core.writer.run("INSERT INTO search (rowid, text) VALUES (?, ?)", row.n, indexable(text))
    core.writer.run("INSERT INTO documents (n, session, seq) VALUES (?, ?, ?)", row.n, row.session, row.seq)
  }
  const last = rows.at(-1)
  if (last) core.writer.run("UPDATE marks SET value = ? WHERE name = 'indexed'", last.n)
  return rows.length
}

/** Whether at least so many events are not indexed yet. */
export function isIndexDue(core: Core, events: number): boolean {
  return lastEventNumber(core.writer) - markOf(core) >= events
}

/** The number of the last event that is in the search index. */
function markOf(core: Core): number {
  return core.writer.get<{ value: number }>("SELECT value FROM marks WHERE name = 'indexed'")?.value ?? 0
}

type EventRow = { n: number; session: number; seq: number; body: Uint8Array }
type Document = { n: number; id: string; title: string | null; seq: number }

const scope = (query: SearchQuery) =>
  `s.trashed = 0${query.project === undefined ? "" : " AND s.project = ?"}${query.session === undefined ? "" : " AND s.id = ?"}`

const scopeValues = ({ project, session }: SearchQuery) => [project, session].filter((value) => value !== undefined)

function indexed(core: Core, parsed: Query, query: SearchQuery, before: number, limit: number): Document[] {
  return core.reader.all<Document>(
    `SELECT d.n, s.id, s.title, d.seq FROM search
     CROSS JOIN documents d ON d.n = search.rowid CROSS JOIN sessions s ON s.n = d.session
     WHERE search MATCH ? AND search.rowid < ? AND ${scope(query)} ORDER BY search.rowid DESC LIMIT ?`,
    toMatch(parsed),
    before,
    ...scopeValues(query),
    limit,
  )
}

function tail(core: Core, parsed: Query, query: SearchQuery, before: number): Document[] {
  const rows = core.reader.all<EventRow & Document>(
    `SELECT e.n, e.session, e.seq, e.body, s.id, s.title FROM events e JOIN sessions s ON s.n = e.session
     WHERE e.n > (SELECT value FROM marks WHERE name = 'indexed') AND e.n < ? AND ${scope(query)} ORDER BY e.n DESC`,
    before,
    ...scopeValues(query),
  )
  return rows.filter((row) => {
    const text = textOf(row)
    return text !== undefined && matches(parsed, text)
  })
}

function textOf(row: EventRow): string | undefined {
  try {
    const event = decode({ seq: row.seq, origin: "", body: row.body })
    return isKnown(event) ? searchableText(event) : undefined
  } catch {
    return undefined // not checked against its hash here: damage has no text, and `verify` names it
  }
}

// What is damaged is not shown as a hit, nor what a damaged index points to; `doctor --verify` names it.
function hitOf(core: Core, parsed: Query, { id, title, seq }: Document): Hit | undefined {
  const place = locateLog(core.reader, id)
  const [stored] = place ? readRange(core.reader, place, seq, seq, () => undefined) : []
  const event = stored && decode(stored)
  if (!event || !isKnown(event)) return undefined
  const text = searchableText(event) ?? ""
  if (!matches(parsed, text)) return undefined
  return { session: id, title, seq, at: event.at, type: event.type, snippet: snippet(parsed, text) }
}
