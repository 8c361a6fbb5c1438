import { clip } from "../../base/clip.ts"
import type { Evidence, FileChange } from "../event/common.ts"
import type { Requirement } from "../event/input.ts"
import { exitCodeOf, type StopCode } from "../event/turn.ts"
import type { TurnFacts } from "../event/turn-facts.ts"
import type { Actor, Event, EventData, ForeignEvent } from "../event.ts"
import { isKnown } from "../event.ts"
import { limits } from "../limits.ts"
import { policies } from "../policy.ts"
import { isOfCheck } from "./check-event.ts"
import { type CheckRun, checkRuns } from "./check-runs.ts"
import { rollUp } from "./roll-up.ts"
import { startTally, type Took, tallied, tookUntil } from "./took.ts"

/** Why a turn ended as it did, or why it has not: the stop record with its evidence. */
export type Why = {
  turn: string
  task: string
  /** The turn that it resumed. */
  resumes: string | null
  startedAt: string
  /** Its first and its last event so far. */
  events: { from: number; to: number }
  standing: "stopped" | "running" | "waiting" | "interrupted"
  stop: Stopped | null
  did: {
    steps: number
    /** Tool calls by what came of them. */
    tools: Partial<Record<EventData<"tool.finished">["status"], number>>
    /** What the turn did to each file, all in all. */
    files: readonly { path: string; change: "created" | "changed" | "deleted"; seq: number }[]
    /** What was checked: the newest attempt whole, and what ran in those before it. */
    checks: readonly CheckRun[]
    /** Tool calls that were denied, by what they meant to do. */
    denied: readonly { tool: string; what: string; seq: number }[]
  }
  /** What it took; null while it is open. */
  took: Took | null
  /** What it came to, as its stop record says; null where that says nothing of it. */
  facts: TurnFacts | null
  evidence: { for: readonly Evidence[]; against: readonly Evidence[]; context: readonly Evidence[] }
  missing: readonly string[]
  /** The asks that wait for an answer. */
  asks: readonly OpenAsk[]
  /** What was interrupted, and what was resumed after a crash. */
  interruptions: readonly { seq: number; what: string }[]
  failures: readonly { seq: number; kind: string; message: string; retryAt: string | null }[]
  /** Its changes were undone, and not put back since. */
  undone: boolean
  /** What a person can do next, the first one first. */
  next: readonly Next[]
}

export type Next = "answer" | "resume" | "retry" | "skip" | "verify" | "send" | "cancel" | "undo" | "redo"

type Stopped = {
  code: StopCode
  summary: string
  seq: number
  at: string
  exitCode: number
  /** What was required of the turn and its facts do not show. */
  unmet: Requirement | null
  during: { seq: number; what: string } | null
  /** Who asked for it, where a person did. */
  by: Actor | null
}

type OpenAsk = Pick<EventData<"ask.opened">, "ask" | "kind" | "question" | "options" | "details"> & { seq: number }

/**
 * Tells why from the events of a session, from the start of the turn on. `turn` names it; without it the newest one is
 * meant. `driven` says whether a process drives the session now, `held` whether inputs wait until a person resumes
 * them. Null if there is no such turn.
 */
export function why(events: Iterable<Event | ForeignEvent>, { turn, ...now }: Now & { turn?: string }): Why | null {
  const known = [...events].filter(isKnown)
  const started = known.findLast(
    (event): event is Event<"turn.started"> =>
      event.type === "turn.started" && (turn === undefined || event.turn === turn),
  )
  if (!started) return null
  const since = known.filter(({ seq }) => seq >= started.seq)
  const next = since.find((event) => event.type === "turn.started" && event.seq > started.seq)?.seq
  const stopped = since.find(
    (event): event is Event<"turn.stopped"> => event.type === "turn.stopped" && event.turn === started.turn,
  )
  const end = stopped?.seq ?? next ?? Number.POSITIVE_INFINITY
  return explainTurn(started, stopped, { own: since.filter(({ seq }) => seq <= end), since }, now)
}

type Now = { driven: boolean; held?: boolean }

type Events = { own: readonly Event[]; since: readonly Event[] }

function explainTurn(
  started: Event<"turn.started">,
  stopped: Event<"turn.stopped"> | undefined,
  { own, since }: Events,
  { driven, held = false }: Now,
): Why {
  const id = started.turn ?? ""
  const asks = stopped ? [] : openAsks(own)
  const standing = stopped ? "stopped" : asks.length > 0 ? "waiting" : driven ? "running" : "interrupted"
  const did = doings(own)
  const evidence = evidenceOf(stopped)
  const undone = isUndone(since, id)
  const stop = stopped ? stopOf(stopped, own) : null
  const isNewest = !since.some(({ type, seq }) => type === "turn.started" && seq > started.seq)
  return {
    turn: id,
    task: started.data.task,
    resumes: started.data.resumes ?? null,
    startedAt: started.at,
    events: { from: started.seq, to: own.at(-1)?.seq ?? started.seq },
    standing,
    stop,
    did,
    took: stopped ? tookUntil(own.reduce(tallied, startTally(started)), stopped.at) : null,
    facts: stopped?.data.facts ?? null,
    evidence,
    missing: missingOf(stopped),
    asks,
    interruptions: interruptionsOf(own),
    failures: own.flatMap((event) => (event.type === "model.failed" ? [failureOf(event)] : [])),
    undone,
    next: nextSteps({ standing, code: stop?.code ?? null, changed: did.files.length > 0, undone, held, isNewest }),
  }
}

function doings(own: readonly Event[]): Why["did"] {
  const tools: Why["did"]["tools"] = {}
  const files = new Map<string, FileChange & { seq: number }>()
  let steps = 0
  for (const event of own) {
    if (event.type === "model.answered") steps += 1
    if (event.type !== "tool.finished" || isOfCheck(event)) continue
    const { status, changed } = event.data
    tools[status] = (tools[status] ?? 0) + 1
    for (const { path, before, after, aside } of changed) {
      // Memory and notes are no part of the work.
      if (aside) continue
      const first = files.get(path)
      files.set(path, { path, before: first ? first.before : before, after, seq: event.seq })
    }
  }
  const net = [...files.values()].filter(({ before, after }) => before !== null || after !== null)
  return { steps, tools, files: net.map(changeOf), checks: checkRuns(own), denied: deniedCalls(own) }
}

function deniedCalls(own: readonly Event[]): Why["did"]["denied"] {
  const calls = new Map<string, EventData<"tool.called">>()
  return own.flatMap((event) => {
    if (event.type === "tool.called") calls.set(event.data.call, event.data)
    if (event.type !== "tool.finished" || isOfCheck(event) || event.data.status !== "denied") return []
    const called = calls.get(event.data.call)
    return called ? [{ tool: called.name, what: clip(whatOf(called), limits.note), seq: event.seq }] : []
  })
}

/** What a call meant to do: its command, the file that it is about, else its first argument in words. */
function whatOf({ name, arguments: given }: EventData<"tool.called">): string {
  const said = [given.command, given.path, ...Object.values(given)].find((value) => typeof value === "string")
  return typeof said === "string" ? said : name
}

function changeOf({ path, before, after, seq }: FileChange & { seq: number }): Why["did"]["files"][number] {
  return { path, change: before === null ? "created" : after === null ? "deleted" : "changed", seq }
}

function evidenceOf(stopped: Event<"turn.stopped"> | undefined): Why["evidence"] {
  const { supporting, contradicted, context } = rollUp(stopped?.data.evidence ?? [])
  return { for: supporting, against: contradicted, context }
}

/** The evidence that is missing; evidence against it is listed as such. */
function missingOf(stopped: Event<"turn.stopped"> | undefined): string[] {
  const { missing = [], evidence = [] } = stopped?.data ?? {}
  const { missing: lacking, contradicted } = rollUp(evidence)
  const against = new Set(contradicted.map(({ summary }) => summary))
  return [...new Set([...missing.filter((text) => !against.has(text)), ...lacking.map(({ summary }) => summary)])]
}

function stopOf({ seq, at, data }: Event<"turn.stopped">, own: readonly Event[]): Stopped {
  const { code, summary, unmet = null, during = null } = data
  const asked = own.findLast(
    ({ type, data }) =>
      type === "turn.cancel-requested" || (type === "input.accepted" && "kind" in data && data.kind === "interrupt"),
  )
  const byPerson = code === "cancelled" || code === "superseded"
  const exitCode = exitCodeOf({ code, unmet: unmet ?? undefined })
  return { code, summary, seq, at, exitCode, unmet, during, by: byPerson ? (asked?.by ?? null) : null }
}

function openAsks(own: readonly Event[]): OpenAsk[] {
  const closed = new Set(
    own.flatMap((event) => (event.type === "ask.answered" || event.type === "ask.expired" ? [event.data.ask] : [])),
  )
  return own.flatMap((event) => {
    if (event.type !== "ask.opened" || closed.has(event.data.ask)) return []
    const { ask, kind, question, options, details } = event.data
    return [{ seq: event.seq, ask, kind, question, ...(options ? { options } : {}), ...(details ? { details } : {}) }]
  })
}

function interruptionsOf(own: readonly Event[]): Why["interruptions"] {
  const names = new Map<string, string>()
  let inOrder = false
  return own.flatMap((event) => {
    const { seq } = event
    // A driver that shut down in order, or has a question open, interrupts nothing when it goes.
    const wasInOrder = inOrder
    if (policies[event.type].writer === "driver") inOrder = event.type === "session.left" || event.type === "ask.opened"
    if (event.type === "tool.called") names.set(event.data.call, event.data.name)
    if (event.type === "session.owned") return wasInOrder ? [] : [{ seq, what: `resumed by ${event.data.ownerPath}` }]
    if (event.type === "model.interrupted") return [{ seq, what: `the answer was interrupted (${event.data.reason})` }]
    if (event.type !== "tool.finished" || isOfCheck(event)) return []
    const { status, call } = event.data
    if (status !== "interrupted" && status !== "unknown") return []
    const name = names.get(call) ?? "a tool"
    return [{ seq, what: status === "unknown" ? `the outcome of ${name} is unknown` : `${name} was interrupted` }]
  })
}

function failureOf({ seq, data }: Event<"model.failed">): Why["failures"][number] {
  return { seq, kind: data.kind, message: data.message, retryAt: data.retryAt ?? null }
}

/** Undone is a turn that a restore names, unless a later one took that restore back. */
function isUndone(since: readonly Event[], turn: string): boolean {
  const intents = new Map<number, EventData<"workspace.restore-started">>()
  const undoing = new Set<number>()
  for (const event of since) {
    if (event.type === "workspace.restore-started") intents.set(event.seq, event.data)
    if (event.type !== "workspace.restored" || !event.data.turns.includes(turn)) continue
    const { started, changed, left = [] } = event.data
    if (changed.length === 0 && left.length > 0) continue
    const takesBack = intents.get(started)?.takesBack
    if (takesBack === undefined) undoing.add(started)
    else undoing.delete(takesBack)
  }
  return undoing.size > 0
}

type Case = {
  standing: Why["standing"]
  code: StopCode | null
  changed: boolean
  undone: boolean
  held: boolean
  isNewest: boolean
}

function nextSteps({ standing, code, changed, undone, held, isNewest }: Case): Next[] {
  if (standing === "waiting") return ["answer", "cancel"]
  if (standing === "running") return ["cancel"]
  if (standing === "interrupted") return ["resume", "cancel"]
  const back: Next[] = changed ? [undone ? "redo" : "undo"] : []
  const steps: readonly Next[] = isNewest && code ? stepsAfter[code] : []
  const offered = steps.filter((step) => step !== "verify" || !undone)
  // Held inputs can continue without it.
  const skip: Next[] = isNewest && held ? ["skip"] : []
  return [...offered.slice(0, 1), ...skip, ...offered.slice(1), ...back]
}

const stepsAfter = {
  "completed-verified": ["send"],
  "completed-nothing-to-verify": ["send"],
  answered: ["send"],
  "text-loop": ["retry", "send"],
  "tool-loop": ["retry", "send"],
  "tool-errors": ["resume", "send"],
  "provider-refused": ["send", "retry"],
  "provider-empty": ["retry", "send"],
  "provider-failed": ["resume"],
  "auth-failed": ["resume"],
  "context-overflow": ["send"],
  "permission-denied": ["resume", "send"],
  crashed: ["resume"],
  "storage-failed": ["resume"],
  "step-limit": ["resume"],
  "token-budget": ["resume"],
  "cost-budget": ["resume"],
  "time-limit": ["resume"],
  "completed-unverified": ["verify", "send"],
  contradicted: ["resume", "send"],
  "continuation-budget-exhausted": ["resume"],
  "verification-budget-exhausted": ["resume"],
  cancelled: ["resume", "send"],
  superseded: ["send"],
} as const satisfies Record<StopCode, readonly Next[]>
