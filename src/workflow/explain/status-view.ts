import { counted } from "../../base/amount-text.ts"
import type { WorkflowMode } from "../../session/event/common.ts"
import type { Done, SessionState } from "../../session/state.ts"
import type { CheckRun } from "../../session/view/check-runs.ts"
import type { FactPoint } from "../../session/view/fact-points.ts"
import { knownFacts } from "../../session/view/known-facts.ts"
import { describeMove, type Move } from "../../session/view/move.ts"
import { endOf } from "../../session/view/turn-end.ts"
import type { Next, Why } from "../../session/view/why.ts"
import { openItems } from "../definition-of-done.ts"
import { explainEntry } from "./explain-entry.ts"
import { ledgerHighlights } from "./ledger-highlights.ts"
import { latestPolicy, ofThisTask } from "./timeline.ts"
import { recentVerification, type Verified } from "./verification.ts"

/** One thing with its evidence or without, its status, and the event that shows it. */
export type Point = { text: string; status: CheckRun["status"]; seq: number | null }

/** What a person who was away needs to know, first things first. */
export type StatusView = {
  task: string | null
  /** `new`: nothing was asked yet. `queued`: an input waits and was not consumed. */
  standing: Why["standing"] | "queued" | "new"
  happened: readonly string[]
  proven: readonly Point[]
  unproven: readonly Point[]
  asks: Why["asks"]
  next: readonly Next[]

  workflow: {
    mode: WorkflowMode
    reasonCode: string | null
    reason: string | null
    decisionKind: string | null
    nextMode: WorkflowMode | null
  }
  decision: { code: string; summary: string } | null
  policy: { explanation: string; seq: number } | null
  transition: string | null
  done: { status: Done["status"]; open: readonly string[]; items: number; retries: number; retryBudget: number } | null
  verification: readonly Verified[]
  ledger: readonly string[]
}

/** The status of the session. `why` and the moves are those of its newest turn; null and none where there was none. */
export function statusOf(state: SessionState, why: Why | null, moves: readonly Move[]): StatusView {
  const { log, branch } = state
  const { workflow, done } = branch
  const move = moves.at(-1)
  const policy = latestPolicy(ofThisTask(branch.timeline))
  return {
    task: why?.task ?? branch.task ?? log.inputs.waiting[0]?.text ?? null,
    standing: why?.standing ?? (log.inputs.waiting.length > 0 ? "queued" : "new"),
    happened: why ? happenings(why, state) : [],
    ...(why && !why.undone ? proofOf(why, done) : { proven: [], unproven: [] }),
    asks: why?.asks ?? [],
    next: why?.next ?? (log.inputs.waiting.length > 0 ? ["resume"] : ["send"]),
    workflow: {
      mode: workflow.mode,
      reasonCode: workflow.reasonCode,
      reason: workflow.reasonSummary,
      decisionKind: workflow.decisionKind,
      nextMode: workflow.scheduledNextMode,
    },
    decision: workflow.lastDecision,
    policy: policy && { explanation: explainEntry(policy), seq: policy.seq },
    transition: move ? describeMove(move) : null,
    done: done && {
      status: done.status,
      open: openItems(done.items).map(({ text }) => text),
      items: done.items.length,
      retries: done.retries,
      retryBudget: done.retryBudget,
    },
    verification: recentVerification(done?.attempts ?? [], ofThisTask(branch.timeline)),
    ledger: ledgerHighlights(branch.ledger),
  }
}

/** How many files are named. */
const mostFiles = 4

function happenings(why: Why, { log }: SessionState): string[] {
  const { did, undone, failures, interruptions } = why
  const calls = Object.values(did.tools).reduce((sum, number) => sum + number, 0)
  const known = knownFacts(why, log.workspace)
  const files = (known.files ?? []).flatMap(({ path, change }) => (path.startsWith("/") ? [] : [`${change} ${path}`]))
  const unnamed = (known.fileCount ?? 0) - (known.files ?? []).length + Math.max(0, files.length - mostFiles)
  const more = unnamed > 0 ? [`and ${unnamed} more`] : []
  const failure = why.standing === "stopped" ? undefined : failures.at(-1)
  const cut = interruptions.at(-1)
  return [
    `${counted(did.steps, "step")}, ${counted(calls, "tool call")}`,
    ...(files.length > 0 ? [[...files.slice(0, mostFiles), ...more].join(", ")] : []),
    ...(undone ? ["its changes were undone"] : []),
    ...(failure ? [`the model failed: ${failure.message}`] : []),
    ...(cut ? [cut.what] : []),
  ]
}

/** What the stop record knows of the work; where it knows nothing, what the log shows. */
function proofOf(why: Why, done: Done | null): Pick<StatusView, "proven" | "unproven"> {
  if (!why.facts || !why.stop) return { proven: provenBy(why), unproven: unprovenBy(why, done) }
  const { because, points } = endOf(why.stop, why.facts)
  const of = (...tones: readonly FactPoint["tone"][]) =>
    [...because, ...points].filter(({ tone }) => tones.includes(tone)).map(factPoint)
  return { proven: of("good"), unproven: of("bad", "missing") }
}

function factPoint({ text, detail, tone, seq }: FactPoint): Point {
  const status = tone === "good" ? "passed" : tone === "bad" ? "failed" : "missing"
  return { text: detail === null ? text : `${text} (${detail})`, status, seq }
}

/** What a passing check shows of the work as it is; without one, nothing is proven, whatever was said. */
function provenBy({ did }: Why): Point[] {
  return did.checks.filter(({ status, current }) => current && status === "passed").map(checkPoint)
}

function unprovenBy({ did, missing, evidence }: Why, done: Done | null): Point[] {
  const checks = did.checks.filter(({ status, current }) => current && status !== "passed")
  const commands = new Set(did.checks.map(({ command }) => command))
  const points = (status: Point["status"], pieces: readonly { summary: string; seq?: number | undefined }[]) =>
    pieces.map(({ summary, seq = null }): Point => ({ text: summary, status, seq }))
  const open = openItems(done?.items ?? []).map(({ text }) => ({ summary: `the item "${text}" is still open` }))
  const all = [
    ...checks.map(checkPoint),
    ...points(
      "failed",
      evidence.against.filter(({ subject }) => subject === undefined || !commands.has(subject)),
    ),
    ...points(
      "missing",
      missing.map((summary) => ({ summary })),
    ),
    ...points("missing", open),
    ...points(
      "unknown",
      evidence.context.filter(({ category }) => category === "verification"),
    ),
  ]
  return all.filter(({ text }, at) => all.findIndex((other) => other.text === text) === at)
}

function checkPoint({ command, status, summary, seq }: CheckRun): Point {
  return { text: `\`${command}\` ${checkWords(status, summary)}`, status, seq }
}

/** The status of a check, in a few words. */
export function checkWords(status: CheckRun["status"], summary: string | null): string {
  const detail = summary?.replace(/^passed(?:: |$)/, "")
  const words = status === "planned" ? "has not run" : status === "running" ? "runs" : status
  if (!detail) return words
  return `${words}${detail.startsWith("exit code") ? ", " : ": "}${detail}`
}
