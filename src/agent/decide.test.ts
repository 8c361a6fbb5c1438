import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../session/arbitrary/example.ts"
import { logArbitrary } from "../session/arbitrary/log.ts"
import {
  answered,
  asked,
  called,
  consumed,
  finished,
  send,
  started,
  startedTool,
  stopped,
} from "../session/arbitrary/say.ts"
import { type StopCode, stopCodes } from "../session/event/turn.ts"
import type { EventData } from "../session/event.ts"
import { fold } from "../session/fold.ts"
import { type Action, decide, type Situation } from "./decide.ts"
import { defaultLimits, type Limits } from "./limits.ts"

// Event 1 opens the session: the first line of an example is event 2, and each is a second after the one before.
const next = (lines: readonly Line[], limits: Partial<Limits> = {}, now = 100_000): Action =>
  decide(stateOf(...lines), situation(limits, now))

function situation(limits: Partial<Limits> = {}, now = 100_000): Situation {
  return { limits: { ...defaultLimits, ...limits }, now, onlyLooks: (name) => name === "read" }
}

const stopOf = (lines: readonly Line[], limits: Partial<Limits> = {}): StopCode | Action["do"] => {
  const action = next(lines, limits)
  return action.do === "stop" ? action.stop.code : action.do
}

const names = (action: Action) => ("calls" in action ? action.calls.map(({ call }) => call) : undefined)

const cancel: Line = ["turn.cancel-requested", { turn: "turn-1" }]
const input = (kind: "send" | "queue" | "steer" | "interrupt", id: string): Line => [
  "input.accepted",
  { input: id, kind, text: id, ...(kind === "interrupt" ? { turn: "turn-1" } : {}) },
]
const owned: Line = ["session.owned", { ownerType: "Agent", ownerPath: "agent", host: "here", epoch: 1 }]
const command = (call: string): Line => ["tool.called", { call, name: "bash", arguments: { command: "make" } }]
const ask = (id: string, call?: string): Line => [
  "ask.opened",
  { ask: id, kind: call ? "approval" : "question", question: "May it?", ...(call ? { call } : {}) },
]
const approve = (id: string): Line => ["ask.answered", { ask: id, answer: "approve" }]
const failedCall = (to: number, kind: EventData<"model.failed">["kind"], retryAt?: number): Line => [
  "model.failed",
  { asked: to, kind, message: `It failed: ${kind}.`, ...(retryAt ? { retryAt: new Date(retryAt).toISOString() } : {}) },
]
const ended = (call: string, status: EventData<"tool.finished">["status"], changed: string[] = []): Line => [
  "tool.finished",
  { call, status, output: { text: status }, changed: changed.map((path) => ({ path, before: null, after: null })) },
]
const said = (to: number, text: string, finish: string, usage?: EventData<"model.answered">["usage"]): Line => [
  "model.answered",
  { asked: to, text, finish, ...(usage ? { usage } : {}) },
]
// Events 2 to 4, and 5 to 4 + calls.
const step = (...calls: Line[]): Line[] => [
  started(),
  asked(),
  answered(3, "", ...calls.map(([, data]) => (data as EventData<"tool.called">).call)),
  ...calls,
]

describe("without a turn", () => {
  it("waits for an input, and begins a turn with the first one", () => {
    expect(next([])).toEqual({ do: "wait", for: "input" })
    expect(next([send("a"), send("b")])).toMatchObject({ do: "start-turn", input: { input: "a" } })
  })

  it("takes up the stopped turn that a person asked for, before any input", () => {
    const resumed: Line = ["turn.resume-requested", { turn: "turn-1" }]
    expect(next([started(), send("b"), stopped("cancelled"), resumed])).toEqual({ do: "resume-turn", turn: "turn-1" })
  })

  const draining = ["completed-verified", "completed-nothing-to-verify", "answered", "superseded"]
  it.each(Object.keys(stopCodes) as StopCode[])("after %s drains or holds what was queued", (code) => {
    const action = next([started(), input("queue", "b"), stopped(code)])
    expect(action.do).toBe(draining.includes(code) ? "start-turn" : "wait")
  })

  it("lets a held queue go on when a person sends something, the oldest first", () => {
    const held: Line[] = [started(), input("queue", "b"), stopped("step-limit")]
    expect(next([...held, input("queue", "c")])).toEqual({ do: "wait", for: "input" })
    expect(next([...held, send("c")])).toMatchObject({ do: "start-turn", input: { input: "b" } })
  })

  it("begins a turn with a steer that no step was left for", () => {
    expect(next([started(), input("steer", "b"), stopped("answered")])).toMatchObject({ do: "start-turn" })
  })

  it("first finishes a restore of files, whatever waits", () => {
    const restore: Line = ["workspace.restore-started", { turns: ["turn-1"], files: [] }]
    expect(next([send("a"), restore])).toEqual({ do: "settle-restore", started: 3 })
  })
})

describe("a cancel", () => {
  it("comes before everything: asks, recoveries, steers and limits", () => {
    expect(stopOf([...step(command("a")), finished("a"), ask("q"), input("steer", "s"), cancel])).toBe("cancelled")
    expect(stopOf([started(), owned, owned, owned, owned, cancel])).toBe("cancelled")
    expect(stopOf([started(), input("interrupt", "b")])).toBe("superseded")
    expect(stopOf([started(), cancel], { steps: 0 })).toBe("cancelled")
  })

  it("settles the open call of the model first, with the reason", () => {
    expect(next([started(), asked(), cancel])).toEqual({ do: "settle-model", asked: 3, reason: "cancelled" })
    expect(next([started(), asked(), input("interrupt", "b")])).toMatchObject({ reason: "superseded" })
  })

  it("ends every open tool call, begun or waiting for an answer", () => {
    const action = next([...step(called("a"), command("b")), startedTool("a"), ask("q", "b"), cancel])
    expect(action).toMatchObject({ do: "end-tools", because: "Cancelled by a person", crashed: null })
    expect(names(action)).toEqual(["a", "b"])
  })
})

describe("an open ask", () => {
  it("is waited for, and nothing after its call begins", () => {
    expect(next([...step(command("a"), called("b")), ask("q", "a")])).toEqual({ do: "wait", for: "answer" })
    expect(next([...step(command("a")), finished("a"), ask("q")])).toEqual({ do: "wait", for: "answer" })
  })

  it("is waited for by whoever drives next, however often it was taken up", () => {
    const taken = Array.from({ length: 9 }, () => owned)
    expect(next([...step(command("a")), ask("q", "a"), ...taken])).toEqual({ do: "wait", for: "answer" })
  })

  it("does not hold up a look that began beside it", () => {
    const lines = [...step(called("a"), called("b")), ask("q", "a"), startedTool("b")]
    expect(names(next(lines))).toEqual(["b"])
    expect(next([...lines, finished("b")])).toEqual({ do: "wait", for: "answer" })
  })

  it("is not asked again when another of the same step is answered", () => {
    const lines = [...step(called("a"), called("b")), ask("qa", "a"), ask("qb", "b"), approve("qa")]
    const action = next(lines)
    expect(action.do).toBe("begin-tools")
    expect(names(action)).toEqual(["a"])
  })
})

describe("after a crash", () => {
  it("gives the open call of the model its outcome", () => {
    expect(next([started(), asked(), owned])).toEqual({ do: "settle-model", asked: 3, reason: "crashed" })
  })

  it("stops when the same point was taken up too often, and says where", () => {
    const crashes = (count: number) => Array.from({ length: count }, () => owned)
    expect(stopOf([started(), ...crashes(3)])).toBe("ask-model")
    expect(next([started(), ...crashes(4)])).toMatchObject({ stop: { code: "crashed", during: { seq: 2 } } })
    const interrupted: Line = ["model.interrupted", { asked: 3, reason: "crashed", text: "" }]
    expect(next([started(), asked(), ...crashes(4)])).toMatchObject({ do: "settle-model", reason: "crashed" })
    expect(stopOf([started(), asked(), ...crashes(4), interrupted])).toBe("crashed")
    expect(next([...step(command("a")), startedTool("a"), ...crashes(4)])).toMatchObject({
      do: "end-tools",
      crashed: { code: "crashed", during: { seq: 6, what: "running bash" } },
      because: "It crashed again and again while running bash at seq 6",
    })
    expect(stopOf([started(), ...crashes(4)], { recoveries: 4 })).toBe("ask-model")
  })

  it("counts anew when a person resumes, or text came that was not there before", () => {
    const crashes = [owned, owned, owned, owned]
    const resumed: Line = ["turn.resume-requested", { turn: "turn-1" }]
    expect(stopOf([started(), ...crashes, resumed])).toBe("ask-model")
    const longer: Line = ["model.interrupted", { asked: 3, reason: "crashed", text: "more" }]
    expect(stopOf([started(), asked(), ...crashes, longer])).toBe("ask-model")
  })
})

describe("tools", () => {
  it("settles what was started before anything else begins", () => {
    const action = next([...step(called("a"), called("b")), startedTool("b")])
    expect(action.do).toBe("settle-tools")
    expect(names(action)).toEqual(["b"])
  })

  const batches: [string, Line[], string[]][] = [
    ["looks side by side", [called("a"), called("b")], ["a", "b"]],
    ["looks up to the first that does more", [called("a"), called("b"), command("c"), called("d")], ["a", "b"]],
    ["one that does more, alone", [command("a"), command("b"), called("c")], ["a"]],
  ]
  it.each(batches)("begins %s", (_, calls, expected) => {
    const action = next(step(...calls))
    expect(action.do).toBe("begin-tools")
    expect(names(action)).toEqual(expected)
  })

  it("asks the model again when all have their outcome", () => {
    expect(next([...step(called("a")), startedTool("a")]).do).toBe("settle-tools")
    expect(next([...step(called("a")), startedTool("a"), finished("a")])).toEqual({ do: "ask-model" })
  })
})

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
    expect(next([...lines, ["input.consumed", { input: "x", as: "steer" }]])).toEqual({ do: "ask-model" })
  })

  it("waits as a queue if it is no steer", () => {
    expect(stopOf([started(), asked(), answered(3, "Done."), send("x"), input("queue", "y")])).toBe("answered")
  })
})

describe("the end of a turn", () => {
  it("asks the model first", () => {
    expect(next([send("a"), started(), consumed("a")])).toEqual({ do: "ask-model" })
  })

  it("is an answer without a call: answered, or unverified where files changed", () => {
    expect(stopOf([started(), asked(), answered(3, "Done.")])).toBe("answered")
    const changed = [...step(command("a")), ended("a", "ok", ["x.ts"]), asked(), answered(7, "Done.")]
    expect(next(changed)).toMatchObject({ stop: { code: "completed-unverified", missing: [expect.any(String)] } })
  })

  it("goes on from an answer that was cut off, some times", () => {
    const cut = (times: number) =>
      Array.from({ length: times }, (_, index) => [asked(), said(3 + 2 * index, `part ${index}`, "length")]).flat()
    expect(stopOf([started(), ...cut(3)])).toBe("ask-model")
    expect(stopOf([started(), ...cut(4)])).toBe("provider-failed")
    expect(stopOf([started(), ...cut(1)], { cutAnswers: 0 })).toBe("provider-failed")
  })

  it("is a text loop where the model repeats itself, in one answer or in several", () => {
    expect(stopOf([started(), asked(), said(3, "la la la", "text-loop")])).toBe("text-loop")
    const same = Array.from({ length: 4 }, (_, index) => [asked(), said(3 + 2 * index, "again", "length")]).flat()
    expect(stopOf([started(), ...same])).toBe("text-loop")
  })
})

describe("a failed call of the model", () => {
  const codes: [EventData<"model.failed">["kind"], StopCode][] = [
    ["refused", "provider-refused"],
    ["empty", "provider-empty"],
    ["length", "provider-failed"],
    ["context-overflow", "context-overflow"],
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

  it("is tried again at the time that the log names, and not before", () => {
    const lines = [started(), asked(), failedCall(3, "rate-limit", 50_000)]
    expect(next(lines, {}, 49_999)).toEqual({ do: "wait-until", at: new Date(50_000).toISOString() })
    expect(next(lines, {}, 50_000)).toEqual({ do: "ask-model" })
  })

  it("is tried again only so often, and an answer between starts the count anew", () => {
    const failures = (kind: "server" | "empty", times: number, from = 3) =>
      Array.from({ length: times }, (_, index) => [asked(), failedCall(from + 2 * index, kind, 1_000)]).flat()
    expect(stopOf([started(), ...failures("server", 5)])).toBe("ask-model")
    expect(stopOf([started(), ...failures("server", 6)])).toBe("provider-failed")
    expect(stopOf([started(), ...failures("empty", 2)])).toBe("ask-model")
    expect(stopOf([started(), ...failures("empty", 3)])).toBe("provider-empty")
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

describe("over any log", () => {
  it("never throws, and never stops a turn while something that was begun is open", () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(logArbitrary(), fc.integer({ min: 0, max: 20_000_000 }), fc.boolean(), (log, now, looks) => {
        const state = fold("session", log)
        const action = decide(state, { ...situation({}, now), onlyLooks: () => looks })
        seen.add(action.do)
        if (action.do !== "stop") return
        const { model, tools, restore } = state.log.intents
        expect({ turn: state.log.turn !== null, model, tools, restore }).toEqual({
          turn: true,
          model: null,
          tools: [],
          restore: null,
        })
      }),
      { numRuns: 3_000 },
    )
    expect([...seen]).toEqual(expect.arrayContaining(["stop", "end-tools", "settle-model", "settle-restore"]))
  })
})
