import { clip } from "../../base/clip.ts"
import { calibrationOf } from "../context-budget.ts"
import type { Usage } from "../event/common.ts"
import { conversational } from "../event/model.ts"
import { actor, type EventData } from "../event.ts"
import { caps, limits } from "../limits.ts"
import type { BranchState, Grant, Intents, LogState, OpenTool, PlanApproval, Totals } from "../state.ts"
import { withCheck, withToolOutcome, withVerdict } from "./done.ts"
import { type Draft, fieldsOf, pushCapped, pushWithin, type Reducers } from "./draft.ts"

const actorFields = fieldsOf(actor)

/** Prompts, model calls, tools, asks and compaction: what happens inside a turn. */
export const activityReducers: Reducers<
  | "prompt.built"
  | "model.asked"
  | "model.answered"
  | "model.failed"
  | "model.interrupted"
  | "tool.called"
  | "tool.started"
  | "tool.finished"
  | "ask.opened"
  | "ask.answered"
  | "ask.expired"
  | "context.compacted"
  | "context.trimmed"
  | "context.compact-requested"
  | "context.kept"
  | "workspace.restore-started"
  | "workspace.restored"
> = {
  "prompt.built": ({ branch }, { seq, at, data }) => {
    const snapshot = {
      seq,
      at,
      format: data.format,
      mode: data.mode,
      permissionMode: data.permissionMode ?? null,
      task: data.task === undefined ? null : clip(data.task, limits.note),
      sections: data.sections.map(({ name, body }) => ({ name, blob: body.blob, bytes: body.bytes })),
      stable: data.stable ?? 0,
    }
    const last = branch.prompts.at(-1)
    // Repeated, it is one note; its seq shows that it still held then.
    const before = last && samePrompt(last, snapshot) ? branch.prompts.slice(0, -1) : branch.prompts
    branch.prompts = pushCapped(before, snapshot, caps.prompts)
  },

  "model.asked": ({ log, branch }, { seq, data }) => {
    log.intents = { ...log.intents, model: { seq, purpose: data.purpose, model: clip(data.model, limits.name) } }
    branch.answering = conversational.has(data.purpose) ? seq : null
    if (data.context && conversational.has(data.purpose)) log.context = withSize(log.context, data.model, data.context)
  },
  "model.answered": (draft, { data }) => {
    draft.log.context = withCount(draft.log, data.usage)
    countAnswer(draft, data.asked)
    countOutcome(draft)
    settleModel(draft, data.usage)
  },
  "model.failed": (draft, { data }) => {
    countOutcome(draft)
    settleModel(draft, data.usage)
  },
  "model.interrupted": (draft, { data }) => {
    if (data.text) countAnswer(draft, data.asked)
    settleModel(draft, data.usage)
  },

  "tool.called": ({ log, branch }, { seq, data }) => {
    const { call, argumentsHash = null } = data
    const check = data.check ? { attempt: data.check.attempt, check: data.check.check } : null
    const tool = { call, name: clip(data.name, limits.name), calledAt: seq, startedAt: null, argumentsHash, check }
    log.intents = { ...log.intents, tools: pushWithin(log.intents.tools, tool, limits.openTools) }
    // What came of an earlier call is over: this one counts from where it starts, or from its end if it never does.
    if (check) branch.done = withCheck(branch.done, check, { status: "planned", startedAt: null, finishedAt: null })
  },
  "tool.started": ({ log, branch }, { seq, data }) => {
    if (data.check) branch.done = withCheck(branch.done, data.check, { status: "pending", startedAt: seq })
    log.intents = withTools(log.intents, (tool) => (tool.call === data.call ? [{ ...tool, startedAt: seq }] : [tool]))
  },
  "tool.finished": ({ log, branch }, { seq, data }) => {
    log.intents = withTools(log.intents, (tool) => (tool.call === data.call ? [] : [tool]))
    log.grants = log.grants.filter((grant) => grant.scope !== "once" || grant.call !== data.call)
    // It proves the work, and is no part of it.
    if (data.check) {
      branch.done = withVerdict(branch.done, seq, data.check)
      return
    }
    branch.done = withToolOutcome(branch.done, seq, data)
    branch.seen = nowSeen(branch.seen, data)
    log.usage = addUsage(log.usage, { ...data.usage, tools: 1, unpriced: unpricedIn(data.usage) })
  },

  "ask.opened": ({ log, branch }, { seq, data }) => {
    if (data.round !== undefined) branch.workflow = withQuestion(branch.workflow, data.ask, seq)
    if (data.kind === "plan") branch.approval = { ask: data.ask, answered: null, verdict: null }
    const { ask, kind, question, call = null, tool = null, subject = null, argumentsHash = null } = data
    const opened = { seq, ask, kind, question, call, tool, subject, argumentsHash }
    log.asks = { ...log.asks, open: pushWithin(log.asks.open, opened, limits.openAsks) }
  },
  "ask.answered": ({ log, branch }, { seq, at, by, data }) => {
    branch.workflow = withAnswer(branch.workflow, data.ask, seq)
    if (branch.approval?.ask === data.ask) branch.approval = approvalBy(data, seq)
    const open = log.asks.open.find((ask) => ask.ask === data.ask)
    log.asks = {
      open: log.asks.open.filter((ask) => ask.ask !== data.ask),
      answered: pushCapped(
        log.asks.answered,
        {
          ask: data.ask,
          seq,
          call: open?.call ?? null,
          by: actorFields(by),
          at,
          answer: data.answer,
          text: data.text ?? data.choice ?? null,
        },
        caps.answeredAsks,
      ),
    }
    if (open?.kind === "approval" && data.answer === "approve") {
      const { call, tool, subject, argumentsHash } = open
      const grant = { seq, ask: data.ask, call, tool, subject, argumentsHash, scope: data.scope ?? "once" }
      if (grantsLike(log.grants, grant.scope).length < limits.grants) log.grants = [...log.grants, grant]
    }
  },
  "ask.expired": ({ log }, { data }) => {
    log.asks = { ...log.asks, open: log.asks.open.filter((ask) => ask.ask !== data.ask) }
  },

  "context.compacted": ({ log, branch }, { seq, data }) => {
    const { summary, through, from = through + 1, removed, tokensBefore, tokensAfter } = data
    const { notes = "", constraints = [] } = data
    const count = (branch.compaction?.count ?? 0) + 1
    branch.compaction = {
      seq,
      count,
      summary,
      through,
      from,
      removed,
      tokensBefore,
      tokensAfter,
      constraints,
      notes,
    }
    log.compact = null
    const calibration = calibrationOf(log.context)
    log.context = log.context && { ...log.context, tokens: Math.round(tokensAfter / calibration) }
  },
  "context.trimmed": ({ branch }, { data }) => {
    branch.trimmed = Math.max(branch.trimmed, data.through)
  },
  "context.compact-requested": ({ log }, { seq, data }) => {
    log.compact = { seq, focus: data.focus ?? null, keep: data.keep ?? null }
  },
  "context.kept": ({ log }) => {
    log.compact = null
  },

  "workspace.restore-started": ({ log }, { seq }) => {
    log.intents = { ...log.intents, restore: { seq } }
  },
  "workspace.restored": ({ log }) => {
    log.intents = { ...log.intents, restore: null }
  },
}

type ContextSize = NonNullable<LogState["context"]>

/** Another model counts in its own way: what was counted of the one before is no measure for it. */
function withSize(
  before: LogState["context"],
  model: string,
  { tokens, window, threshold }: NonNullable<EventData<"model.asked">["context"]>,
): ContextSize {
  const name = clip(model, limits.name)
  const { estimated, counted } = before?.model === name ? before : { estimated: null, counted: null }
  return { model: name, window: window ?? null, threshold: threshold ?? null, tokens, estimated, counted }
}

function withCount({ context, intents }: LogState, usage: Usage | undefined): LogState["context"] {
  const purpose = intents.model?.purpose
  if (!context || !purpose || !conversational.has(purpose) || !usage?.input) return context
  return { ...context, estimated: context.tokens, counted: usage.input }
}

function withQuestion(workflow: BranchState["workflow"], ask: string, asked: number): BranchState["workflow"] {
  const round = { ask, asked, answered: null, reviewed: false }
  return { ...workflow, clarify: pushCapped(workflow.clarify, round, caps.clarify) }
}

function withAnswer(workflow: BranchState["workflow"], ask: string, answered: number): BranchState["workflow"] {
  if (!workflow.clarify.some((round) => round.ask === ask)) return workflow
  return {
    ...workflow,
    clarify: workflow.clarify.map((round) => (round.ask === ask ? { ...round, answered } : round)),
  }
}

function approvalBy({ ask, answer, text = "" }: EventData<"ask.answered">, answered: number): PlanApproval {
  const verdict = answer === "approve" ? "approved" : text.trim() === "" ? "rejected" : "rejected-with-words"
  return { ask, answered, verdict }
}

/** A file that was deleted is known no more; what the model knows newest comes last. */
function nowSeen(known: BranchState["seen"], { seen = [], changed }: EventData<"tool.finished">): BranchState["seen"] {
  if (seen.length === 0 && changed.length === 0) return known
  const touched = new Set([...seen, ...changed].map(({ path }) => path))
  return [...known.filter(({ path }) => !touched.has(path)), ...seen.map(({ path, hash }) => ({ path, hash }))].slice(
    -caps.seen,
  )
}

/** The approvals that end as one of this scope does: with a call, or with the session. */
export function grantsLike(grants: readonly Grant[], scope: string): Grant[] {
  return grants.filter((grant) => (grant.scope === "once") === (scope === "once"))
}

// Only what is said in the conversation is a message: not a title, a plan or a summary.
function countAnswer({ branch }: Draft, asked: number): void {
  if (branch.answering === asked) branch.messages += 1
}

/** An interrupted call does not count: it is made again. */
function countOutcome({ log }: Draft): void {
  const purpose = log.intents.model?.purpose
  if (purpose) log.outcomes = { ...log.outcomes, [purpose]: (log.outcomes[purpose] ?? 0) + 1 }
}

function settleModel({ log, branch }: Draft, usage: Usage | undefined): void {
  branch.answering = null
  log.intents = { ...log.intents, model: null }
  log.usage = addUsage(log.usage, { ...usage, calls: 1, unpriced: unpricedIn(usage) })
}

function withTools(intents: Intents, change: (tool: OpenTool) => OpenTool[]): Intents {
  return { ...intents, tools: intents.tools.flatMap(change) }
}

/** Tokens were used, and what they cost is not known: that is not nothing. */
function unpricedIn(usage: Usage | undefined): number {
  return usage && usage.cost === undefined && usage.input + usage.output > 0 ? 1 : 0
}

type More = { [kind in keyof Totals]?: number | undefined }

function addUsage(usage: LogState["usage"], more: More): LogState["usage"] {
  return { total: add(usage.total, more), turn: add(usage.turn, more) }
}

function add(totals: Totals, more: More): Totals {
  const sum = { ...totals }
  for (const key of Object.keys(sum) as (keyof Totals)[]) sum[key] += more[key] ?? 0
  return sum
}

/** Two prompts are one in the history when everything but their time is equal. */
function samePrompt(a: LogPrompt, b: LogPrompt): boolean {
  return comparable(a) === comparable(b)
}

type LogPrompt = Draft["branch"]["prompts"][number]

const comparable = ({ seq, at, ...prompt }: LogPrompt) => JSON.stringify(prompt)
