import { describe, expect, it } from "vitest"
import { type Line, logOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { fold } from "../fold.ts"
import { type ContextMessage, compactedMark, contextStart, modelContext } from "./context.ts"

/** What the model sees, in short; the events before `contextStart` are not handed in, as a caller would not read them. */
function context(...lines: Line[]): string[] {
  const log = logOf(say.opened, ...lines)
  const state = fold("session", log)
  return modelContext(state, log.slice(contextStart(state) - 1)).map(short)
}

function short(message: ContextMessage): string {
  if (message.role === "tool") return `tool ${message.call}: ${message.text}`
  if (message.role === "user") return `user: ${message.text}`
  const calls = message.calls.map(({ call, arguments: args }) => ` (${call} ${JSON.stringify(args)})`).join("")
  return `${message.interrupted ? "cut off" : "assistant"}: ${message.text}${calls}`
}

const interrupted = (to: number, reason: "cancelled" | "superseded" | "crashed", text = "half"): Line => [
  "model.interrupted",
  { asked: to, reason, text },
]

describe("what the model sees", () => {
  it("is the conversation, with each call and its result", () => {
    expect(
      context(
        say.send("a", "hello"),
        say.started(),
        say.consumed("a"),
        say.asked(),
        say.answered(5, "let me look", "c"),
        say.called("c"),
        say.finished("c", "text"),
        say.asked(),
        say.answered(9, "done"),
      ),
    ).toEqual(["user: hello", 'assistant: let me look (c {"path":"c"})', "tool c: text", "assistant: done"])
  })

  it("has the summary of a compaction once, also where the summary stands for the call that asked for it", () => {
    const log = [
      say.send("a"),
      say.started(),
      say.consumed("a"),
      say.asked("compact"),
      say.answered(5, "What was said."),
    ]
    for (const through of [4, 5]) expect(context(...log, say.compacted(through))).toHaveLength(1)
    expect(context(...log, say.compacted(5))).toEqual([`user: ${compactedMark}\nWhat was said.`])
  })

  it("leaves out inputs that wait, that were withdrawn, and that a fork left behind", () => {
    const withdraw: Line = ["input.withdrawn", { input: "b" }]
    const fork: Line = ["session.opened", { workspace: "/w", project: "/p", parent: { session: "s", seq: 3 } }]
    expect(context(say.send("a"), say.send("b"), withdraw)).toEqual([])
    expect(context(say.send("a"), fork)).toEqual([])
  })

  it("has an input where it was taken, in its newest words: never between a call and its result", () => {
    const edit: Line = ["input.edited", { input: "b", text: "also this, please" }]
    expect(
      context(
        say.send("a"),
        say.started(),
        say.consumed("a"),
        say.asked(),
        say.answered(5, "", "c"),
        say.called("c"),
        say.send("b", "also this"),
        edit,
        say.finished("c"),
        say.consumed("b"),
      ),
    ).toEqual(["user: a", 'assistant:  (c {"path":"c"})', "tool c: ok", "user: also this, please"])
  })

  it("carries attachments", () => {
    const attachments = [{ blob: "a".repeat(64), bytes: 1, name: "x.png" }]
    const log = logOf(
      say.opened,
      ["input.accepted", { input: "a", kind: "send", text: "look", attachments }],
      say.consumed("a"),
    )
    expect(modelContext(fold("session", log), log)).toEqual([
      { role: "user", seq: 3, text: "look", input: "a", attachments },
    ])
  })

  it("says how much of an input was typed, until it is edited", () => {
    const accepted: Line = ["input.accepted", { input: "a", kind: "send", text: "look: log", typed: 5 }]
    const edited: Line = ["input.edited", { input: "a", text: "look here" }]
    const [whole, changed] = [logOf(accepted, say.consumed("a")), logOf(accepted, edited, say.consumed("a"))]
    expect(modelContext(fold("session", whole), whole)).toMatchObject([{ text: "look: log", typed: 5 }])
    expect(modelContext(fold("session", changed), changed)).toEqual([
      { role: "user", seq: 3, text: "look here", input: "a" },
    ])
  })

  it.each([
    ["cancelled", ["cut off: half"]],
    ["superseded", ["cut off: half"]],
    ["crashed", []],
  ] as const)("has the partial text of a call that was %s: %j", (reason, expected) => {
    expect(context(say.asked(), interrupted(2, reason))).toEqual(expected)
  })

  it("has nothing of a cancelled call that had not said anything", () => {
    expect(context(say.asked(), interrupted(2, "cancelled", ""))).toEqual([])
  })

  it("leaves out calls of another purpose, whole or cut off", () => {
    expect(
      context(say.asked("title"), say.answered(2, "A title"), say.asked("compact"), interrupted(4, "cancelled")),
    ).toEqual([])
  })

  it("has no call without a result, but for those that are open", () => {
    const step = [
      say.started(),
      say.asked(),
      say.answered(3, "look", "c", "d"),
      say.called("c"),
      say.called("d"),
      say.finished("c"),
    ] as const
    expect(context(...step)).toEqual(['assistant: look (c {"path":"c"}) (d {"path":"d"})', "tool c: ok"])
    expect(context(...step, say.stopped("crashed"))).toEqual(['assistant: look (c {"path":"c"})', "tool c: ok"])
    expect(context(...step, say.stopped("crashed"), say.rewound(5, 8))).toEqual(["assistant: look"])
  })

  it("pairs calls whose ids a model used again", () => {
    const step = (at: number): Line[] => [
      say.asked(),
      say.answered(at, "", "c"),
      say.called("c"),
      say.finished("c", `result ${at}`),
    ]
    expect(context(...step(2), ...step(6))).toEqual([
      'assistant:  (c {"path":"c"})',
      "tool c: result 2",
      'assistant:  (c {"path":"c"})',
      "tool c: result 6",
    ])
  })

  it("has long results in short up to the event that the log says, until it is rewound to before that", () => {
    const long = "x".repeat(3_000)
    const step = (at: number, call: string): Line[] => [
      say.asked(),
      say.answered(at, "", call),
      say.called(call),
      say.finished(call, long),
    ]
    const lines = [...step(2, "c"), ...step(6, "d")]
    const results = (...more: Line[]) =>
      context(...lines, ...more).flatMap((text) => (text.startsWith("tool ") ? [text.length] : []))
    expect(results()).toEqual([3_008, 3_008])
    expect(results(say.trimmed(5))).toEqual([expect.toSatisfy((length: number) => length < 1_200), 3_008])
    expect(results(say.trimmed(5), say.rewound(9, 10))).toEqual([3_008, 3_008])
  })

  it("has what was planned never between a call and its result, though a person wrote it while the tool ran", () => {
    const plan: Line = [
      "workflow.artifact-edited",
      { artifact: "plan", from: 1, body: { blob: "a".repeat(64), bytes: 1 } },
    ]
    const written: Line = [
      "workflow.artifact-written",
      { artifact: "plan", version: 1, body: { blob: "b".repeat(64), bytes: 1 } },
    ]
    expect(
      context(written, say.asked(), say.answered(3, "", "c"), say.called("c"), plan, say.finished("c"), say.asked()),
    ).toEqual(['assistant:  (c {"path":"c"})', "tool c: ok", "user: "])
  })

  it("has no result of a call that the summary took in", () => {
    expect(
      context(
        say.asked(),
        say.answered(2, "", "c"),
        say.called("c"),
        say.finished("c"),
        say.send("a"),
        say.consumed("a"),
        say.compacted(4),
      ),
    ).toEqual([`user: ${compactedMark}\nWhat was said.`, "user: a"])
  })
})

describe("after a compaction the model sees", () => {
  const before = [say.send("a"), say.consumed("a"), say.asked(), say.answered(4, "first")] as const

  it("the newest summary and what came after it", () => {
    expect(context(...before, say.send("b"), say.consumed("b"), say.compacted(5))).toEqual([
      `user: ${compactedMark}\nWhat was said.`,
      "user: b",
    ])
    expect(
      context(
        ...before,
        say.compacted(2),
        say.send("b"),
        say.consumed("b"),
        say.compacted(5, { summary: "All of it." }),
      ),
    ).toEqual([`user: ${compactedMark}\nAll of it.`, "user: b"])
  })

  it("an input that waited while it happened, once it is taken", () => {
    const lines = [
      say.send("a", "waits"),
      say.asked(),
      say.answered(3, "first"),
      say.compacted(3, { from: 2 }),
    ] as const
    expect(context(...lines)).toEqual([`user: ${compactedMark}\nWhat was said.`, "assistant: first"])
    expect(context(...lines, say.consumed("a"))).toEqual([
      `user: ${compactedMark}\nWhat was said.`,
      "assistant: first",
      "user: waits",
    ])
  })

  it("the whole conversation again, when it is rewound to before the compaction", () => {
    expect(context(...before, say.send("b"), say.consumed("b"), say.compacted(5), say.rewound(5, 8))).toEqual([
      "user: a",
      "assistant: first",
    ])
  })
})

describe("after a rewind the model sees", () => {
  it("the live branch only", () => {
    expect(
      context(
        say.send("a"),
        say.consumed("a"),
        say.asked(),
        say.answered(4, "first"),
        say.send("b"),
        say.consumed("b"),
        say.asked(),
        say.answered(8, "second"),
        say.rewound(5, 9),
        say.send("c"),
        say.consumed("c"),
      ),
    ).toEqual(["user: a", "assistant: first", "user: c"])
  })

  it("an input that was left waiting on the other branch and is taken on this one", () => {
    expect(
      context(say.send("a"), say.consumed("a"), say.send("b", "still wanted"), say.rewound(3, 4), say.consumed("b")),
    ).toEqual(["user: a", "user: still wanted"])
  })
})
