import { describe, expect, it } from "vitest"
import { type Line, stateOf } from "../arbitrary/example.ts"

describe("done", () => {
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
  const start = (check: string): Line => ["done.verification-started", { attempt: "one", check, command: check }]
  const finish = (begun: number, check: string, status: "passed" | "failed" | "unknown" | "missing"): Line => [
    "done.verification-finished",
    { started: begun, attempt: "one", check, status, summary: status },
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
    expect(attempts(plan("one", 1), start("lint"))).toEqual(["one pending"])
    expect(attempts(plan("one", 1), start("lint"), finish(3, "lint", "passed"))).toEqual(["one pending"])
    expect(
      attempts(plan("one", 1), start("lint"), finish(3, "lint", "passed"), start("test"), finish(5, "test", "passed")),
    ).toEqual(["one passed"])
    expect(attempts(plan("one", 1), start("lint"), finish(3, "lint", "failed"))).toEqual(["one failed"])
    expect(attempts(plan("one", 1), start("lint"), finish(3, "lint", "unknown"))).toEqual(["one unknown"])
    expect(attempts(plan("one", 1), start("lint"), finish(3, "lint", "missing"))).toEqual(["one missing"])
  })

  it("keeps the newest attempt and the one before it, superseded", () => {
    expect(attempts(plan("zero", 1), plan("one", 2), plan("two", 3, "one"))).toEqual(["one superseded", "two planned"])
  })

  it("does not let a stale attempt pass", () => {
    const stale: Line = ["done.verification-gone-stale", { attempt: "one", because: "a.ts changed" }]
    expect(attempts(plan("one", 1), start("lint"), stale, finish(3, "lint", "passed"))).toEqual(["one stale"])
  })

  it("keeps a started check as an open intent until its outcome", () => {
    const open = stateOf(plan("one", 1), start("lint"))
    expect(open.log.intents.checks).toEqual([{ seq: 3, attempt: "one", check: "lint", command: "lint" }])
    expect(stateOf(plan("one", 1), start("lint"), finish(3, "lint", "passed")).log.intents.checks).toEqual([])
  })
})
