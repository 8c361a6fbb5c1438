import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../../../test/support/session/example.ts"

/** A check is a call of the workflow; in logs of earlier versions it has events of its own. */
const forms = {
  "a check that is a call": {
    start: (check: string): Line[] => [
      ["tool.called", { call: check, name: "bash", arguments: { command: check }, check: { attempt: "one", check } }],
      ["tool.started", { call: check, readOnly: false, check: { attempt: "one", check } }],
    ],
    finish: (_: number, check: string, status: "passed" | "failed" | "unknown" | "missing"): Line => [
      "tool.finished",
      {
        call: check,
        status: "ok",
        check: { attempt: "one", check, status, summary: status },
        output: { text: "" },
        changed: [{ path: "/work/report.txt", before: null, after: null }],
      },
    ],
    open: { call: "lint", calledAt: 3, startedAt: 4 },
  },
  "a check of an earlier version": {
    start: (check: string): Line[] => [["done.verification-started", { attempt: "one", check, command: check }]],
    finish: (started: number, check: string, status: "passed" | "failed" | "unknown" | "missing"): Line => [
      "done.verification-finished",
      { started, attempt: "one", check, status, summary: status },
    ],
    open: { call: "check-3", calledAt: 3, startedAt: 3 },
  },
} as const

describe.each(Object.entries(forms))("done, with %s", (_, { start, finish, open: call }) => {
  const plan = (attempt: string, number: number, supersedes?: string): Line => [
    "done.verification-planned",
    {
      attempt,
      number,
      checks: ["lint", "test"].map(
        (id) => ({ id, command: id, kind: "test", strength: "tests", source: "project" }) as const,
      ),
      ...(supersedes ? { supersedes } : {}),
    },
  ]
  const attempts = (...lines: Line[]) =>
    stateOf(...lines).branch.done?.attempts.map(({ id, status }) => `${id} ${status}`)

  it("is defined once and changed field by field", () => {
    const { branch } = stateOf(
      ["done.defined", { task: "build", criteria: [{ id: "c", text: "it runs" }], size: "large" }],
      ["done.changed", { status: "verifying", retries: 1 }],
    )
    expect(branch.done).toMatchObject({ task: "build", status: "verifying", size: "large", retries: 1, retryBudget: 3 })
    expect(branch.done?.criteria).toEqual([{ id: "c", text: "it runs" }])
  })

  it("is not changed before it is defined", () => {
    expect(stateOf(["done.changed", { status: "done" }]).branch.done).toBeNull()
  })

  it("passes an attempt when every check passed, and fails it with the first that did not", () => {
    expect(attempts(plan("one", 1))).toEqual(["one planned"])
    expect(attempts(plan("one", 1), ...start("lint"))).toEqual(["one pending"])
    expect(attempts(plan("one", 1), ...start("lint"), finish(3, "lint", "passed"))).toEqual(["one pending"])
    expect(
      attempts(
        plan("one", 1),
        ...start("lint"),
        finish(3, "lint", "passed"),
        ...start("test"),
        finish(5, "test", "passed"),
      ),
    ).toEqual(["one passed"])
    expect(attempts(plan("one", 1), ...start("lint"), finish(3, "lint", "failed"))).toEqual(["one failed"])
    expect(attempts(plan("one", 1), ...start("lint"), finish(3, "lint", "unknown"))).toEqual(["one unknown"])
    expect(attempts(plan("one", 1), ...start("lint"), finish(3, "lint", "missing"))).toEqual(["one missing"])
  })

  it("keeps the newest attempt and the one before it, superseded", () => {
    expect(attempts(plan("zero", 1), plan("one", 2), plan("two", 3, "one"))).toEqual(["one superseded", "two planned"])
  })

  it("does not let a stale attempt pass", () => {
    const stale: Line = ["done.verification-gone-stale", { attempt: "one", because: "a.ts changed" }]
    expect(attempts(plan("one", 1), ...start("lint"), stale, finish(3, "lint", "passed"))).toEqual(["one stale"])
  })

  it("keeps a started check as an open intent until its outcome", () => {
    const open = stateOf(plan("one", 1), ...start("lint"))
    expect(open.log.intents.tools).toEqual([
      expect.objectContaining({ ...call, name: "bash", check: { attempt: "one", check: "lint" } }),
    ])
    const settled = stateOf(plan("one", 1), ...start("lint"), finish(3, "lint", "passed"))
    expect(settled.log.intents.tools).toEqual([])
    expect(settled.branch.done).toMatchObject({ touched: [], changedAt: null, actedAt: null })
    expect(settled.log.usage.total.tools).toBe(0)
  })
})

it("counts the outcome of a check that was called again and never started from its end", () => {
  const of = { attempt: "one", check: "test" }
  const lost = (call: string, summary: string): Line => [
    "tool.finished",
    { call, status: "unknown", check: { ...of, status: "unknown", summary }, output: { text: "" }, changed: [] },
  ]
  const called = (call: string): Line => ["tool.called", { call, name: "bash", arguments: {}, check: of }]
  const planned: Line = [
    "done.verification-planned",
    {
      attempt: "one",
      number: 1,
      checks: [{ id: "test", command: "test", kind: "test", strength: "tests", source: "project" }],
    },
  ]
  const log = [
    planned,
    called("c"),
    ["tool.started", { call: "c", readOnly: false, check: of }],
    lost("c", "gone"),
    called("d"),
  ] as const
  const checksOf = (...lines: Line[]) => stateOf(...lines).branch.done?.attempts[0]?.checks
  expect(checksOf(...log)).toMatchObject([{ status: "planned", startedAt: null, finishedAt: null }])
  expect(checksOf(...log, lost("d", "no directory"))).toMatchObject([
    { status: "unknown", startedAt: 7, finishedAt: 7, summary: "no directory" },
  ])
})
