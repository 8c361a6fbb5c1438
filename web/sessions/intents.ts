import type { Row } from "../../src/server/contract/common.ts"
import type { OutboxEntry } from "../live/outbox-entries.ts"

type Rows = ReadonlyMap<string, Row>

const describing = "PATCH /api/sessions/:id"

/** Applies pending descriptions from the outbox to rows, so that changes show at once, even offline. */
export function withIntents(rows: Rows, entries: readonly OutboxEntry[]): Rows {
  const pending = entries.filter(({ route, refused, session }) => route === describing && !refused && rows.has(session))
  if (pending.length === 0) return rows
  const next = new Map(rows)
  for (const { session, given } of pending) {
    const row = next.get(session)
    if (row) next.set(session, { ...row, ...described(given.body) })
  }
  return next
}

type Described = Partial<Pick<Row, "title" | "tags" | "pinned" | "archived" | "trashed">>

const fields: ReadonlyArray<keyof Described> = ["title", "tags", "pinned", "archived", "trashed"]

function described(body: unknown): Described {
  if (typeof body !== "object" || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([field]) => fields.some((known) => known === field)))
}
