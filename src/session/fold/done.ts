import { clip } from "../../base/clip.ts"
import type { CheckStatus } from "../event/common.ts"
import { check, criterion, doneItem, progress, touchedFile } from "../event/done.ts"
import type { EventData } from "../event.ts"
import { caps, limits } from "../limits.ts"
import type { Attempt, CheckState, Done } from "../state.ts"
import { keyOfOldCheck } from "../view/check-event.ts"
import { type Draft, fieldsOf, pushCapped, pushWithin, type Reducers } from "./draft.ts"

const [progressFields, criterionFields, itemFields] = [fieldsOf(progress), fieldsOf(criterion), fieldsOf(doneItem)]
const [touchedFields, checkFields] = [fieldsOf(touchedFile), fieldsOf(check)]

export const doneReducers: Reducers<
  | "done.defined"
  | "done.changed"
  | "done.verification-planned"
  | "done.verification-started"
  | "done.verification-finished"
  | "done.verification-gone-stale"
> = {
  "done.defined": ({ branch }, { seq, turn, data }) => define(branch, data, { seq, turn }),
  "done.changed": ({ branch }, { data }) => changeDone(branch, data),

  "done.verification-planned": ({ branch }, { seq, data }) => {
    const attempt: Attempt = {
      id: data.attempt,
      number: data.number,
      status: "planned",
      supersedes: data.supersedes ?? null,
      plannedAt: seq,
      strongest: data.strongest ?? null,
      uncovered: data.uncovered ?? [],
      checks: data.checks.map((check) => ({
        ...checkFields(check),
        status: "planned",
        startedAt: null,
        finishedAt: null,
        summary: null,
      })),
    }
    const done = branch.done ?? draftDone
    const before = done.attempts.map((earlier) =>
      earlier.id === data.supersedes ? { ...earlier, status: "superseded" as const } : earlier,
    )
    branch.done = { ...done, attempts: pushCapped(before, attempt, caps.attempts) }
  },

  // As an earlier version wrote it: an open check is settled as the call that it is.
  "done.verification-started": ({ log, branch }, { seq, data: { attempt, check } }) => {
    const open = { call: keyOfOldCheck(seq), name: "bash", calledAt: seq, startedAt: seq, argumentsHash: null }
    const tool = { ...open, check: { attempt, check } }
    log.intents = { ...log.intents, tools: pushWithin(log.intents.tools, tool, limits.openTools) }
    branch.done = withCheck(branch.done, tool.check, { status: "pending", startedAt: seq })
  },

  "done.verification-finished": ({ log, branch }, { seq, data }) => {
    const tools = log.intents.tools.filter(({ call }) => call !== keyOfOldCheck(data.started))
    log.intents = { ...log.intents, tools }
    branch.done = withVerdict(branch.done, seq, data)
  },

  "done.verification-gone-stale": ({ branch }, { data }) => {
    branch.done = withAttempt(branch.done, data.attempt, (attempt) => ({ ...attempt, status: "stale" }))
  },
}

/** What done means for a task. */
export function define(
  branch: Draft["branch"],
  data: EventData<"done.defined">,
  { seq, turn }: { seq: number; turn: string | undefined },
): void {
  branch.done = { ...draftDone, ...progressOf(data), task: data.task, turn: turn ?? null, definedAt: seq }
  // What was written for another task says nothing of this one.
  branch.artifacts = {}
}

export function changeDone(branch: Draft["branch"], data: EventData<"done.changed">): void {
  if (branch.done) branch.done = { ...branch.done, ...progressOf(data) }
}

/** What a tool did counts for the work that is defined: the files it changed, or that its changes are unknown. */
export function withToolOutcome(
  done: Done | null,
  seq: number,
  { changed: all, uncovered }: EventData<"tool.finished">,
): Done | null {
  if (!done) return null
  // No check reads a directory: what matters of one are the files in it.
  const changed = all.filter(({ aside, kind }) => !aside && kind !== "directory")
  if (changed.length === 0) {
    return uncovered === undefined
      ? { ...done, actedAt: seq }
      : { ...done, actedAt: seq, changedAt: seq, newFileAt: seq }
  }
  const paths = new Set(changed.map(({ path }) => path))
  const kept = done.touched.filter(({ path }) => !paths.has(path))
  const isNew = done.touched.length - kept.length < paths.size
  const now = new Map(changed.map(({ path, after }) => [path, after]))
  return {
    ...done,
    touched: [...kept, ...[...now].map(([path, hash]) => ({ path, hash }))].slice(-caps.touched),
    touchedCount: Math.max(done.touchedCount, kept.length + paths.size),
    actedAt: seq,
    changedAt: seq,
    newFileAt: isNew ? seq : done.newFileAt,
  }
}

const draftDone: Done = {
  task: "",
  turn: null,
  definedAt: 0,
  status: "draft",
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

function progressOf(data: EventData<"done.changed">): Partial<Done> {
  const { criteria, items, touched, ...rest } = progressFields(data)
  return {
    ...rest,
    ...(criteria && { criteria: criteria.map(criterionFields) }),
    ...(items && { items: items.map(itemFields) }),
    ...(touched && { touched: touched.slice(-caps.touched).map(touchedFields), touchedCount: touched.length }),
  } as Partial<Done>
}

function withAttempt(done: Done | null, id: string, change: (attempt: Attempt) => Attempt): Done | null {
  if (!done) return null
  return { ...done, attempts: done.attempts.map((attempt) => (attempt.id === id ? change(attempt) : attempt)) }
}

/** What a check came to. */
export function withVerdict(
  done: Done | null,
  seq: number,
  { status, summary, ...at }: { attempt: string; check: string; status: CheckStatus; summary: string },
): Done | null {
  return withCheck(done, at, { status, finishedAt: seq, summary: clip(summary, limits.note) })
}

export function withCheck(done: Done | null, at: { attempt: string; check: string }, change: Partial<CheckState>) {
  return withAttempt(done, at.attempt, (attempt) => {
    const checks = attempt.checks.map((check) => (check.id === at.check ? changedCheck(check, change) : check))
    return { ...attempt, checks, status: attemptStatus(attempt.status, checks) }
  })
}

/** A check with what is new of it. The outcome of one that never started counts from its end. */
export function changedCheck<T extends CheckState>(check: T, change: Partial<T>): T {
  const changed = { ...check, ...change }
  return { ...changed, startedAt: changed.startedAt ?? changed.finishedAt }
}

/** An attempt passed when every check did; one that failed settles it; stale and superseded stay so. */
function attemptStatus(before: CheckStatus, checks: readonly CheckState[]): CheckStatus {
  if (before === "stale" || before === "superseded") return before
  const statuses = checks.map((check) => check.status)
  if (statuses.includes("failed")) return "failed"
  if (statuses.includes("unknown")) return "unknown"
  if (statuses.includes("missing")) return "missing"
  if (statuses.every((status) => status === "passed" || status === "skipped")) return "passed"
  return "pending"
}
