import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { titleFrom } from "./input.ts"

describe("a title", () => {
  it("is taken from the first input, until a person gives one", () => {
    expect(stateOf(say.send("a", "Fix the parser"), say.send("b", "and the lexer")).log.title).toBe("Fix the parser")
    expect(stateOf(["session.described", { title: "Mine" }], say.send("a", "Fix it")).log.title).toBe("Mine")
  })

  it.each([
    ["  spaced\tout \n second line", "spaced out"],
    ["```\n---\nwords at last", "words at last"],
    ["!!!\n???", null],
    ["", null],
    [`${"word ".repeat(30)}`, `${"word ".repeat(16).trim()}…`],
    ["x".repeat(100), `${"x".repeat(80)}…`],
    ["🐙".repeat(90), null],
    ["海".repeat(90), `${"海".repeat(80)}…`],
  ])("of %j is %j", (text, title) => {
    expect(titleFrom(text)).toBe(title)
  })
})

describe("inputs", () => {
  it("wait in the order in which they came, an interrupt first, and leave when they are taken or withdrawn", () => {
    const interrupt: Line = ["input.accepted", { input: "c", kind: "interrupt", text: "stop that", turn: "turn-1" }]
    const { log } = stateOf(say.send("a"), say.started(), say.consumed("a"), say.send("b"), say.send("d"), interrupt, [
      "input.withdrawn",
      { input: "d" },
    ])
    expect(log.inputs.waiting.map(({ input, kind }) => [input, kind])).toEqual([
      ["c", "interrupt"],
      ["b", "queue"],
    ])
    expect(log.turn?.cancel).toMatchObject({ why: "superseded", seq: 7 })
  })

  it("can be edited while they wait", () => {
    const { log } = stateOf(say.send("a", "frist"), ["input.edited", { input: "a", text: "first" }])
    expect(log.inputs.waiting[0]?.text).toBe("first")
  })

  it.each([
    ["answered", false],
    ["completed-verified", false],
    ["superseded", false],
    ["cancelled", true],
    ["provider-failed", true],
    ["completed-unverified", false],
  ] as const)("after a stop with %s: held is %s", (code, held) => {
    expect(stateOf(say.started(), say.stopped(code)).log.inputs.held).toBe(held)
  })

  it("are no longer held when a person sends something or a turn starts", () => {
    expect(stateOf(say.started(), say.stopped("cancelled"), say.send("on")).log.inputs.held).toBe(false)
    expect(stateOf(say.started(), say.stopped("cancelled"), say.started("again", "turn-2")).log.inputs.held).toBe(false)
    const queued: Line = ["input.accepted", { input: "a", kind: "queue", text: "later" }]
    expect(stateOf(say.started(), say.stopped("cancelled"), queued).log.inputs.held).toBe(true)
  })
})

describe("inputs of a turn that was asked to stop", () => {
  const stop: Line = ["turn.cancel-requested", { turn: "turn-1" }]
  const other = (kind: "queue" | "steer", input: string): Line => ["input.accepted", { input, kind, text: input }]
  const interrupt: Line = ["input.accepted", { input: "i", kind: "interrupt", text: "instead", turn: "turn-1" }]
  const inputs = (...lines: Line[]) => stateOf(say.started(), ...lines, say.stopped("cancelled")).log.inputs

  it("go on, with all that waited before, where one was sent after the wish", () => {
    const { held, waiting } = inputs(say.send("before"), stop, say.send("after"))
    expect(held).toBe(false)
    expect(waiting.map(({ input, kind }) => [input, kind])).toEqual([
      ["before", "queue"],
      ["after", "send"],
    ])
  })

  it.each([
    ["sent before the wish", [say.send("a"), stop]],
    ["queued after it", [stop, other("queue", "a")]],
    ["a steer after it", [stop, other("steer", "a")]],
    ["an interrupt before it", [interrupt, stop]],
    ["sent between two wishes", [stop, say.send("a"), stop]],
    ["sent after it and taken back", [say.send("b"), stop, say.send("a"), ["input.withdrawn", { input: "a" }] as Line]],
  ] as const)("are held: %s", (_, lines) => {
    expect(inputs(...lines)).toMatchObject({ held: true, waiting: [expect.anything()] })
  })

  it("are held where they were sent before the turn began, whatever it was asked", () => {
    const { log } = stateOf(
      say.send("a"),
      say.send("b"),
      say.started(),
      say.consumed("a"),
      stop,
      say.stopped("cancelled"),
    )
    expect(log.inputs).toMatchObject({ held: true, waiting: [{ input: "b", kind: "send" }] })
  })
})

describe("a stop without a turn", () => {
  const stop: Line = ["turn.cancel-requested", {}]
  const resume = (turn?: string): Line => ["turn.resume-requested", turn === undefined ? {} : { turn }]

  it("holds what waits until a person sends or resumes", () => {
    expect(stateOf(say.send("a"), stop).log.inputs).toMatchObject({ held: true, waiting: [{ input: "a" }] })
    expect(stateOf(say.send("a"), stop, say.send("b")).log.inputs.held).toBe(false)
    expect(stateOf(say.send("a"), stop, resume()).log).toMatchObject({ resume: null, inputs: { held: false } })
  })

  it("takes back that a stopped turn be taken up again", () => {
    const { log } = stateOf(say.started(), say.stopped("cancelled"), resume("turn-1"), stop)
    expect(log).toMatchObject({ resume: null, inputs: { held: true } })
  })
})

describe("messages", () => {
  const withdraw = (input: string): Line => ["input.withdrawn", { input }]
  const messages = (...lines: Line[]) => stateOf(...lines).branch.messages

  it("are the inputs that were not taken back, and the answers", () => {
    expect(messages(say.send("a"), say.send("b"), withdraw("a"), say.consumed("b"))).toBe(1)
    expect(messages(say.send("a"), say.consumed("a"), say.asked(), say.answered(4, "hello"))).toBe(2)
  })

  // Left after the rewind: `a`, taken. Waiting on the branch that was left: `b`.
  const left = [say.send("a"), say.consumed("a"), say.send("b"), say.rewound(3, 4)] as const

  it("stay as they are when an input of a branch that was left is withdrawn or edited", () => {
    expect(messages(...left)).toBe(1)
    expect(messages(...left, withdraw("b"))).toBe(1)
    expect(messages(...left, ["input.edited", { input: "b", text: "other" }])).toBe(1)
  })

  it("are one more when such an input is taken on this branch, once", () => {
    expect(messages(...left, say.consumed("b"))).toBe(2)
    expect(messages(...left, say.consumed("b"), say.rewound(3, 6))).toBe(1)
  })

  it("are one less when an input is withdrawn that came before the rewind and lies on this branch", () => {
    expect(messages(say.send("a"), say.send("b"), say.send("c"), say.rewound(3, 4), withdraw("b"))).toBe(1)
  })
})
