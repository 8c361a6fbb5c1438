import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { noFilter } from "./filter.ts"
import { listed } from "./session-order.ts"

const at = (day: number) => `2026-03-${String(day).padStart(2, "0")}T12:00:00.000Z`
const rows = [
  rowOf({ id: "old", updatedAt: at(1) }),
  rowOf({ id: "new", updatedAt: at(9) }),
  rowOf({ id: "pin", updatedAt: at(2), pinned: true }),
  rowOf({ id: "bin", updatedAt: at(8), trashed: true, pinned: true, archived: true }),
  rowOf({ id: "kept", updatedAt: at(7), archived: true, pinned: true }),
]
const ids = (filter: Parameters<typeof listed>[1]) => listed(rows, filter).map(({ id }) => id)

describe("the list of sessions", () => {
  it("has pinned ones first, then the most recently active", () => {
    expect(ids({ filter: noFilter, reach: "end" })).toEqual(["pin", "new", "old"])
  })

  it("ends where the pages end, but for what is pinned", () => {
    expect(ids({ filter: noFilter, reach: at(5) })).toEqual(["pin", "new"])
    expect(ids({ filter: noFilter, reach: null })).toEqual(["pin"])
  })

  it("has an archive, and a trash that holds archived ones too", () => {
    expect(ids({ filter: { ...noFilter, place: "archive" }, reach: "end" })).toEqual(["kept"])
    expect(ids({ filter: { ...noFilter, place: "trash" }, reach: "end" })).toEqual(["bin"])
  })

  it("keeps a place that is held", () => {
    const held = (row: { id: string; updatedAt: string }) => (row.id === "new" ? at(0) : row.updatedAt)
    expect(ids({ filter: noFilter, reach: "end", at: held })).toEqual(["pin", "old", "new"])
  })
})
