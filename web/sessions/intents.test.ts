import { describe, expect, it } from "vitest"
import type { Letter } from "../live/outbox.ts"
import { rowOf } from "../live/test-row.ts"
import { withIntents } from "./intents.ts"

const rows = new Map([["a", rowOf({ id: "a", title: "Old", seq: 7 })]])
const letter = (change: Partial<Letter>): Letter => ({
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
    const later = letter({ given: { params: { id: "a" }, body: { title: "Newer", trashed: true } } })
    expect(withIntents(rows, [letter({}), later]).get("a")).toEqual(
      rowOf({ id: "a", title: "Newer", trashed: true, seq: 7 }),
    )
  })

  it("is not seen where it was refused, is about something else, or not known", () => {
    const refused = letter({ refused: { code: "damaged", message: "" } })
    const other = letter({
      route: "POST /api/sessions/:id/inputs",
      given: { params: { id: "a" }, body: { text: "x" } },
    })
    expect(withIntents(rows, [refused, other, letter({ session: "b" })])).toBe(rows)
  })
})
