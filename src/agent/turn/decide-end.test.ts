import { describe, expect, it } from "vitest"
import { command, ended, failedCall, input, next, said, step, stopOf } from "../../../test/support/agent/decision.ts"
import type { Line } from "../../../test/support/session/example.ts"
import {
  answered,
  asked,
  called,
  compacted,
  consumed,
  finished,
  send,
  started,
} from "../../../test/support/session/say.ts"
import type { StopCode } from "../../session/event/turn.ts"
import type { EventData } from "../../session/event.ts"
import { defaultLimits, type Limits } from "./limits.ts"

describe("what a person says into the turn", () => {
  it("is taken at the border of a step, all of it", () => {
    const steers = [input("steer", "x"), input("steer", "y")]
    expect(next([...step(called("a")), ...steers]).do).toBe("begin-tools")
    const action = next([...step(called("a")), finished("a"), ...steers])
    expect(action).toMatchObject({ do: "take-inputs", inputs: [{ input: "x" }, { input: "y" }] })
  })

  it("is taken after the last answer too, and the turn goes on", () => {
    const lines = [started(), asked(), answered(3, "Done."), input("steer", "x")]
    expect(next(lines).do).toBe("take-inputs")
    expect(next([...lines, ["input.consumed", { input: "x", as: "steer" }]])).toEqual({
      do: "ask-model",
      for: "answer",
    })
  })

  it("is taken when the time to try again has come, not before", () => {
    const lines = [started(), asked(), failedCall(3, "rate-limit", 50_000), input("steer", "x")]
    const at = new Date(50_000).toISOString()
    expect(next(lines, {}, 49_999)).toEqual({ do: "wait-until", at })
    expect(next(lines, { modelRetries: 0 }, 49_999)).toEqual({ do: "wait-until", at })
    expect(next(lines, {}, 50_000)).toMatchObject({ do: "take-inputs", inputs: [{ input: "x" }] })
    const hopeless = [started(), asked(), failedCall(3, "auth"), input("steer", "x")]
    expect(next(hopeless)).toMatchObject({ do: "take-inputs" })
  })

  it("waits as a queue if it is no steer", () => {
    expect(stopOf([started(), asked(), answered(3, "Done."), send("x"), input("queue", "y")])).toBe("answered")
  })
})

describe("the end of a turn", () => {
  it("asks the model first", () => {
    expect(next([send("a"), started(), consumed("a")])).toEqual({ do: "ask-model", for: "answer" })
  })

  it("is an answer without a call: answered, or unverified where files changed in what is no work", () => {
    expect(stopOf([started(), asked(), answered(3, "Done.")])).toBe("answered")
    const changed = [...step(command("a")), ended("a", "ok", ["x.ts"]), asked(), answered(7, "Done.")]
    expect(next(changed)).toMatchObject({ stop: { code: "completed-unverified", missing: [expect.any(String)] } })
  })

  it("of work is an answer that is judged, whether or not files changed", () => {
    const worked = (lines: Line[]): Line[] => {
      const [started, ...rest] = lines
      return started ? [started, ["done.defined", { task: "Fix it." }, { turn: "turn-1" }], ...rest] : []
    }
    expect(next(worked([started(), asked(), answered(4, "Done.")]))).toEqual({ do: "judge" })
    const changed = worked([...step(command("a")), ended("a", "ok", ["x.ts"]), asked(), answered(8, "Done.")])
    expect(next(changed)).toEqual({ do: "judge" })
    const looped = worked([started(), asked(), said(4, "la la la", "text-loop")])
    expect(stopOf(looped, { repairs: { ...defaultLimits.repairs, endless_list_retry: 0 } })).toBe("text-loop")
  })

  it("goes on from an answer that was cut off, some times", () => {
    const cut = (times: number) =>
      Array.from({ length: times }, (_, index) => [asked(), said(3 + 2 * index, `part ${index}`, "length")]).flat()
    expect(stopOf([started(), ...cut(3)])).toBe("ask-model")
    expect(stopOf([started(), ...cut(4)])).toBe("provider-failed")
    expect(stopOf([started(), ...cut(1)], { cutAnswers: 0 })).toBe("provider-failed")
  })

  it("is a text loop where an answer repeats itself, and not where two answers are the same", () => {
    const repairs = { ...defaultLimits.repairs, endless_list_retry: 0 }
    expect(stopOf([started(), asked(), said(3, "la la la", "text-loop")], { repairs })).toBe("text-loop")
    const same = (times: number) =>
      Array.from({ length: times }, (_, index) => [asked(), said(3 + 2 * index, "again", "length")]).flat()
    expect(stopOf([started(), ...same(3)])).toBe("ask-model")
    expect(stopOf([started(), ...same(4)])).toBe("provider-failed")
  })
})

describe("a failed call of the model", () => {
  const codes: [EventData<"model.failed">["kind"], StopCode][] = [
    ["refused", "provider-refused"],
    ["empty", "provider-empty"],
    ["length", "provider-failed"],
    ["rate-limit", "provider-failed"],
    ["server", "provider-failed"],
    ["connection", "provider-failed"],
    ["auth", "auth-failed"],
    ["timeout", "provider-failed"],
    ["other", "provider-failed"],
  ]
  it.each(codes)("%s without a time to try again stops with %s", (kind, code) => {
    const during = { seq: 4, what: "asking the model" }
    expect(next([started(), asked(), failedCall(3, kind)])).toEqual({
      do: "stop",
      stop: { code, summary: `It failed: ${kind}.`, during },
    })
  })

  it("for want of room is compacted for once, and then, or where that cannot help, stops with context-overflow", () => {
    const first = [started(), asked(), failedCall(3, "context-overflow")]
    expect(next(first)).toEqual({ do: "compact", reason: "overflow" })
    expect(stopOf([...first, compacted(2)])).toBe("ask-model")
    expect(stopOf([...first, compacted(2), asked(), failedCall(6, "context-overflow")])).toBe("context-overflow")
    expect(stopOf([...first, ["context.kept", { because: "no" }]])).toBe("context-overflow")
  })

  it("is tried again at the time that the log names, and not before", () => {
    const lines = [started(), asked(), failedCall(3, "rate-limit", 50_000)]
    expect(next(lines, {}, 49_999)).toEqual({ do: "wait-until", at: new Date(50_000).toISOString() })
    expect(next(lines, {}, 50_000)).toEqual({ do: "ask-model", for: "answer" })
  })

  it("is tried again only so often, and an answer between starts the count anew", () => {
    const failures = (kind: "server", times: number, from = 3) =>
      Array.from({ length: times }, (_, index) => [asked(), failedCall(from + 2 * index, kind, 1_000)]).flat()
    expect(stopOf([started(), ...failures("server", 5)])).toBe("ask-model")
    expect(stopOf([started(), ...failures("server", 6)])).toBe("provider-failed")
    const between = [asked(), answered(13, "", "a"), called("a"), finished("a")]
    expect(stopOf([started(), ...failures("server", 5), ...between, ...failures("server", 2, 17)])).toBe("ask-model")
  })
})

describe("limits", () => {
  const usage = { input: 900, output: 100, cost: 0.5 }
  const worked: Line[] = [
    started(),
    asked(),
    ["model.answered", { asked: 3, text: "", finish: "stop", calls: [{ call: "a", name: "read" }], usage }],
    called("a"),
    finished("a"),
  ]
  const limits: [keyof Limits, number, StopCode][] = [
    ["steps", 1, "step-limit"],
    ["tokens", 1_000, "token-budget"],
    ["cost", 0.5, "cost-budget"],
    ["timeMs", 98_000, "time-limit"],
  ]
  it.each(limits)("%s reached stops with its own code", (limit, value, code) => {
    expect(stopOf(worked, { [limit]: value })).toBe(code)
    expect(stopOf(worked, { [limit]: value + 1 })).toBe("ask-model")
    expect(stopOf(worked, { [limit]: null })).toBe("ask-model")
  })

  it("of cost stops where what a call cost is not known: it could never be reached", () => {
    const unpriced = { input: 900, output: 100 }
    const answered = { asked: 3, text: "", finish: "stop", calls: [{ call: "a", name: "read" }], usage: unpriced }
    const lines: Line[] = [started(), asked(), ["model.answered", answered], called("a"), finished("a")]
    expect(stopOf(lines, { cost: 100 })).toBe("cost-budget")
    expect(stopOf(lines, { cost: null })).toBe("ask-model")
  })

  it("of time ends a wait before it begins, where the time to try again comes too late", () => {
    const lines = [started(), asked(), failedCall(3, "rate-limit", 50_000)]
    expect(next(lines, { timeMs: 48_001 }, 40_000)).toMatchObject({ do: "wait-until" })
    for (const more of [[], [input("steer", "x")]]) {
      expect(next([...lines, ...more], { timeMs: 48_000 }, 40_000)).toMatchObject({ stop: { code: "time-limit" } })
    }
    expect(next([started(), asked(), failedCall(3, "auth")], { timeMs: 1 })).toMatchObject({
      stop: { code: "auth-failed" },
    })
  })

  it("of time ends the turn in which an answer was cut off by it, or did not fit", () => {
    const cut: Line = ["model.interrupted", { asked: 3, reason: "time-limit", text: "Half" }]
    expect(stopOf([started(), asked(), cut], { timeMs: 98_000 })).toBe("time-limit")
    const overflow = [started(), asked(), failedCall(3, "context-overflow")]
    expect(stopOf(overflow, { timeMs: 98_000 })).toBe("time-limit")
    expect(stopOf(overflow, { timeMs: 98_001 })).toBe("compact")
  })

  it("do not keep the last answer from ending the turn well", () => {
    expect(stopOf([started(), asked(), said(3, "Done.", "stop", usage)], { steps: 1, tokens: 1, cost: 0.1 })).toBe(
      "answered",
    )
  })

  const calls = (count: number, status: EventData<"tool.finished">["status"], differ = true): Line[] =>
    Array.from({ length: count }, (_, index): Line[] => [
      ["tool.called", { call: `c${index}`, name: "read", arguments: {}, argumentsHash: hash(differ ? index : 0) }],
      ended(`c${index}`, status),
    ]).flat()
  const hash = (index: number) => index.toString(16).padStart(64, "0")

  it("stop after tool errors in a row", () => {
    expect(stopOf([started(), ...calls(7, "error")])).toBe("ask-model")
    expect(stopOf([started(), ...calls(8, "error")])).toBe("tool-errors")
    expect(stopOf([started(), ...calls(8, "error"), called("z"), finished("z")])).toBe("ask-model")
  })

  it("stop after denials in a row", () => {
    expect(stopOf([started(), ...calls(3, "denied")])).toBe("ask-model")
    expect(stopOf([started(), ...calls(4, "denied")])).toBe("permission-denied")
  })

  it("stop when the same call has the same result again and again", () => {
    expect(stopOf([started(), ...calls(3, "ok", false)])).toBe("ask-model")
    expect(stopOf([started(), ...calls(4, "ok", false)])).toBe("tool-loop")
    expect(stopOf([started(), ...calls(20, "ok")])).toBe("ask-model")
  })
})
