import { describe, expect, it } from "vitest"
import type { TimelineEntry } from "../../session/state.ts"
import { workflowView } from "./workflow-view.ts"

const at = "2026-01-01T00:00:00.000Z"
const missing = { category: "verification", source: "dod", status: "missing", summary: "a build" } as const
const timeline: TimelineEntry[] = [
  { seq: 1, at, kind: "route", mode: "plan", reasonCode: "task_is_complex", summary: "plan: of an earlier task" },
  { seq: 2, at, kind: "route", mode: "execute", reasonCode: "task_is_concrete", summary: "execute: clear" },
  {
    seq: 3,
    at,
    kind: "completion_continue",
    mode: "execute",
    reasonCode: "premature_completion_nudge",
    summary: "completion: no",
    evidence: [missing],
  },
]

describe("the workflow explains itself", () => {
  it("with what fits the filter, the newest policy whatever the filter, and the answers of this task", () => {
    const view = workflowView({ timeline, ledger: [], attempts: [] }, { kind: "route", limit: 1 })
    expect(view.total).toBe(3)
    expect(view.shown.map(({ seq, explanation }) => [seq, explanation])).toEqual([
      [2, "execute: clear | code=task_is_concrete"],
    ])
    expect(view.policy).toMatchObject({ entry: { seq: 3 }, evidence: { blocking: [missing], supporting: [] } })
    expect(view.answers.map(({ heading, seq }) => [heading, seq])).toEqual([
      ["Began with", 2],
      ["Completion decision", 3],
    ])
  })

  it("with nothing where nothing was decided", () => {
    expect(workflowView({ timeline: [], ledger: [], attempts: [] })).toMatchObject({
      total: 0,
      shown: [],
      policy: null,
      answers: [],
    })
  })
})
