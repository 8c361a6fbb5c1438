import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type Line, logOf, withNewer } from "../../../test/support/session/example.ts"
import { logArbitrary } from "../../../test/support/session/log.ts"
import * as say from "../../../test/support/session/say.ts"
import { fold } from "../fold.ts"
import type { Partials } from "../partial.ts"
import { type TranscriptItem, transcript } from "./transcript.ts"

function short(item: TranscriptItem): string {
  switch (item.kind) {
    case "input":
      return `${item.seq} input ${item.state}: ${item.text}`
    case "answer":
      return `${item.seq} answer ${item.state}: ${item.text}`
    case "tool":
      return `${item.seq} tool ${item.name} ${item.state}: ${item.output}`
    case "ask":
      return `${item.seq} ask ${item.state}: ${item.answer}`
    case "check":
      return `${item.seq} check ${item.state}: ${item.output}`
    default:
      return `${item.seq} ${item.kind}`
  }
}

const show = (...lines: Line[]) => transcript(logOf(say.opened, ...lines)).map(short)
const live = (...lines: Line[]) => {
  const log = logOf(say.opened, ...lines)
  return transcript(log, { live: fold("session", log).live }).map(short)
}

const day: Line[] = [
  say.send("a", "hello"),
  say.started(),
  say.consumed("a"),
  say.asked(),
  say.answered(5, "let me look", "c"),
  say.called("c"),
  say.startedTool("c"),
  say.finished("c", "text"),
  ["ask.opened", { ask: "q", kind: "question", question: "Which?" }],
  ["ask.answered", { ask: "q", answer: "text", text: "that one" }],
  ["done.verification-started", { attempt: "one", check: "t", command: "npm test" }],
  ["done.verification-finished", { started: 12, attempt: "one", check: "t", status: "passed", summary: "all good" }],
  say.stopped("completed-verified"),
  say.send("b", "thanks"),
]

describe("the transcript", () => {
  it("shows what a person saw, each thing where it began and as it ended", () => {
    expect(show(...day)).toEqual([
      "2 input consumed: hello",
      "5 answer whole: let me look",
      "7 tool read ok: text",
      "10 ask answered: that one",
      "12 check passed: all good",
      "14 stop",
      "15 input waiting: thanks",
    ])
  })

  it("shows that results were told in short, and that a compaction could not help", () => {
    expect(show(say.send("a"), say.send("b"), say.trimmed(2), ["context.kept", { because: "no" }])).toEqual([
      "2 input waiting: a",
      "3 input waiting: b",
      "4 trim",
      "5 kept",
    ])
  })

  it("shows edits, withdrawals, failures, cut-off answers, forks and compactions", () => {
    expect(
      show(
        say.send("a", "frist"),
        ["input.edited", { input: "a", text: "first" }],
        say.send("b", "no"),
        ["input.withdrawn", { input: "b" }],
        say.asked(),
        ["model.failed", { asked: 6, kind: "server", message: "503", text: "be" }],
        say.asked(),
        ["model.interrupted", { asked: 8, reason: "crashed", text: "before" }],
        ["session.opened", { workspace: "/w", project: "/p", parent: { session: "s", seq: 9 } }],
        say.compacted(5),
      ),
    ).toEqual([
      "2 input waiting: first",
      "4 input withdrawn: no",
      "6 answer failed: be",
      "8 answer interrupted: before",
      "10 fork",
      "11 compaction",
    ])
  })

  it("shows what has been streamed of open intents, and the outcome in its place", () => {
    const lines = [
      say.asked(),
      say.called("c"),
      say.startedTool("c"),
      ["done.verification-started", { attempt: "1", check: "t", command: "t" }],
    ] satisfies Line[]
    const partials: Partials = new Map([
      [2, { text: "half an ans", reasoning: "hm" }],
      [4, { output: "line 1\n" }],
      [5, { output: "ok 1\n" }],
    ])
    const streaming = transcript(logOf(say.opened, ...lines), { partials })
    expect(streaming.map(short)).toEqual([
      "2 answer streaming: half an ans",
      "3 tool read running: line 1\n",
      "5 check running: ok 1\n",
    ])
    expect(streaming[0]).toMatchObject({ reasoning: "hm" })
    const settled = transcript(logOf(say.opened, ...lines, say.answered(2, "half an answer more")), { partials })
    expect(settled.map(short)[0]).toBe("2 answer whole: half an answer more")
  })

  it("never shows what a turn left open as not done, nor as still going on", () => {
    const check: Line = ["done.verification-started", { attempt: "1", check: "t", command: "t" }]
    const ask: Line = ["ask.opened", { ask: "q", kind: "question", question: "?" }]
    expect(
      show(
        say.started(),
        say.asked(),
        say.called("c"),
        say.startedTool("c"),
        say.called("d"),
        check,
        ask,
        say.stopped("crashed"),
      ),
    ).toEqual([
      "3 answer interrupted: ",
      "4 tool read unknown: ",
      "6 tool read skipped: ",
      "7 check unknown: ",
      "8 ask expired: null",
      "9 stop",
    ])
  })

  it("keeps calls apart whose ids a model used again", () => {
    expect(show(say.called("c"), say.finished("c", "one"), say.called("c"), say.finished("c", "two"))).toEqual([
      "2 tool read ok: one",
      "4 tool read ok: two",
    ])
  })

  it("shows that something of a newer Holdfast is there", () => {
    expect(transcript(withNewer(logOf(say.opened))).map(short)).toEqual(["2 unknown"])
  })
})

describe("the transcript of the live branch", () => {
  it("leaves out what was rewound", () => {
    expect(
      live(say.send("a"), say.consumed("a"), say.asked(), say.answered(4, "one"), say.rewound(3, 5), say.send("b")),
    ).toEqual(["2 input consumed: a", "6 rewind", "7 input waiting: b"])
  })

  it("shows an input that was left waiting on another branch where it was taken", () => {
    expect(
      live(
        say.send("a"),
        say.send("b", "x"),
        ["input.edited", { input: "b", text: "wanted" }],
        say.rewound(2, 4),
        say.consumed("b"),
      ),
    ).toEqual(["2 input waiting: a", "5 rewind", "6 input consumed: wanted"])
  })
})

describe("a page of the transcript", () => {
  it("shows an outcome where it is, when its beginning lies before the page", () => {
    const log = logOf(say.opened, ...day)
    expect(transcript(log.slice(5, 9)).map(short)).toEqual(["6 answer whole: let me look", "7 tool read ok: text"])
    expect(transcript(log.slice(7, 9)).map(short)).toEqual(["8 tool  ok: text"])
  })

  it("shows every outcome once, wherever the border is", () => {
    const outcomes = (items: readonly TranscriptItem[]) =>
      items.flatMap((item) => {
        if (item.kind === "answer" && item.state === "whole") return [item.text]
        if (item.kind === "tool" && item.state === "ok") return [item.output]
        return item.kind === "stop" ? [item.code] : []
      })
    const log = logOf(say.opened, ...day)
    for (let border = 0; border <= log.length; border++) {
      const pages = [transcript(log.slice(0, border)), transcript(log.slice(border))]
      expect(pages.flatMap(outcomes)).toEqual(["let me look", "text", "completed-verified"])
    }
  })

  it("is made of any stretch of any log, in order, each thing once", () => {
    fc.assert(
      fc.property(logArbitrary(), fc.nat(), fc.nat(), (log, a, b) => {
        const [from, to] = [a % (log.length + 1), b % (log.length + 1)].sort((x, y) => x - y)
        const seqs = transcript(log.slice(from, to)).map(({ seq }) => seq)
        expect(seqs).toEqual([...new Set(seqs)].sort((x, y) => x - y))
        for (const seq of seqs) expect(seq > (from ?? 0) && seq <= (to ?? 0)).toBe(true)
      }),
    )
  })
})
