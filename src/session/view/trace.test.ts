import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"
import * as say from "../../../test/support/session/say.ts"
import { caps } from "../limits.ts"
import { completionTrace } from "./trace.ts"

const trace = (...lines: Line[]) => completionTrace(stateOf(...lines).branch)
const codes = (...lines: Line[]) => trace(...lines).map(({ code }) => code)

const note = (
  kind: "completion_check" | "completion_continue" | "completion_complete" | "completion_finalize" | "repair_retry",
  reasonCode: string,
): Line => ["workflow.noted", { kind, mode: "execute", reasonCode, summary: `completion: ${reasonCode}` }]
const legacy = (reasonCode: string): Line => [
  "workflow.noted",
  {
    kind: "legacy_trace",
    stage: "definition_of_done",
    outcome: "continue",
    reasonCode,
    summary: "s",
    evidenceSummary: ["e"],
  },
]
const route: Line = ["workflow.decided", { kind: "route", mode: "plan", reasonCode: "r", summary: "s" }]

describe("the completion trace", () => {
  it("is empty before there was a decision", () => {
    expect(codes()).toEqual([])
    expect(codes(note("repair_retry", "again"))).toEqual([])
  })

  it("is the run of completion entries that ends with the last decision", () => {
    expect(
      codes(note("completion_check", "early"), route, note("completion_check", "a"), note("completion_finalize", "b")),
    ).toEqual(["a", "b"])
    expect(codes(note("completion_check", "a"), note("completion_finalize", "b"), note("repair_retry", "c"))).toEqual([
      "a",
      "b",
    ])
  })

  it("says stage, outcome and summary, from the kind where the entry does not say", () => {
    const noted: Line = [
      "workflow.noted",
      {
        kind: "completion_check",
        mode: "execute",
        reasonCode: "a",
        summary: "completion: looked done",
        policyStage: "stage",
        policyOutcome: "continue",
      },
    ]
    expect(
      trace(
        noted,
        note("completion_continue", "b"),
        note("completion_check", "c"),
        note("completion_complete", "d"),
        note("completion_finalize", "e"),
      ),
    ).toMatchObject([
      { stage: "stage", outcome: "continue", summary: "looked done" },
      { stage: "unknown", outcome: "continue" },
      { stage: "unknown", outcome: "accept" },
      { stage: "unknown", outcome: "complete" },
      { stage: "unknown", outcome: "finalize", summary: "e" },
    ])
  })

  it("shows entries of an older system only when the timeline has no such decision", () => {
    expect(trace(legacy("old"))).toEqual([
      {
        seq: 2,
        stage: "definition_of_done",
        outcome: "continue",
        code: "old",
        summary: "s",
        evidenceSummary: ["e"],
        evidence: [],
      },
    ])
    expect(codes(legacy("old"), note("completion_check", "new"))).toEqual(["new"])
    expect(codes(note("completion_check", "new"), legacy("old"))).toEqual(["old"])
    expect(codes(note("completion_check", "both"), legacy("both"))).toEqual(["both"])
  })

  it("shows the newest entries of a long run", () => {
    const run = Array.from({ length: 12 }, (_, n) => note("completion_check", `${n}`))
    expect(codes(...run)).toEqual(Array.from({ length: caps.trace }, (_, n) => `${12 - caps.trace + n}`))
  })

  it("begins anew with a turn", () => {
    expect(codes(note("completion_check", "a"), legacy("old"), say.started())).toEqual([])
  })
})
