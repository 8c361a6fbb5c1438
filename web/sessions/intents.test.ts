import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import type { OutboxEntry } from "../live/outbox-entries.ts"
import { withIntents } from "./intents.ts"

const rows = new Map([["a", rowOf({ id: "a", title: "Old", seq: 7 })]])
const entry = (change: Partial<OutboxEntry>): OutboxEntry => ({
  key: "k",
  session: "a",
  at: "2026-01-01T00:00:00.000Z",
  order: 1,
  tab: "t",
  route: "PATCH /api/sessions/:id",
  given: { params: { id: "a" }, body: { title: "New" } },
  ...change,
})

describe("what a person said and the server has not heard", () => {
  it("is seen in the list, the last word last", () => {
    const later = entry({ given: { params: { id: "a" }, body: { title: "Newer", trashed: true } } })
    expect(withIntents(rows, [entry({}), later]).get("a")).toEqual(
      rowOf({ id: "a", title: "Newer", trashed: true, seq: 7 }),
    )
  })

  it("is not seen where it was refused, is about something else, or not known", () => {
    const refused = entry({ refused: { code: "damaged", message: "" } })
    const other = entry({
      route: "POST /api/sessions/:id/inputs",
      given: { params: { id: "a" }, body: { text: "x" } },
    })
    expect(withIntents(rows, [refused, other, entry({ session: "b" })])).toBe(rows)
  })
})
