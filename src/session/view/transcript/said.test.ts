import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../../test/support/session/example.ts"
import * as say from "../../../../test/support/session/say.ts"
import { ada, blob, driver, grace, inTurn, items, one, only } from "../../../../test/support/session/shown.ts"
import { transcript } from "../transcript.ts"

describe("an input", () => {
  const attachments = [{ ...blob, name: "a.png", mediaType: "image/png" }]
  const accepted: Line = ["input.accepted", { input: "a", kind: "queue", text: "hello log", typed: 5, attachments }]

  it("has its attachments, its own words, and the turn that took it", () => {
    const consumed: Line = ["input.consumed", { input: "a", as: "steer" }, inTurn]
    expect(one("input", accepted, consumed)).toMatchObject({
      as: "queue",
      typed: 5,
      attachments,
      edited: false,
      taken: "steer",
      turn: "turn-1",
    })
    expect(one("input", accepted)).toMatchObject({ taken: null, turn: null })
  })

  it("is marked when it was changed, with what came along then", () => {
    const edit: Line = ["input.edited", { input: "a", text: "better" }]
    expect(one("input", accepted, edit)).toMatchObject({ text: "better", edited: true, typed: null, attachments })
    const bare: Line = ["input.edited", { input: "a", text: "better", attachments: [] }]
    expect(one("input", accepted, bare)).toMatchObject({ attachments: [] })
  })
})

describe("an input that was queued", () => {
  it("stands where its turn begins, after what it waited for", () => {
    const waiting = [say.started(), say.asked(), say.queue("b", "two"), say.answered(3, "one"), say.stopped()] as const
    const places = (...lines: Line[]) =>
      transcript(logOf(say.opened, ...lines)).map(({ kind, seq }) => `${kind} ${seq}`)
    expect(places(...waiting)).toEqual(["answer 3", "input 4", "stop 6"])
    const taken = places(...waiting, say.started("two", "turn-2"), say.consumed("b"))
    expect(taken).toEqual(["answer 3", "stop 6", "input 7"])
  })
})

describe("an answer", () => {
  const asked: Line = ["model.asked", { purpose: "turn", model: "p/m" }, inTurn]

  it("has the model, its step, what it cost, why it ended, and how many tools it asked for", () => {
    const usage = { input: 10, output: 2 }
    const calls = [{ call: "c", name: "read" }]
    const done: Line = ["model.answered", { asked: 2, text: "so", finish: "tool-calls", usage, calls }]
    const known = { model: "p/m", turn: "turn-1", step: 2, finish: "tool-calls", usage, calls: 1 }
    expect(one("answer", asked, done)).toMatchObject(known)
  })

  it("shows what is streamed of its calls until they are made", () => {
    const partials = new Map([[2, { calls: '{"path":' }]])
    const log = logOf(say.opened, asked)
    expect(transcript(log, { partials })[0]).toMatchObject({ calling: '{"path":' })
    const whole = logOf(say.opened, asked, say.answered(2, "x", "c"))
    expect(transcript(whole, { partials })[0]).toMatchObject({ calling: "", calls: 1 })
  })

  it("that failed says of what kind, and when it is asked again", () => {
    const retryAt = "2026-01-01T00:00:00.000Z"
    const failed: Line = [
      "model.failed",
      { asked: 2, kind: "rate-limit", message: "slow", status: 429, retryAt, retry: { number: 2, of: 5 } },
    ]
    expect(one("answer", asked, failed)?.failure).toEqual({
      kind: "rate-limit",
      status: 429,
      retryAt,
      retry: { number: 2, of: 5 },
    })
  })

  it("that was cut off says why and who wanted it, or who found it", () => {
    const cut = (reason: "cancelled" | "superseded" | "crashed"): Line => [
      "model.interrupted",
      { asked: reason === "crashed" ? 2 : 3, reason, text: "" },
      { by: driver },
    ]
    const stop: Line = ["turn.cancel-requested", { turn: "turn-1" }, { by: grace }]
    const log = (...lines: Line[]) => only("answer", items(...lines))?.interrupted
    expect(log(stop, asked, cut("cancelled"))).toEqual({ reason: "cancelled", by: grace })
    const instead: Line = ["input.accepted", { input: "i", kind: "interrupt", text: "no" }, { by: grace }]
    expect(log(instead, asked, cut("superseded"))).toEqual({ reason: "superseded", by: grace })
    expect(log(asked, cut("crashed"))).toEqual({ reason: "crashed", by: driver })
    expect(log(asked, say.stopped("crashed"))).toEqual({ reason: "unknown", by: ada })
  })
})
