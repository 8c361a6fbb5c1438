import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import {
  answered,
  asked,
  called,
  consumed,
  finished,
  send,
  started,
  stopped,
} from "../../../test/support/session/say.ts"
import type { EventData } from "../event.ts"
import { caps } from "../limits.ts"

const progressAfter = (...lines: Line[]) => stateOf(started(), ...lines).log.turn?.progress

const ownedBy = { ownerType: "Agent", ownerPath: "agent", host: "here", epoch: 1 }
const owned: Line = ["session.owned", ownedBy]
const failed = (to: number, more: Partial<EventData<"model.failed">> = {}): Line => [
  "model.failed",
  { asked: to, kind: "server", message: "no", ...more },
]
const interrupted = (to: number, text: string): Line => ["model.interrupted", { asked: to, reason: "crashed", text }]
const ended = (call: string, status: EventData<"tool.finished">["status"], paths: string[] = []): Line => [
  "tool.finished",
  { call, status, output: { text: status }, changed: paths.map((path) => ({ path, before: null, after: null })) },
]

describe("the progress of a turn", () => {
  it("begins anew with each turn", () => {
    const again = stateOf(started(), asked(), answered(3, "a"), stopped(), started("b", "turn-2"))
    expect(again.log.turn?.progress).toEqual(stateOf(started()).log.turn?.progress)
  })

  it("counts answers, and keeps what came of the newest call of the model", () => {
    expect(progressAfter(asked(), answered(3, "", "c"), called("c"), finished("c"))).toMatchObject({
      steps: 1,
      last: { outcome: "answered", seq: 4, calls: 1, finish: "stop" },
    })
    const retryAt = new Date(9_000).toISOString()
    expect(progressAfter(asked(), failed(3, { retryAt }))).toMatchObject({
      steps: 0,
      failures: 1,
      last: { outcome: "failed", seq: 4, kind: "server", message: "no", retryAt },
    })
    expect(progressAfter(asked(), interrupted(3, "half"))?.last).toEqual({ outcome: "interrupted", seq: 4 })
  })

  it("is about the turn: a title or a summary is no step of it", () => {
    expect(progressAfter(asked("title"), answered(3, "A title"))).toMatchObject({ steps: 0, last: null })
    expect(progressAfter(asked("compact"), failed(3))).toMatchObject({ failures: 0, last: null })
    expect(progressAfter(asked("explore"), answered(3, "found"))).toMatchObject({ steps: 1 })
  })

  it("counts failures in a row: an answer ends them, and so does a person who resumes", () => {
    const twice = [asked(), failed(3), asked(), failed(5)]
    expect(progressAfter(...twice)?.failures).toBe(2)
    expect(progressAfter(...twice, asked(), answered(7, "a"))?.failures).toBe(0)
    expect(progressAfter(...twice, ["turn.resume-requested", { turn: "turn-1" }])?.failures).toBe(0)
  })

  it("does not wait for a retry once a person resumes", () => {
    const resume: Line = ["turn.resume-requested", { turn: "turn-1" }]
    const { log } = stateOf(started(), asked(), failed(3, { retryAt: "2100-01-01T00:00:00.000Z" }), resume)
    expect(log.turn?.progress.last).toMatchObject({ outcome: "failed", retryAt: log.updatedAt })
    const past = new Date(0).toISOString()
    expect(progressAfter(asked(), failed(3, { retryAt: past }), resume)?.last).toMatchObject({ retryAt: past })
  })

  it("counts answers that were cut off, until something is said or done", () => {
    const cut = (to: number): Line => ["model.answered", { asked: to, text: "same ", finish: "length" }]
    const twice = [asked(), cut(3), asked(), cut(5)]
    expect(progressAfter(...twice)).toMatchObject({ cutAnswers: 2 })
    expect(progressAfter(...twice, asked(), answered(7, "other"))).toMatchObject({ cutAnswers: 0 })
    const steered = [send("s"), consumed("s")]
    expect(progressAfter(...twice, ...steered)).toMatchObject({ cutAnswers: 0, last: null })
    expect(progressAfter(...twice, asked(), answered(7, "same", "c"))).toMatchObject({ cutAnswers: 0 })
  })

  it("counts tool errors and denials in a row", () => {
    const errors = [called("a"), ended("a", "error"), called("b"), ended("b", "denied")]
    expect(progressAfter(...errors)).toMatchObject({ toolErrors: 2, denials: 1 })
    expect(progressAfter(...errors, called("c"), ended("c", "denied"))).toMatchObject({ toolErrors: 3, denials: 2 })
    expect(progressAfter(...errors, called("c"), ended("c", "error"))).toMatchObject({ toolErrors: 3, denials: 0 })
    expect(progressAfter(...errors, called("c"), finished("c"))).toMatchObject({ toolErrors: 0, denials: 0 })
    expect(progressAfter(...errors, called("c"), ended("c", "skipped"))).toMatchObject({ toolErrors: 2, denials: 1 })
  })

  it("tells calls apart by tool, arguments, outcome and result, and keeps the newest", () => {
    const run = (call: string, name: string, hash: string, status: "ok" | "error", text: string): Line[] => [
      ["tool.called", { call, name, arguments: {}, argumentsHash: hash.repeat(64) }],
      ["tool.finished", { call, status, output: { text }, changed: [] }],
    ]
    const variants = [
      run("a", "read", "0", "ok", "x"),
      run("b", "grep", "0", "ok", "x"),
      run("c", "read", "1", "ok", "x"),
      run("d", "read", "0", "error", "x"),
      run("e", "read", "0", "ok", "y"),
    ]
    expect(new Set(progressAfter(...variants.flat())?.recentCalls).size).toBe(5)
    expect(
      new Set(progressAfter(...run("a", "read", "0", "ok", "x"), ...run("b", "read", "0", "ok", "x"))?.recentCalls)
        .size,
    ).toBe(1)
    const many = Array.from({ length: caps.recentCalls + 5 }, (_, index) =>
      run(`c${index}`, "read", "0", "ok", String(index)),
    )
    expect(progressAfter(...many.flat())?.recentCalls).toHaveLength(caps.recentCalls)
  })

  it("counts the changes of files", () => {
    expect(
      progressAfter(called("a"), ended("a", "ok", ["x", "y"]), called("b"), ended("b", "error", ["z"]))?.changed,
    ).toBe(3)
  })

  it("counts how often it was taken up with nothing new since", () => {
    expect(progressAfter(owned, owned)?.recoveries).toBe(2)
    expect(progressAfter(asked(), owned, interrupted(3, ""), owned)?.recoveries).toBe(2)
    expect(progressAfter(asked(), owned, interrupted(3, "text"))?.recoveries).toBe(0)
    // The same text again is nothing new.
    expect(
      progressAfter(asked(), owned, interrupted(3, "text"), asked(), owned, interrupted(7, "text"))?.recoveries,
    ).toBe(1)
    expect(progressAfter(owned, called("a"), ended("a", "unknown"))?.recoveries).toBe(1)
    expect(progressAfter(owned, called("a"), finished("a"))?.recoveries).toBe(0)
    expect(progressAfter(owned, asked(), failed(4))?.recoveries).toBe(0)
    expect(progressAfter(owned, ["ask.answered", { ask: "q", answer: "approve" }])?.recoveries).toBe(0)
  })

  it.each([
    ["resumes", ["turn.resume-requested", { turn: "turn-1" }]],
    ["answers", ["ask.answered", { ask: "q", answer: "approve" }]],
  ] as [string, Line][])("does not count who takes it up for a person who %s", (_, word) => {
    expect(progressAfter(owned, owned, word)?.recoveries).toBe(0)
    expect(progressAfter(owned, owned, word, send("more"), owned)?.recoveries).toBe(0)
    expect(progressAfter(owned, owned, word, owned, owned, owned, owned)?.recoveries).toBe(3)
    // A driver that was alive has heard the word: the next owner comes after its crash.
    expect(progressAfter(asked(), word, interrupted(3, ""), owned)?.recoveries).toBe(1)
    expect(progressAfter(word, asked(), owned)?.recoveries).toBe(1)
  })

  it("blames a turn less for an owner that was lost with others, and not at all for a restart of the host", () => {
    const lost = (how: "alone" | "with-others" | "host-restart", times: number): Line[] =>
      Array.from({ length: times }, () => ["session.owned", { ...ownedBy, lost: how }])
    expect(progressAfter(...lost("alone", 3))?.recoveries).toBe(3)
    expect(progressAfter(...lost("with-others", 12))?.recoveries).toBe(3)
    expect(progressAfter(...lost("host-restart", 40))?.recoveries).toBe(0)
    expect(progressAfter(...lost("with-others", 1), ...lost("alone", 3))?.recoveries).toBeGreaterThan(3)
  })

  it("does not count who takes it up after a driver that was told to leave, nor forgets the crashes before it", () => {
    const left: Line = ["session.left", {}]
    expect(progressAfter(owned, left, owned, left, owned, left, owned)?.recoveries).toBe(1)
    expect(progressAfter(left, owned, owned, owned, owned)?.recoveries).toBe(3)
    expect(progressAfter(left, send("more"), owned)?.recoveries).toBe(0)
  })
})
