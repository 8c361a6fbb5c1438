import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  approve,
  ask,
  cancel,
  command,
  input,
  names,
  next,
  owned,
  situation,
  step,
  stopOf,
} from "../../../test/support/agent/decision.ts"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import { logArbitrary } from "../../../test/support/session/log.ts"
import {
  answered,
  asked,
  called,
  compacted,
  finished,
  send,
  started,
  startedTool,
  stopped,
} from "../../../test/support/session/say.ts"
import { type StopCode, stopCodes } from "../../session/event/turn.ts"
import { fold } from "../../session/fold.ts"
import { decide } from "./decide.ts"

describe("without a turn", () => {
  it("waits for an input, and begins a turn with the first one", () => {
    expect(next([])).toEqual({ do: "wait", for: "input" })
    expect(next([send("a"), send("b")])).toMatchObject({ do: "start-turn", from: { input: { input: "a" } } })
  })

  it("takes up the stopped turn that a person asked for, before any input", () => {
    const resumed: Line = ["turn.resume-requested", { turn: "turn-1" }]
    expect(next([started(), send("b"), stopped("cancelled"), resumed])).toEqual({
      do: "start-turn",
      from: { resumes: "turn-1" },
    })
  })

  const draining = [
    "completed-verified",
    "completed-unverified",
    "completed-nothing-to-verify",
    "answered",
    "superseded",
  ]
  it.each(Object.keys(stopCodes) as StopCode[])("after %s drains or holds what was queued", (code) => {
    const action = next([started(), input("queue", "b"), stopped(code)])
    expect(action.do).toBe(draining.includes(code) ? "start-turn" : "wait")
  })

  it("lets a held queue go on when a person sends something, the oldest first", () => {
    const held: Line[] = [started(), input("queue", "b"), stopped("step-limit")]
    expect(next([...held, input("queue", "c")])).toEqual({ do: "wait", for: "input" })
    expect(next([...held, send("c")])).toMatchObject({ do: "start-turn", from: { input: { input: "b" } } })
  })

  it("begins a turn with a steer that no step was left for", () => {
    expect(next([started(), input("steer", "b"), stopped("answered")])).toMatchObject({ do: "start-turn" })
  })

  it("first finishes a restore of files, whatever waits", () => {
    const restore: Line = ["workspace.restore-started", { turns: ["turn-1"], files: [] }]
    expect(next([send("a"), restore])).toEqual({ do: "settle-restore", started: 3 })
  })
})

describe("a wish to compact", () => {
  const wish: Line = ["context.compact-requested", {}]
  const asking: Line = ["model.asked", { purpose: "compact", model: "m" }]

  it("is done between two turns, before anything that waits, and settled first where it was cut off", () => {
    expect(next([wish])).toEqual({ do: "compact", reason: "asked" })
    expect(next([send("a"), wish])).toEqual({ do: "compact", reason: "asked" })
    expect(next([wish, asking])).toEqual({ do: "settle-model", asked: 3, reason: "crashed" })
    expect(next([wish, ["context.kept", { because: "no" }]])).toEqual({ do: "wait", for: "input" })
  })

  it("is done in a turn before the model is asked again, and not where the turn is over", () => {
    expect(next([started(), wish])).toEqual({ do: "compact", reason: "asked" })
    expect(next([...step(called("a")), wish]).do).toBe("begin-tools")
    expect(stopOf([started(), asked(), answered(3, "Done."), wish])).toBe("answered")
    expect(stopOf([started(), wish], { steps: 0 })).toBe("step-limit")
  })

  it("leaves where the turn stands as it is", () => {
    const cutOff: Line = ["model.answered", { asked: 3, text: "half", finish: "length" }]
    const { progress } = stateOf(started(), asked(), cutOff, wish, compacted(2)).log.turn ?? {}
    expect(progress?.last).toMatchObject({ outcome: "answered", finish: "length" })
  })
})

describe("a cancel", () => {
  it("comes before everything: asks, recoveries, steers and limits", () => {
    expect(stopOf([...step(command("a")), finished("a"), ask("q"), input("steer", "s"), cancel])).toBe("cancelled")
    expect(stopOf([started(), owned, owned, owned, owned, cancel])).toBe("cancelled")
    expect(stopOf([started(), input("interrupt", "b")])).toBe("superseded")
    expect(stopOf([started(), cancel], { steps: 0 })).toBe("cancelled")
    expect(next([started(), cancel])).toEqual({ do: "stop", stop: { code: "cancelled", summary: "Cancelled by you" } })
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
      because: "Holdfast crashed repeatedly while running bash at seq 6",
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
    expect(next([...step(called("a")), startedTool("a"), finished("a")])).toEqual({ do: "ask-model", for: "answer" })
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
    expect([...seen]).toContain("stop")
  })
})
