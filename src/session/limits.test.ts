import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { dataArbitraries } from "../../test/support/session/event-data.ts"
import { type Line, logOf, stateOf } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { type EventType, eventSchemas } from "./event.ts"
import { fold } from "./fold.ts"
import { caps, limits } from "./limits.ts"

const blob = { blob: "a".repeat(64), bytes: 1 }
const check = { kind: "test", strength: "tests", source: "project" } as const

/** How long each list of the state may be. The lists of an entry of the timeline or the trace are weighed with it. */
const listLimits: Readonly<Record<string, number>> = {
  live: limits.liveRanges,
  "log.tags": 100,
  "log.grants": 2 * limits.grants,
  "log.inputs.waiting": limits.waitingInputs,
  "log.inputs.waiting.attachments": limits.attachments,
  "log.turn.progress.recentCalls": caps.recentCalls,
  "log.intents.tools": limits.openTools,
  "log.asks.open": limits.openAsks,
  "log.asks.answered": caps.answeredAsks,
  "branch.waiting": limits.waitingInputs,
  "branch.timeline": caps.timeline,
  "branch.legacyTrace": caps.trace,
  "branch.workflow.clarify": caps.clarify,
  "branch.ledger": limits.ledgerItems,
  "branch.ledger.evidence": limits.ledgerEvidence,
  "branch.done.criteria": limits.criteria,
  "branch.done.items": limits.doneItems,
  "branch.done.touched": caps.touched,
  "branch.done.attempts": caps.attempts,
  "branch.done.attempts.checks": limits.checks,
  "branch.done.attempts.uncovered": limits.checks,
  "branch.seen": caps.seen,
  "branch.prompts": caps.prompts,
  "branch.prompts.sections": limits.promptSections,
  "branch.compaction.constraints": limits.constraints,
  "log.turn.progress.last.cut": limits.openTools,
}

const weighed = ["branch.timeline", "branch.legacyTrace"]

/** Every list below a value, with where it is and how long it is. */
function listsIn(value: unknown, path = ""): Array<[path: string, length: number]> {
  if (typeof value !== "object" || value === null) return []
  if (Array.isArray(value)) {
    const below = weighed.includes(path) ? [] : value.flatMap((item) => listsIn(item, path))
    return [[path, value.length], ...below]
  }
  return Object.entries(value).flatMap(([name, field]) => listsIn(field, path ? `${path}.${name}` : name))
}

/** Thousands of events of some types in turn. Each round speaks of things of its own. */
const longLog = fc
  .subarray(Object.keys(eventSchemas) as EventType[], { minLength: 1 })
  .chain((types) =>
    fc.tuple(
      ...types.map((type) =>
        fc
          .array(dataArbitraries[type] as fc.Arbitrary<unknown>, { minLength: 3, maxLength: 3 })
          .map((samples) => ({ type, samples })),
      ),
    ),
  )
  .map((kinds) =>
    Array.from({ length: 3_000 }, (_, index) => {
      const round = Math.floor(index / kinds.length)
      const kind = kinds[index % kinds.length]
      const data = JSON.stringify(kind?.samples[round % 3]).replace(/"([a-z]+)-\d"/g, `"$1-${round}"`)
      return [kind?.type, JSON.parse(data), { turn: "turn-1" }] as unknown as Line
    }),
  )

/** One of everything that the state keeps in a list. */
const everything: Line[] = [
  ["session.described", { tags: ["red"] }],
  ["input.accepted", { input: "a", kind: "send", text: "", attachments: [{ ...blob, name: "a" }] }],
  [
    "workflow.ledger-changed",
    { items: [{ id: "i", list: "assumptions", text: "t", status: "open", introducedPhase: "plan", evidence: ["e"] }] },
  ],
  ["done.verification-planned", { attempt: "a", number: 1, checks: [{ id: "c", command: "c", ...check }] }],
  ["prompt.built", { format: "f", mode: "plan", sections: [{ name: "s", body: blob }] }],
  say.compacted(2, { constraints: ["c"] }),
  say.started(),
  say.asked("turn"),
  ["model.answered", { asked: 9, text: "", finish: "length", cut: ["write"] }],
]

describe("the state of any log", () => {
  it("has no list without a limit", () => {
    const paths = listsIn(stateOf(...everything)).map(([path]) => path)
    expect(paths.toSorted()).toEqual(Object.keys(listLimits).toSorted())
  })

  it("has no list that is longer than its limit, and is small where its texts are short", () => {
    fc.assert(
      fc.property(longLog, (lines) => {
        const state = stateOf(...lines)
        const tooLong = listsIn(state).filter(([path, length]) => length > (listLimits[path] ?? -1))
        expect(tooLong).toEqual([])
        expect(JSON.stringify(state).length).toBeLessThan(1_000_000)
      }),
      { numRuns: 30 },
    )
  })
})

describe("a text that is only shown", () => {
  const endless = "word ".repeat(100_000)

  it("is cut in the state, where refusing it would keep a turn from ending", () => {
    const { log, branch } = stateOf(
      say.started(),
      ["workflow.noted", { kind: "completion_check", mode: "plan", reasonCode: endless, summary: endless }],
      ["workflow.decided", { kind: "route", mode: "plan", reasonCode: endless, summary: endless }],
      ["done.verification-planned", { attempt: "a", number: 1, checks: [{ id: "c", command: "c", ...check }] }],
      ["tool.called", { call: "k", name: "bash", arguments: {}, check: { attempt: "a", check: "c" } }],
      [
        "tool.finished",
        {
          call: "k",
          status: "error",
          check: { attempt: "a", check: "c", status: "failed", summary: endless },
          output: { text: "" },
          changed: [],
        },
      ],
      ["tool.called", { call: "c", name: endless, arguments: {} }],
      ["model.asked", { purpose: "turn", model: endless }],
      ["turn.stopped", { code: "crashed", summary: endless }, { turn: "turn-1" }],
    )
    expect(JSON.stringify({ log, branch }).length).toBeLessThan(80_000)
    expect(branch.stop?.summary).toHaveLength(limits.note)
    expect(branch.stop?.summary.endsWith("…")).toBe(true)
    expect(branch.done?.attempts[0]?.checks[0]?.summary).toHaveLength(limits.note)
  })

  it("is whole in an entry of the timeline that is not too heavy, and leaves the headline of one that is", () => {
    const evidence = (detail: string) => [
      { category: "c", source: "s", summary: "e", status: "supporting" as const, detail },
    ]
    const note = (detail: string): Line => [
      "workflow.noted",
      { kind: "completion_check", mode: "plan", reasonCode: "r", summary: "s", evidence: evidence(detail) },
    ]
    const { timeline } = stateOf(note("short"), note(endless)).branch
    expect(timeline).toEqual([
      expect.objectContaining({ reasonCode: "r", evidence: evidence("short") }),
      { kind: "completion_check", mode: "plan", reasonCode: "r", summary: "s", seq: 3, at: expect.any(String) },
    ])
  })
})

describe("what a newer Holdfast added to an event", () => {
  it("does not get into the state where nothing bounds it", () => {
    const extra = { added: ["by", "a", "newer", "one"], attempts: "none" }
    const lines: Line[] = [
      ["input.accepted", { input: "a", kind: "send", text: "", attachments: [{ ...blob, name: "a", ...extra }] }],
      ["turn.cancel-requested", { turn: "t" }],
      ["session.configured", { ruleCounts: { allow: 1, deny: 1, ask: 1, ...extra } }],
      ["turn.moved", { from: null, to: "prepare", kind: "normal", reasonCode: "r", summary: "s", ...extra }],
      ["done.defined", { task: "t", criteria: [{ id: "c", text: "t", ...extra }], ...extra }],
      ["done.changed", { items: [{ id: "i", text: "t", state: "active", ...extra }], ...extra }],
      ["done.changed", { touched: [{ path: "p", hash: null, ...extra }] }],
      [
        "done.verification-planned",
        { attempt: "a", number: 1, checks: [{ id: "c", command: "c", ...check, ...extra }] },
      ],
    ]
    const log = logOf(say.opened, ...lines).map((event) => ({ ...event, by: { ...event.by, ...extra } }))
    const state = fold("session", log)
    expect(JSON.stringify(state)).not.toContain("added")
    expect(state.branch.done).toMatchObject({ touchedCount: 1, attempts: [{ id: "a" }], items: [{ id: "i" }] })
  })
})

describe("the files that the work touched", () => {
  it("are counted, and the last of them kept", () => {
    const touched = Array.from({ length: caps.touched + 5 }, (_, n) => ({ path: `${n}`, hash: null }))
    const { done } = stateOf(["done.defined", { task: "t", touched }]).branch
    expect(done).toMatchObject({ touched: touched.slice(5), touchedCount: caps.touched + 5 })
  })
})

describe("an event with a text or a list that is too long", () => {
  it.each<[EventType, object]>([
    ["input.accepted", { input: "a", kind: "send", text: "x".repeat(limits.text + 1) }],
    ["input.edited", { input: "a", text: "x".repeat(limits.text + 1) }],
    ["turn.started", { task: "x".repeat(limits.text + 1) }],
    ["ask.opened", { ask: "a", kind: "question", question: "x".repeat(limits.note + 1) }],
    ["ask.answered", { ask: "a", answer: "text", text: "x".repeat(limits.text + 1) }],
    ["done.changed", { items: Array(limits.doneItems + 1).fill({ id: "i", text: "t", state: "pending" }) }],
    ["done.changed", { criteria: Array(limits.criteria + 1).fill({ id: "c", text: "t" }) }],
    [
      "prompt.built",
      { format: "f", mode: "plan", sections: Array(limits.promptSections + 1).fill({ name: "s", body: blob }) },
    ],
    ["session.opened", { workspace: "/".repeat(limits.path + 1), project: "/" }],
  ])("is refused: %s", (type, data) => {
    expect(eventSchemas[type].safeParse(data).error?.issues.map(({ code }) => code)).toEqual(["too_big"])
  })
})
