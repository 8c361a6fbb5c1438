import { describe, expect, it } from "vitest"
import { defineDone } from "./done.ts"
import { assessDrift, type DriftInput } from "./drift.ts"

const still: DriftInput = {
  planText: "# Plan\n- Change `src/route.ts` so that the router scores modes\n- Adjust docs/ to it",
  briefText: "Task: teach the router to score modes. Acceptance: scores add up.",
  brief: {
    likelyTouchpoints: ["src/route.ts", "docs/"],
    assumptions: ["`src/words.ts` stays unchanged"],
    decisionBoundaries: ["Do not touch `src/store.ts`"],
  },
  task: "Teach the router to score modes",
  touched: ["src/route.ts", "src/route.test.ts", "docs/modes.md"],
  criteria: ["Teach the router to score modes", "The scores of the modes add up"],
  failedVerification: false,
}

type Row = [name: string, change: Partial<DriftInput>, reasons: string[], strategy: string, kinds: string[]]

describe("drift (F062, F063)", () => {
  it("is none while the work is where plan and brief expect it: a test beside its file, a file in its directory", () => {
    expect(assessDrift(still)).toBeNull()
  })

  it("is none where a file is made of which somebody said that it is not there yet", () => {
    const brief = {
      likelyTouchpoints: [],
      assumptions: ["`src/words.ts` does not exist yet."],
      decisionBoundaries: [],
    }
    const planText = `${still.planText} src/words.ts`
    expect(assessDrift({ ...still, planText, brief, touched: ["src/words.ts"] })).toBeNull()
  })

  const rows: Row[] = [
    [
      "a file that the plan does not name",
      { brief: null, touched: ["src/other.ts"] },
      ["touched_files_outside_plan"],
      "plan_refresh",
      ["confirmed_touchpoint"],
    ],
    [
      "a file of the same name elsewhere",
      { brief: null, touched: ["web/route.ts"] },
      ["touched_files_outside_plan"],
      "plan_refresh",
      ["confirmed_touchpoint"],
    ],
    [
      "a criterion that the plan does not cover",
      { criteria: ["Windows installers are signed"] },
      ["acceptance_criteria_outside_plan"],
      "plan_refresh",
      ["acceptance_anchor"],
    ],
    [
      "a file that only the brief does not expect",
      { planText: `${still.planText}\n- src/extra.ts`, touched: ["src/extra.ts"] },
      ["touchpoints_outside_brief"],
      "clarify_reentry",
      ["confirmed_touchpoint"],
    ],
    [
      "a broken assumption",
      {
        planText: `${still.planText} src/words.ts`,
        touched: ["src/words.ts"],
        brief: { likelyTouchpoints: [], assumptions: ["`src/words.ts` stays unchanged"], decisionBoundaries: [] },
      },
      ["touchpoints_outside_brief"],
      "clarify_reentry",
      ["contradicted_assumption"],
    ],
    [
      "a boundary that was crossed",
      {
        planText: `${still.planText} src/store.ts`,
        touched: ["src/store.ts"],
        brief: { likelyTouchpoints: [], assumptions: [], decisionBoundaries: ["Do not touch `src/store.ts`"] },
      },
      ["touchpoints_outside_brief"],
      "clarify_reentry",
      ["task_boundary_change"],
    ],
    [
      "a task that became another",
      { task: "Ship signed Windows installers through winget", criteria: [] },
      ["task_drifted_beyond_brief"],
      "clarify_reentry",
      ["task_boundary_change"],
    ],
    [
      "both",
      { touched: ["src/other.ts"] },
      ["touched_files_outside_plan", "touchpoints_outside_brief"],
      "full_replan",
      ["confirmed_touchpoint", "confirmed_touchpoint"],
    ],
    [
      "a failed check that the brief says nothing of",
      {
        planText: `${still.planText} Windows installers are signed`,
        criteria: ["Windows installers are signed"],
        failedVerification: true,
      },
      ["brief_missing_acceptance_scope"],
      "clarify_reentry",
      ["verification_contradiction"],
    ],
  ]
  it.each(rows)("is %s", (_, change, reasons, strategy, kinds) => {
    const drift = assessDrift({ ...still, ...change })
    expect({ ...drift, evidence: drift?.evidence.map(({ kind }) => kind) }).toEqual({
      reasons,
      strategy,
      evidence: kinds,
      summary: expect.any(String),
    })
  })

  it("is none for the criterion that comes with the task: no plan names it", () => {
    const criteria = (defineDone(`${still.task} and make sure that it works`).criteria ?? []).slice(1)
    expect(criteria).toHaveLength(1)
    const change = { criteria: criteria.map(({ text }) => text) }
    expect(assessDrift({ ...still, ...change })).toBeNull()
    expect(assessDrift({ ...still, ...change, failedVerification: true })).toBeNull()
  })

  it("does not ask a plan that names no file where the work should be", () => {
    expect(
      assessDrift({ ...still, brief: null, planText: "Score the modes. They add up.", touched: ["anything.ts"] }),
    ).toBeNull()
  })

  it("blames the brief for its acceptance only after a check failed", () => {
    const change = {
      planText: `${still.planText} Windows installers are signed`,
      criteria: ["Windows installers are signed"],
    }
    expect(assessDrift({ ...still, ...change })).toBeNull()
  })

  it("matches words, not parts of them", () => {
    const change = {
      brief: null,
      briefText: null,
      planText: "Use the latest words in src/route.ts",
      criteria: ["test word"],
      touched: [],
    }
    expect(assessDrift({ ...still, ...change })?.reasons).toEqual(["acceptance_criteria_outside_plan"])
  })
})
