import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import type { ContextMessage } from "../../session/view/context.ts"
import { collectSummary } from "./collect.ts"
import { renderSummary } from "./summary.ts"

const hash = "0123456789abcdef".repeat(4)

function collected(lines: Line[], { removed = [], said = [] }: { removed?: ContextMessage[]; said?: string[] } = {}) {
  return collectSummary({ state: stateOf(...lines), removed, said, carried: [], notes: "" })
}

describe("what a summary says of the work", () => {
  const plan: Line = [
    "done.verification-planned",
    {
      attempt: "a1",
      number: 1,
      checks: [{ id: "c1", command: "npm test", kind: "test", strength: "tests", source: "project" }],
    },
  ]
  const work: Line[] = [
    say.started("Mend it"),
    [
      "done.defined",
      {
        task: "Mend it",
        items: [
          { id: "i1", text: "Look", state: "completed" },
          { id: "i2", text: "Write", state: "active" },
          { id: "i3", text: "Test", state: "pending" },
        ],
        criteria: [
          { id: "k1", text: "Mend it" },
          { id: "k2", text: "It adds" },
        ],
        touched: [
          { path: "/work/src/a.ts", hash },
          { path: "/elsewhere/b.ts", hash: null },
        ],
      },
    ],
    plan,
    ["done.verification-started", { attempt: "a1", check: "c1", command: "npm test" }],
    [
      "done.verification-finished",
      { started: 5, attempt: "a1", check: "c1", status: "failed", summary: "2 tests failed" },
    ],
  ]

  it("is what the definition of done knows: files with hashes, failing checks, what is open and what must hold", () => {
    expect(collected(work)).toMatchObject({
      goal: "Mend it",
      filesChanged: ["src/a.ts 0123456789ab", "/elsewhere/b.ts (deleted)"],
      failing: ["npm test: 2 tests failed"],
      open: ["Write (in progress)", "Test", "At the end: It adds"],
    })
  })

  it("is what was called for most, and said last", () => {
    const calls = ["read", "read", "bash"].map((name, index) => ({ call: `c${index}`, name, arguments: {} }))
    const removed: ContextMessage[] = [
      { role: "assistant", seq: 1, text: "I look\naround.", calls },
      { role: "assistant", seq: 2, text: "", calls: [] },
    ]
    expect(collected([say.started("Mend it")], { removed })).toMatchObject({
      tools: ["read (2)", "bash (1)"],
      current: "I look around.",
    })
  })
})

describe("what a person asked for", () => {
  it("is carried on from summary to summary: what it began with, and the last requests", () => {
    const first = collected([say.started("Look at it")], { said: ["Look at it", "And at b"] })
    expect(first).toMatchObject({ goal: "Look at it", first: null, requests: ["And at b"] })
    const summary = renderSummary(first, { characters: 4_000, said: 1_000, goal: 0 })
    const later = [say.opened, say.started("Mend it", "turn-2"), say.compacted(2, { summary })]
    expect(collected(later, { said: ["Mend it", "And test it", "And test it", "And say so"] })).toMatchObject({
      goal: "Mend it",
      first: "Look at it",
      requests: ["And at b", "And test it", "And say so"],
    })
  })

  it("began with what was said first, also where the summary before had no room to say so", () => {
    const summary = "## Goal\nMend it"
    const later = [
      say.opened,
      say.started("Ship it", "turn-3"),
      say.compacted(2, { summary, constraints: ["Look at\nit", "Mend it"] }),
    ]
    expect(collected(later, { said: ["Ship it"] })).toMatchObject({ goal: "Ship it", first: "Look at it" })
  })
})
