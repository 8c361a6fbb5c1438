import { describe, expect, it } from "vitest"
import type { Row } from "../../src/server/contract/common.ts"
import { emptyState } from "../../src/session/empty-state.ts"
import { stopCodes } from "../../src/session/event/turn.ts"
import type { SessionState } from "../../src/session/state.ts"
import { rowOf } from "../../test/support/web/session-row.ts"
import { isUnread, sessionStatusAt, sessionStatusOf, toneOf, wantsPerson } from "./session-status.ts"

const row = (given: Partial<Row>): Row => rowOf({ id: "a", seq: 10, ...given })

const state = (seq: number, { log = {}, branch = {} }: { log?: object; branch?: object } = {}): SessionState => {
  const empty = emptyState("a")
  return { ...empty, seq, log: { ...empty.log, ...log }, branch: { ...empty.branch, ...branch } }
}

describe("how a session stands", () => {
  it("is told by the row alone where the session is not followed", () => {
    expect(sessionStatusOf(row({ status: "running" }))).toBe("working")
    expect(sessionStatusOf(row({ status: "waiting" }))).toBe("waits")
    expect(sessionStatusOf(row({ status: "interrupted" }))).toBe("interrupted")
    expect(sessionStatusOf(row({ status: "idle", stop: null }))).toBe("new")
  })

  it("has a word for every way in which a turn ends", () => {
    const statuses = Object.keys(stopCodes).map((stop) => sessionStatusOf(row({ status: "idle", stop })))
    expect(new Set(statuses)).toEqual(new Set(["finished", "failed", "stopped", "unverified"]))
    expect(sessionStatusOf(row({ stop: "answered" }))).toBe("finished")
    expect(sessionStatusOf(row({ stop: "cancelled" }))).toBe("stopped")
    expect(sessionStatusOf(row({ stop: "completed-unverified" }))).toBe("unverified")
    expect(sessionStatusOf(row({ stop: "verification-budget-exhausted" }))).toBe("failed")
    expect(sessionStatusOf(row({ stop: "a-word-of-a-newer-version" }))).toBe("failed")
  })

  it("believes the state where it is newer than the row", () => {
    const asks = { open: [{ seq: 11 }], answered: [] }
    expect(sessionStatusOf(row({ status: "running" }), state(11, { log: { asks } }))).toBe("waits")
    expect(sessionStatusOf(row({ status: "running" }), state(11, { branch: { stop: { code: "answered" } } }))).toBe(
      "finished",
    )
  })

  it("believes the row where it is newer than the state", () => {
    const stopped = state(9, { branch: { stop: { code: "answered" } } })
    expect(sessionStatusOf(row({ status: "waiting" }), stopped)).toBe("waits")
  })

  it("calls an open turn that nobody drives interrupted", () => {
    const open = state(12, { log: { turn: { id: "t" } } })
    expect(sessionStatusOf(row({ status: "interrupted" }), open)).toBe("interrupted")
    expect(sessionStatusOf(row({ status: "running" }), open)).toBe("working")
  })

  it("is told of the past by the state alone", () => {
    const stopped = { stop: { code: "answered" } }
    expect(sessionStatusAt(state(0))).toBe("new")
    expect(sessionStatusAt(state(4, { log: { turn: { id: "t" } }, branch: stopped }))).toBe("working")
    expect(sessionStatusAt(state(5, { log: { turn: { id: "t" }, asks: { open: [{ seq: 5 }], answered: [] } } }))).toBe(
      "waits",
    )
    expect(sessionStatusAt(state(6, { branch: stopped }))).toBe("finished")
  })

  it("puts damage and trouble before everything else", () => {
    const trouble = { code: "auth", message: "no key", at: "2026-01-01T00:00:00.000Z" }
    expect(sessionStatusOf(row({ damage: "events 3 to 4", status: "running" }))).toBe("damaged")
    expect(sessionStatusOf(row({ trouble, status: "interrupted" }))).toBe("trouble")
    expect(sessionStatusOf(row({}), state(10, { log: { newer: { seq: 3, type: "x", v: 2 } } }))).toBe("newer")
  })

  it("has a tone for each", () => {
    expect(toneOf.failed).toBe("bad")
    expect(wantsPerson("waits")).toBe(true)
    expect(wantsPerson("working")).toBe(false)
  })
})

describe("what is unread", () => {
  it("is what happened after somebody looked, once it rests", () => {
    expect(isUnread(row({ readSeq: 4, status: "idle" }))).toBe(true)
    expect(isUnread(row({ readSeq: 10, status: "idle" }))).toBe(false)
    expect(isUnread(row({ readSeq: 4, status: "running" }))).toBe(false)
  })

  it("is not a session that was never opened here", () => {
    expect(isUnread(row({ readSeq: null }))).toBe(false)
  })
})
