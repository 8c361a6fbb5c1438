import { describe, expect, it } from "vitest"
import { emptyState } from "../../src/session/empty-state.ts"
import { rowOf } from "../../test/support/web/session-row.ts"
import { lineageOf } from "./lineage.ts"

const parent = { session: "p", seq: 4 }
const state = (log: object) => ({ ...emptyState("a"), log: { ...emptyState("a").log, ...log } })

describe("where a session came from", () => {
  it("is known from its row before its state is here", () => {
    expect(lineageOf(rowOf({ id: "a", parent }), undefined)).toEqual({ by: "fork", ...parent })
  })

  it("is the session that it was forked from, else the one that began it", () => {
    expect(lineageOf(undefined, state({ parent, startedBy: { session: "q", seq: 1 } }))).toEqual({
      by: "fork",
      ...parent,
    })
    expect(lineageOf(undefined, state({ startedBy: parent }))).toEqual({ by: "start", ...parent })
  })

  it("is nothing where a person began it", () => {
    expect(lineageOf(rowOf({ id: "a" }), state({}))).toBeNull()
    expect(lineageOf(undefined, undefined)).toBeNull()
  })
})
