import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import { caps } from "../limits.ts"

const blob = { blob: "a".repeat(64), bytes: 3 }

describe("the workflow", () => {
  const decide = (mode: "plan" | "execute"): Line => [
    "workflow.decided",
    { kind: "route", mode, reasonCode: "r", summary: mode },
  ]

  it("follows the newest decision and keeps scores that it does not mention", () => {
    const first: Line = [
      "workflow.decided",
      { kind: "route", mode: "plan", reasonCode: "r", summary: "s", ambiguity: 0.2, scheduledNextMode: "execute" },
    ]
    expect(stateOf(first, decide("execute")).branch.workflow).toMatchObject({
      mode: "execute",
      reasonSummary: "execute",
      ambiguity: 0.2,
      scheduledNextMode: null,
    })
  })

  it("gives the reason alone where the summary says something else", () => {
    const data = {
      kind: "route",
      mode: "plan",
      reasonCode: "r",
      summary: "plan: it is large",
      reasonSummary: "it is large",
    } as const
    expect(stateOf(["workflow.decided", data]).branch.workflow.reasonSummary).toBe("it is large")
  })

  it("keeps the newest entries of the timeline, of the legacy trace and of the prompts", () => {
    const many = <T>(line: (n: number) => T) => Array.from({ length: 40 }, (_, n) => line(n))
    const { branch } = stateOf(
      ...many(() => decide("plan")),
      ...many(
        (n): Line => [
          "workflow.noted",
          { kind: "legacy_trace", stage: "s", outcome: "o", reasonCode: `${n}`, summary: "" },
        ],
      ),
      ...many((n): Line => ["prompt.built", { format: `${n}`, mode: "plan", sections: [] }]),
    )
    expect(branch.timeline.map(({ seq }) => seq)).toEqual(Array.from({ length: caps.timeline }, (_, n) => 41 - 23 + n))
    expect(branch.legacyTrace.map(({ reasonCode }) => reasonCode)).toEqual([
      "32",
      "33",
      "34",
      "35",
      "36",
      "37",
      "38",
      "39",
    ])
    expect(branch.prompts).toHaveLength(caps.prompts)
    expect(branch.prompts.at(-1)?.format).toBe("39")
  })

  it("changes ledger items by id and adds new ones", () => {
    const item = (id: string, status: "open" | "contradicted") =>
      ({ id, list: "assumptions", text: id, status, introducedPhase: "clarify" }) as const
    const { branch } = stateOf(
      ["workflow.ledger-changed", { items: [item("a", "open"), item("b", "open")] }],
      ["workflow.ledger-changed", { items: [item("b", "contradicted"), item("c", "open")] }],
    )
    expect(branch.ledger.map(({ id, status }) => `${id} ${status}`)).toEqual(["a open", "b contradicted", "c open"])
  })

  it("knows the newest version of each artifact", () => {
    const write = (version: number): Line => ["workflow.artifact-written", { artifact: "plan", version, body: blob }]
    expect(stateOf(write(1), write(2)).branch.artifacts).toEqual({
      plan: { version: 2, blob: blob.blob, seq: 3, edited: false },
    })
  })

  it("counts equal prompts in a row as one", () => {
    const prompt: Line = ["prompt.built", { format: "native", mode: "plan", sections: [{ name: "a", body: blob }] }]
    expect(stateOf(prompt, prompt).branch.prompts).toHaveLength(1)
  })
})
