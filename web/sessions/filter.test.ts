import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { type Filter, isNarrowed, matches, noFilter, queryOf, type StatusFilter } from "./filter.ts"

const only = (change: Partial<Filter>): Filter => ({ ...noFilter, ...change })
const rows: Readonly<Record<StatusFilter, ReturnType<typeof rowOf>>> = {
  working: rowOf({ id: "working", status: "running" }),
  waits: rowOf({ id: "waits", status: "waiting" }),
  unread: rowOf({ id: "unread", seq: 9, readSeq: 3, stop: "answered" }),
  interrupted: rowOf({ id: "interrupted", status: "interrupted" }),
  failed: rowOf({ id: "failed", stop: "provider-failed" }),
}

describe("the filters", () => {
  it.each(Object.keys(rows) as StatusFilter[])("find what is %s, and nothing else", (status) => {
    const found = Object.values(rows).filter((row) => matches(row, only({ status })))
    expect(found.map(({ id }) => id)).toEqual([status])
  })

  it("count trouble and damage among what failed", () => {
    const trouble = rowOf({ id: "a", trouble: { code: "x", message: "", at: "" } })
    expect(matches(trouble, only({ status: "failed" }))).toBe(true)
    expect(matches(rowOf({ id: "b", damage: "torn" }), only({ status: "failed" }))).toBe(true)
  })

  it("narrow by project and tag", () => {
    const row = rowOf({ id: "a", project: "/kelp", tags: ["ui"] })
    expect(matches(row, only({ project: "/kelp", tag: "ui" }))).toBe(true)
    expect(matches(row, only({ project: "/tide" }))).toBe(false)
    expect(matches(row, only({ tag: "u" }))).toBe(false)
  })

  it("ask the server for no less than what matches", () => {
    expect(queryOf(only({ status: "waits", project: "/kelp" }))).toEqual({ status: "waiting", project: "/kelp" })
    expect(queryOf(only({ status: "unread", place: "archive" }))).toEqual({ archived: "true" })
    expect(queryOf(only({ status: "failed", place: "trash", tag: "ui" }))).toEqual({ trashed: "true", tag: "ui" })
  })

  it("are set or not, wherever one looks", () => {
    expect(isNarrowed(only({ place: "trash" }))).toBe(false)
    expect(isNarrowed(only({ tag: "ui" }))).toBe(true)
  })
})
