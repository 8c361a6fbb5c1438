import { describe, expect, it } from "vitest"
import { type Line, logOf, stateOf, withNewer } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { isHoldfastError } from "./error.ts"
import { fold } from "./fold.ts"
import { assertLegal } from "./legal.ts"

/** What becomes of an event after the others: accepted, or the code of the refusal. */
function verdict(before: readonly Line[], [type, data, more]: Line): string {
  try {
    assertLegal(stateOf(...before), { type, data, turn: more?.turn })
    return "accepted"
  } catch (error) {
    if (!isHoldfastError(error)) throw error
    return error.code
  }
}

const interrupt = (turn?: string): Line => [
  "input.accepted",
  { input: "i", kind: "interrupt", text: "", ...(turn ? { turn } : {}) },
]
const open: Line = ["ask.opened", { ask: "a", kind: "question", question: "?" }]
const reply: Line = ["ask.answered", { ask: "a", answer: "text", text: "yes" }]
const failed = (to: number): Line => ["model.failed", { asked: to, kind: "server", message: "" }]
const plan: Line = [
  "done.verification-planned",
  {
    attempt: "one",
    number: 1,
    checks: [{ id: "lint", command: "lint", kind: "lint", strength: "parses", source: "project" }],
  },
]
const check = (id: string): Line => [
  "tool.called",
  { call: id, name: "bash", arguments: { command: id }, check: { attempt: "one", check: id } },
]
const inTurn = ([type, data]: Line, turn: string): Line => [type, data, { turn }] as Line

describe("what an append may add", () => {
  it.each<[string, Line[], Line, string]>([
    ["a session is opened once", [], say.opened, "illegal"],
    ["an input", [], say.send("a"), "accepted"],
    ["an input with an id that waits", [say.send("a")], say.send("a"), "illegal"],
    ["an interrupt of the open turn", [say.started()], interrupt("turn-1"), "accepted"],
    ["an interrupt of another turn", [say.started()], interrupt("turn-0"), "stopped"],
    ["an interrupt of no turn", [say.started()], interrupt(), "illegal"],
    ["an edit of a waiting input", [say.send("a")], ["input.edited", { input: "a", text: "" }], "accepted"],
    [
      "an edit of a consumed input",
      [say.send("a"), say.consumed("a")],
      ["input.edited", { input: "a", text: "" }],
      "illegal",
    ],
    ["taking an input twice", [say.send("a"), say.consumed("a")], say.consumed("a"), "illegal"],
    ["taking back what waits", [say.send("a")], ["input.withdrawn", { input: "a" }], "accepted"],

    ["a turn", [], say.started(), "accepted"],
    ["a turn without an id", [], ["turn.started", { task: "" }], "illegal"],
    ["a turn in a turn", [say.started()], say.started("again", "turn-2"), "illegal"],
    ["a turn that has stopped", [say.started(), say.stopped()], say.started(), "stopped"],
    ["a cancel of the open turn", [say.started()], ["turn.cancel-requested", { turn: "turn-1" }], "accepted"],
    [
      "a cancel of a stopped turn",
      [say.started(), say.stopped()],
      ["turn.cancel-requested", { turn: "turn-1" }],
      "stopped",
    ],
    ["a cancel that names no turn", [say.send("a")], ["turn.cancel-requested", {}], "accepted"],
    ["a cancel that names no turn while one is open", [say.started()], ["turn.cancel-requested", {}], "illegal"],
    ["a resume that names no turn", [say.send("a")], ["turn.resume-requested", {}], "accepted"],
    ["a resume that names no turn while one is open", [say.started()], ["turn.resume-requested", {}], "illegal"],
    ["a stop record", [say.started()], say.stopped(), "accepted"],
    ["a second stop record", [say.started(), say.stopped()], say.stopped(), "stopped"],
    ["a stop record while a model call is open", [say.started(), say.asked()], say.stopped(), "illegal"],
    ["a stop record while a tool call is open", [say.started(), say.called("c")], say.stopped(), "illegal"],
    ["a stop record while an ask is open", [say.started(), open], say.stopped(), "accepted"],
    [
      "a stop record that names no turn",
      [say.started()],
      ["turn.stopped", { code: "answered", summary: "" }],
      "illegal",
    ],
    ["what belongs to a stopped turn", [say.started(), say.stopped()], inTurn(say.asked(), "turn-1"), "stopped"],

    ["a model call", [say.started()], say.asked(), "accepted"],
    ["a second call while one is open", [say.started(), say.asked()], say.asked(), "illegal"],
    ["the outcome of the open call", [say.started(), say.asked()], failed(3), "accepted"],
    ["the outcome of another call", [say.started(), say.asked()], failed(2), "illegal"],
    ["a second outcome", [say.started(), say.asked(), failed(3)], failed(3), "illegal"],

    ["a tool call", [], say.called("c"), "accepted"],
    ["a call that is open already", [say.called("c")], say.called("c"), "illegal"],
    ["a call whose id was used before", [say.called("c"), say.finished("c")], say.called("c"), "accepted"],
    ["the start of a call", [say.called("c")], say.startedTool("c"), "accepted"],
    ["the start of nothing", [], say.startedTool("c"), "illegal"],
    ["a second start", [say.called("c"), say.startedTool("c")], say.startedTool("c"), "illegal"],
    ["an outcome without a start, as when it is denied", [say.called("c")], say.finished("c"), "accepted"],
    ["a second outcome of a call", [say.called("c"), say.finished("c")], say.finished("c"), "illegal"],

    ["an ask that is open already", [open], open, "illegal"],
    ["the answer", [open], reply, "accepted"],
    ["a second answer", [open, reply], reply, "answered"],
    ["an answer to nothing", [], reply, "stopped"],
    ["an answer after the turn ended", [say.started(), open, say.stopped()], reply, "stopped"],
    ["the end of an ask that is not open", [], ["ask.expired", { ask: "a", reason: "" }], "illegal"],

    ["a check that was planned", [plan], check("lint"), "accepted"],
    ["a check that was not planned", [plan], check("test"), "illegal"],

    [
      "a compaction",
      [say.send("a"), say.consumed("a"), say.send("b"), say.consumed("b")],
      say.compacted(3),
      "accepted",
    ],
    ["a compaction of everything", [say.send("a"), say.consumed("a")], say.compacted(3), "illegal"],
    [
      "a compaction of less than the one before",
      [say.send("a"), say.consumed("a"), say.compacted(3)],
      say.compacted(2),
      "illegal",
    ],
    ["a compaction over an input that waits", [say.send("a"), say.send("b")], say.compacted(2), "illegal"],
    [
      "a compaction that still reads such an input",
      [say.send("a"), say.send("b")],
      say.compacted(2, { from: 2 }),
      "accepted",
    ],
    [
      "a compaction with a gap",
      [say.send("a"), say.consumed("a"), say.send("b"), say.consumed("b")],
      say.compacted(2, { from: 4 }),
      "illegal",
    ],

    ["short results", [say.send("a"), say.send("b")], say.trimmed(2), "accepted"],
    ["short results up to the newest event", [say.send("a"), say.send("b")], say.trimmed(3), "illegal"],
    ["short results that go no further", [say.send("a"), say.send("b"), say.trimmed(2)], say.trimmed(2), "illegal"],

    ["a rewind", [say.send("a")], say.rewound(1, 2), "accepted"],
    ["a rewind on a head that has moved on", [say.send("a"), say.send("b")], say.rewound(1, 2), "behind"],
    ["a rewind to the head", [say.send("a")], say.rewound(2, 2), "illegal"],
    ["a rewind in a turn", [say.started()], say.rewound(1, 2), "illegal"],
    [
      "a rewind to a branch that was left",
      [say.send("a"), say.rewound(1, 2), say.send("b")],
      say.rewound(2, 4),
      "illegal",
    ],
    [
      "putting files back in a turn",
      [say.started()],
      ["workspace.restore-started", { turns: [], files: [] }],
      "illegal",
    ],
  ])("%s", (_, before, event, expected) => {
    expect(verdict(before, event)).toBe(expected)
  })

  it("says who answered first, and what", () => {
    const state = fold("session", logOf(say.opened, open, reply))
    const [type, data] = reply
    expect(() => assertLegal(state, { type, data })).toThrow(
      expect.objectContaining({
        code: "answered",
        message: expect.stringContaining("already answered by ada: text"),
        details: expect.objectContaining({ earlier: expect.objectContaining({ text: "yes" }) }),
      }),
    )
  })

  it("is nothing, when a newer Holdfast wrote the log", () => {
    const state = fold("session", withNewer(logOf(say.opened)))
    const [type, data] = say.send("a")
    expect(() => assertLegal(state, { type, data })).toThrow(
      expect.objectContaining({ code: "newer", message: expect.stringContaining("read-only here. Update Holdfast") }),
    )
  })
})
