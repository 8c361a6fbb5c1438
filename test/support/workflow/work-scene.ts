import type { CheckStatus } from "../../../src/session/event/common.ts"
import type { Check } from "../../../src/session/event/done.ts"
import type { Attempt } from "../../../src/session/state.ts"
import { type Act, netChanges } from "../../../src/session/view/acts.ts"
import { strongestOf } from "../../../src/workflow/checks/strength.ts"
import { type Facts, factsOf, type Looks } from "../../../src/workflow/verdict/facts.ts"

/** A tool call that succeeded; `more` overrides it. */
export function act(seq: number, more: Partial<Act> = {}): Act {
  return {
    seq,
    startedAt: seq - 1,
    tool: "read",
    status: "ok",
    path: null,
    command: null,
    cwd: "",
    exitCode: null,
    output: "",
    ran: false,
    background: false,
    snapshot: null,
    acts: false,
    changes: [],
    generated: 0,
    unwatched: null,
    ...more,
  }
}

/** A file that was written: created, unless it says what was there before. */
export function wrote(
  seq: number,
  path: string,
  before: string | null = null,
  after: string | null = `at ${seq}`,
): Act {
  const change = { path, before, after, modes: { before: null, after: null }, isDirectory: false }
  return act(seq, { tool: "write", path, acts: true, changes: [change] })
}

export function ran(seq: number, command: string, more: Partial<Act> = {}): Act {
  const { exitCode = 0 } = more
  return act(seq, {
    tool: "bash",
    command,
    exitCode,
    ran: true,
    acts: true,
    status: exitCode === 0 ? "ok" : "error",
    ...more,
  })
}

export const npmTest: Check = {
  id: "npm-test",
  command: "npm test",
  kind: "test",
  strength: "tests",
  source: "project",
}

/** An attempt whose checks all started at one seq and ended with one status. */
export function attempt(startedAt: number, status: CheckStatus, checks: readonly Check[] = [npmTest]): Attempt {
  const states = checks.map((check) => ({
    ...check,
    status,
    startedAt,
    finishedAt: startedAt + 1,
    summary: status === "failed" ? "1 of 3 failed: adds two numbers" : null,
  }))
  return {
    id: `attempt-${startedAt}`,
    number: 1,
    status,
    supersedes: null,
    plannedAt: startedAt - 1,
    strongest: strongestOf(checks.map(({ strength }) => strength)),
    uncovered: [],
    checks: states,
  }
}

/** The facts of some tool calls, in a project whose `npm test` covers every changed file unless it says otherwise. */
export function facts(acts: readonly Act[], more: Partial<Looks> & { checks?: readonly Check[] } = {}): Facts {
  const net = netChanges(acts.flatMap(({ changes, seq }) => changes.map((change) => ({ ...change, seq }))))
  const checks = net.length === 0 ? [] : [...(more.checks ?? [npmTest])]
  return factsOf({
    acts,
    net,
    plan: {
      checks,
      strongest: strongestOf(checks.map(({ strength }) => strength)),
      uncovered: [],
      weaker: [],
      reasons: [],
    },
    project: { files: new Set(), texts: new Map(), available: new Set() },
    attempts: [],
    original: [],
    touched: [],
    hollow: [],
    altered: [],
    running: [],
    open: [],
    existing: new Set(),
    ...more,
  })
}
