import { describe, expect, it } from "vitest"
import type { CheckState } from "../../session/state.ts"
import { proves } from "./proof.ts"

let next = 0
function check(given: Partial<CheckState>): CheckState {
  const base = { id: `c${next++}`, command: "npm test", kind: "test", strength: "tests", source: "project" } as const
  return { ...base, status: "passed", startedAt: 1, finishedAt: 2, summary: null, ...given }
}
const exists = { command: "test -e a.txt", kind: "runtime", strength: "exists" } as const
const parses = { command: "bash -n a.sh", kind: "typecheck", strength: "parses" } as const

describe("what checks prove", () => {
  it.each<[string, CheckState[], "exists" | "parses" | "builds" | "tests", string | null, boolean]>([
    ["tests that passed", [check({})], "tests", "tests", true],
    ["more than is needed", [check({})], "exists", "tests", true],
    ["that a file is there, where that is all", [check(exists)], "exists", "exists", true],
    ["that a file is there, where there are tests", [check(exists)], "tests", "exists", false],
    ["a parse, where there are tests", [check(parses)], "tests", "parses", false],
    ["nothing at all", [], "exists", null, false],
    ["tests beside a failure", [check({}), check({ ...parses, status: "failed" })], "tests", "tests", false],
    [
      "tests beside a failure of the model's",
      [check({}), check({ ...parses, status: "failed", source: "model" })],
      "tests",
      "tests",
      false,
    ],
    ["tests of the model", [check({ source: "model", command: "pytest" })], "tests", "tests", true],
    ["an echo of the model", [check({ source: "model", command: "echo ok" })], "exists", null, false],
    ["a look of the model", [check({ ...exists, source: "model" })], "exists", null, false],
    ["an echo of a person", [check({ source: "person", command: "true" })], "exists", null, false],
    ["an echo in AGENTS.md", [check({ source: "instructions", command: "pytest || true" })], "tests", null, false],
    [
      "tests, with something of the model's not run",
      [check({}), check({ source: "model", status: "skipped" })],
      "tests",
      "tests",
      true,
    ],
    ...(["planned", "pending", "stale", "superseded", "skipped", "unknown", "missing"] as const).map(
      (status): [string, CheckState[], "tests", string | null, boolean] => [
        `tests, with one that is ${status}`,
        [check({}), check({ status, source: "instructions" })],
        "tests",
        "tests",
        false,
      ],
    ),
    ["stale tests", [check({ status: "stale" })], "tests", null, false],
  ])("%s", (_, checks, strongest, strength, enough) => {
    expect(proves(checks, strongest)).toMatchObject({ strength, enough })
  })

  it("tells them apart by their ids", () => {
    const checks = [
      check({ id: "good" }),
      check({ id: "bad", status: "failed" }),
      check({ id: "waiting", status: "pending" }),
      check({ id: "empty", command: ":", source: "model" }),
      check({ id: "extra", status: "unknown", source: "model" }),
    ]
    expect(proves(checks, "tests")).toEqual({
      strength: "tests",
      enough: false,
      passed: ["good"],
      failed: ["bad"],
      open: ["waiting"],
      placeholders: ["empty"],
    })
  })
})
