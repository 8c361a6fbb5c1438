import { describe, expect, it } from "vitest"
import { ended, failedCall, input, next, owned, said, stopOf } from "../../../test/support/agent/decision.ts"
import type { Line } from "../../../test/support/session/example.ts"
import { answered, asked, called, finished, started } from "../../../test/support/session/say.ts"
import { defaultLimits } from "./limits.ts"

const noted = (reasonCode: string): Line => [
  "workflow.noted",
  { kind: "repair_retry", mode: "execute", reasonCode, summary: "repair", message: "Do it otherwise." },
]
const empty = (to: number): Line[] => [asked(), failedCall(to, "empty", 1_000)]
const cut = (to: number, ...calls: string[]): Line => [
  "model.answered",
  { asked: to, text: "", finish: "length", cut: ["write"], calls: calls.map((call) => ({ call, name: "read" })) },
]

describe("an answer that cannot be used", () => {
  it("is told of where it was empty, as often as it may be, and the turn ends with a note of it", () => {
    const once = [started(), ...empty(3)]
    expect(next(once)).toEqual({ do: "repair", trouble: "empty-answer" })
    expect(next([...once, noted("empty_response_retry")])).toEqual({ do: "ask-model", for: "answer" })
    const twice = [...once, noted("empty_response_retry"), ...empty(6), noted("empty_response_retry")]
    expect(next([...twice, ...empty(9)])).toEqual({
      do: "stop",
      stop: {
        code: "provider-empty",
        summary: "It failed: empty.",
        during: { seq: 10, what: "asking the model" },
        note: expect.objectContaining({ kind: "repair_fail", reasonCode: "empty_response_retry_exhausted" }),
      },
    })
  })

  it("is told of anew after an answer between, and after failures of another kind", () => {
    const twice = [...empty(3), noted("empty_response_retry"), ...empty(6), noted("empty_response_retry")]
    const between = [asked(), answered(9, "", "a"), called("a"), finished("a")]
    expect(next([started(), ...twice, ...between, ...empty(13)])).toMatchObject({ do: "repair" })
    const others = [3, 5, 7].flatMap((to) => [asked(), failedCall(to, "rate-limit", 1_000)])
    expect(next([started(), ...others, ...empty(9)])).toMatchObject({ do: "repair" })
  })

  it("is told of where all of it went into thinking", () => {
    const lines = [started(), asked(), failedCall(3, "length", 1_000)]
    expect(next(lines)).toEqual({ do: "repair", trouble: "cut-thought" })
    expect(stopOf(lines, { repairs: { ...defaultLimits.repairs, cut_thought_retry: 0 } })).toBe("provider-failed")
  })

  it("is told of where a call was cut off, once the others have their outcome", () => {
    expect(next([started(), asked(), cut(3)])).toEqual({ do: "repair", trouble: "cut-call" })
    expect(next([started(), asked(), cut(3, "a"), called("a")]).do).toBe("begin-tools")
    expect(next([started(), asked(), cut(3, "a"), called("a"), finished("a")])).toMatchObject({ do: "repair" })
    expect(next([started(), asked(), cut(3), noted("cut_call_retry")])).toEqual({ do: "ask-model", for: "answer" })
    const often = [noted("cut_call_retry"), noted("cut_call_retry"), noted("cut_call_retry")]
    expect(next([started(), ...often, asked(), cut(6)])).toMatchObject({
      do: "stop",
      stop: { code: "provider-failed", note: { reasonCode: "cut_call_retry_exhausted" } },
    })
  })

  it.each(["text-loop", "endless-list"])("is told of where it had no end (%s), once", (finish) => {
    const lines = [started(), asked(), said(3, "la la la", finish)]
    expect(next(lines)).toEqual({ do: "repair", trouble: "endless-text" })
    expect(stopOf([started(), noted("endless_list_retry"), asked(), said(4, "la la la", finish)])).toBe("text-loop")
  })

  it("is told of where a call cannot be read, three times", () => {
    const code = "unreadable_call_retry"
    const again = (times: number) => [started(), ...Array.from({ length: times }, () => noted(code)), asked()]
    expect(next([...again(2), said(5, "<tool_call>", "unreadable-call")])).toEqual({
      do: "repair",
      trouble: "unreadable-call",
    })
    expect(next([...again(3), said(6, "<tool_call>", "unreadable-call")])).toMatchObject({
      do: "stop",
      stop: { code: "tool-errors", note: { reasonCode: "raw_text_tool_recovery_exhausted" } },
    })
  })

  it("leaves the word to a person who has said something since", () => {
    expect(next([started(), ...empty(3), input("steer", "x")]).do).toBe("take-inputs")
    expect(next([started(), asked(), cut(3), input("steer", "x")]).do).toBe("take-inputs")
  })

  it("is told of by whoever takes the turn up after a crash", () => {
    expect(next([started(), ...empty(3), owned])).toMatchObject({ do: "repair" })
  })
})

describe("calls that lead nowhere", () => {
  const call = (id: string, hash = "0".repeat(64)): Line => [
    "tool.called",
    { call: id, name: "read", arguments: {}, argumentsHash: hash },
  ]
  const round = (to: number, id: string, status: "ok" | "error", hash?: string): Line[] => [
    asked(),
    answered(to, "", id),
    call(id, hash),
    ended(id, status),
  ]
  const hash = (index: number) => index.toString(16).padStart(64, "0")

  it("are told of when the same one has the same result again, before the turn stops for it", () => {
    const twice = [started(), ...round(3, "a", "ok"), ...round(7, "b", "ok")]
    expect(next(twice)).toEqual({ do: "repair", trouble: "repeated-call" })
    expect(next([...twice, noted("repeated_call_notice")])).toEqual({ do: "ask-model", for: "answer" })
    expect(next([started(), ...round(3, "a", "ok"), ...round(7, "b", "ok", hash(1))])).toEqual({
      do: "ask-model",
      for: "answer",
    })
    const four = [3, 7, 11, 15].flatMap((to, index) => round(to, `c${index}`, "ok"))
    const repairs = { ...defaultLimits.repairs, repeated_call_notice: 0 }
    expect(stopOf([started(), ...four], { repairs })).toBe("tool-loop")
  })

  it("are told of when half as many as may be have failed in a row, once", () => {
    const failing = (count: number) =>
      Array.from({ length: count }, (_, index) => round(3 + 4 * index, `c${index}`, "error", hash(index))).flat()
    expect(next([started(), ...failing(3)])).toEqual({ do: "ask-model", for: "answer" })
    expect(next([started(), ...failing(4)])).toEqual({ do: "repair", trouble: "failing-calls" })
    expect(next([started(), ...failing(5)])).toEqual({ do: "ask-model", for: "answer" })
    expect(next([started(), ...failing(1)], { toolErrors: 3 })).toEqual({ do: "repair", trouble: "failing-calls" })
  })
})
