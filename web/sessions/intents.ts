import type { Row } from "../../src/server/contract/common.ts"
import type { Letter } from "../live/outbox.ts"

type Rows = ReadonlyMap<string, Row>

const describing = "PATCH /api/sessions/:id"

/** Rows as they will be once what waits in the outbox is done: what a person said is seen at once, connection or not. */
export function withIntents(rows: Rows, letters: readonly Letter[]): Rows {
  const told = letters.filter(({ route, refused, session }) => route === describing && !refused && rows.has(session))
  if (told.length === 0) return rows
  const next = new Map(rows)
  for (const { session, given } of told) {
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
