import type { CheckStatus } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import type { Attempt, Done } from "../../session/state.ts"
import { strongestOf } from "../checks/strength.ts"
import type { CompletionDecision } from "../completion/decision.ts"
import { type CompletionInput, completionLimits, type WorkAction } from "../completion/input.ts"
import { defineDone } from "../done.ts"
import { taskKind } from "../task.ts"

/** A tool call that ended well; what is said of it goes over that. */
export function action(seq: number, told: Partial<WorkAction> = {}): WorkAction {
  return {
    seq,
    tool: "read",
    status: "ok",
    paths: [],
    command: null,
    exitCode: null,
    changed: [],
    uncovered: false,
    ...told,
  }
}

/** A file that was written: created, unless it is told how it was before. */
export function wrote(seq: number, path: string, before: string | null = null, after: string | null = `at ${seq}`) {
  return action(seq, { tool: "write", paths: [path], changed: [{ path, before, after }] })
}

export function ran(seq: number, command: string, exitCode = 0): WorkAction {
  return action(seq, { tool: "bash", command, exitCode, status: exitCode === 0 ? "ok" : "error" })
}

export const npmTest: Check = {
  id: "npm-test",
  command: "npm test",
  kind: "test",
  strength: "tests",
  source: "project",
}
export const fileThere: Check = {
  id: "there",
  command: "test -f hello.txt",
  kind: "runtime",
  strength: "exists",
  source: "project",
}

/** An attempt whose checks all started at one seq and came to one status. */
export function attempt(startedAt: number, status: CheckStatus, checks: readonly Check[] = [npmTest]): Attempt {
  const states = checks.map((check) => ({
    ...check,
    status,
    startedAt,
    finishedAt: startedAt + 1,
    summary: status === "failed" ? "1 failed: adds two numbers" : null,
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

export function done(task: string, told: Partial<Done> = {}): Done {
  return { ...doneDefaults, task, items: defineDone(task).items ?? [], ...told }
}

const doneDefaults: Done = {
  task: "",
  turn: null,
  definedAt: 1,
  status: "in-progress",
  criteria: [],
  items: [],
  touched: [],
  touchedCount: 0,
  changedAt: null,
  newFileAt: null,
  actedAt: null,
  size: "small",
  confidence: "medium",
  retries: 0,
  retryBudget: 3,
  attempts: [],
}

type Told = Partial<Omit<CompletionInput, "done" | "plan">> & {
  done?: Partial<Done>
  checks?: readonly Check[]
  plan?: CompletionInput["plan"]
}

/** An answer to judge, in a project whose `npm test` covers everything, unless told otherwise. */
export function scene(task: string, answer: string, told: Told = {}): CompletionInput {
  const { done: known, checks = [npmTest], ...rest } = told
  const touched = (rest.actions ?? []).flatMap(({ changed }) => changed)
  return {
    task,
    taskKind: taskKind(task),
    answer,
    earlier: [],
    done: done(task, known),
    actions: [],
    texts: [],
    dropped: [],
    facts: null,
    plan:
      touched.length > 0
        ? { checks, strongest: strongestOf(checks.map((each) => each.strength)), uncovered: [] }
        : null,
    counters: { nudges: 0, pendingNudges: 0, fixRetries: 0 },
    limits: completionLimits,
    ...rest,
  }
}

/** The step in one word, the codes of the notes and what is named as missing. */
export function verdict({ next, notes }: CompletionDecision): { step: string; codes: string[]; missing: string[] } {
  const blocking = notes
    .flatMap(({ evidence = [] }) => evidence)
    .filter(({ status }) => status === "missing" || status === "contradicted")
  return {
    step: next.do === "stop" ? next.code : next.do,
    codes: notes.map(({ reasonCode }) => reasonCode),
    missing: [...new Set(blocking.map(({ status, summary }) => `${status}: ${summary}`))],
  }
}
