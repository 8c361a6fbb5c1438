import { describe, expect, it } from "vitest"
import type { CheckStatus } from "../../session/event/common.ts"
import type { TimelineEntry } from "../../session/state.ts"
import { workflowAnswers } from "./answers.ts"

let seq = 0
const entry = (kind: TimelineEntry["kind"], summary: string, more: Partial<TimelineEntry> = {}): TimelineEntry =>
  ({
    seq: ++seq,
    at: "2026-01-01T00:00:00.000Z",
    kind,
    mode: "execute",
    reasonCode: "c",
    summary,
    ...more,
  }) as TimelineEntry
const observed = (status: CheckStatus) =>
  entry("verify_observation", "verify: x", { observations: [{ status, summary: "attempt 1" }] })
const answers = (...timeline: TimelineEntry[]) =>
  workflowAnswers(timeline, []).map(({ heading, text }) => `${heading}: ${text}`)

describe("workflow answers", () => {
  it.each([
    [
      entry("clarify_continue", "clarify: too broad", { unresolvedQuestions: ["Which part?"] }),
      "Asked again: too broad: Which part?",
    ],
    [entry("clarify_exit", "clarify: it is clear"), "Clarify stopped: it is clear"],
    [entry("reentry", "plan: files outside", { mode: "plan" }), "Recovered workflow: plan: files outside"],
    [entry("plan_refresh", "execute: fits again"), "Recovered workflow: execute: fits again"],
    [entry("repair_retry", "repair: empty answer"), "Repair path: empty answer"],
    [entry("repair_fail", "repair: gave up"), "Repair failed: gave up"],
    [entry("completion_finalize", "completion: stopped"), "Completion decision: stopped"],
    [entry("verify_skip", "verify: nothing changed"), "Skipped verify: nothing changed"],
    [observed("planned"), "Verify planned: attempt 1"],
    [observed("pending"), "Verify pending: attempt 1"],
    [observed("stale"), "Verify stale: attempt 1"],
    [observed("failed"), "Verify observed: attempt 1"],
    [entry("route", "execute: it is clear"), "Began with: execute: it is clear"],
  ])("tell of %o", (one, answer) => {
    expect(answers(one)).toEqual([answer])
  })

  it("keep the newest about each thing: what ran is not planned any more", () => {
    expect(
      answers(
        observed("planned"),
        entry("completion_continue", "completion: not done"),
        observed("pending"),
        entry("completion_complete", "completion: verified", {
          observations: [
            { status: "passed", summary: "lint passed" },
            { status: "failed", summary: "test failed" },
          ],
        }),
      ),
    ).toEqual(["Verify observed: test failed", "Completion decision: verified"])
  })

  it("say nothing of a handoff, and end with what the ledger found", () => {
    const item = {
      id: "i",
      list: "assumptions",
      status: "contradicted",
      text: "a: b",
      introducedPhase: "plan",
    } as const
    expect(workflowAnswers([entry("handoff", "verify: x")], [item])).toEqual([
      { heading: "Contradicted assumptions", text: "a: b", seq: null },
    ])
  })
})
