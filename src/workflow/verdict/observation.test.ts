import { describe, expect, it } from "vitest"
import { attempt } from "../../../test/support/workflow/work-scene.ts"
import { observation } from "../../session/event/common.ts"
import { note } from "../../session/event/workflow.ts"
import {
  attemptLabel,
  observationNote,
  observeCheck,
  observeNoChecks,
  observePending,
  observePlanned,
  observeStale,
  statusOf,
} from "./observation.ts"

describe("an observation (F043)", () => {
  it("with a status that nobody knows shows that something is missing", () => {
    expect([statusOf("passed"), statusOf("brilliant"), statusOf(null)]).toEqual(["passed", "missing", "missing"])
  })

  it("names the attempt that took the place of another", () => {
    expect([attemptLabel(1), attemptLabel(1, 2)]).toEqual(["attempt 1", "attempt 1 -> attempt 2"])
  })
})

describe("the life of an attempt (F076)", () => {
  const first = attempt(10, "passed")
  const second = { ...attempt(20, "planned"), number: 2 }
  const passed = first.checks.map((check) => observeCheck(first, check))
  const life = [
    observePlanned(first),
    observePending(first),
    ...passed,
    observeStale(first, second, "`a.ts` was changed"),
    observeNoChecks(),
  ]

  it("is planned, pending, passed, and stale with the attempt that supersedes it", () => {
    expect(
      life
        .map(observationNote)
        .map(({ reasonCode, policyStage, policyOutcome }) => [reasonCode, policyStage, policyOutcome]),
    ).toEqual([
      ["verification_planned", "verification", "planned"],
      ["verification_pending", "verification", "pending"],
      ["verification_command_passed", "verification", "passed"],
      ["verification_stale", "verification", "stale"],
      ["verification_commands_missing", "verification", "missing"],
    ])
    expect(observeStale(first, second, "`a.ts` was changed")).toMatchObject({
      summary: "attempt 1 -> attempt 2: `a.ts` was changed",
      attempt: "attempt-10",
      supersedes: "attempt-20",
    })
  })

  it("fits the events", () => {
    for (const each of life) {
      expect(observation.parse(each)).toEqual(each)
      expect(note.parse(observationNote(each))).toEqual(observationNote(each))
    }
  })
})
