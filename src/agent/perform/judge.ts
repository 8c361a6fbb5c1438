import { isKnown, type NewEvent } from "../../session/event.ts"
import { redact } from "../../session/redact.ts"
import type { Done } from "../../session/state.ts"
import { permissionsHere } from "../../session/view/permission.ts"
import type { CheckPlan } from "../../workflow/checks/checks.ts"
import { complete } from "../../workflow/completion/completion.ts"
import type { CompletionDecision } from "../../workflow/completion/decision.ts"
import { type CompletionInput, completionLimits, type FileText } from "../../workflow/completion/input.ts"
import { observationNote, observePending } from "../../workflow/completion/observation.ts"
import { changedLines, taskSize } from "../../workflow/done.ts"
import type { ProjectFacts } from "../../workflow/project/project.ts"
import { taskKind } from "../../workflow/task.ts"
import { aftermathOf } from "../aftermath.ts"
import { argumentsHash } from "../arguments-hash.ts"
import { isTextLoop } from "../decide.ts"
import { handTo } from "../routing.ts"
import { shownPath } from "../shown-path.ts"
import { decided, moveTo, type Work } from "../work.ts"
import { workDone } from "../work-done.ts"
import { attemptEvents, factsOf, offeredChecks } from "./plan-checks.ts"
import { stopEvents } from "./stop-turn.ts"

/** Done means evidence: weighs an answer by what the log shows, and proves it, sends the model back, or ends the turn. */
export async function judge(work: Work): Promise<void> {
  const { done } = work.state.branch
  if (!done) return
  const facts = await factsOf(done, work)
  const offered = done.changedAt === null ? null : await offeredChecks(done, facts, work)
  const input = await inputOf(done, { facts, plan: offered }, work)
  const decision = await lastLook(complete(input), input, done, work)
  const remembered = await toRemember(decision, done, work)
  await decided(work, remembered ? [remembered] : eventsOf(sized(decision, done, input.texts), done, offered, work))
}

/** What seems verified is looked at once more: files may have changed since they were checked. */
async function lastLook(
  decision: CompletionDecision,
  input: CompletionInput & { facts: ProjectFacts },
  done: Done,
  work: Work,
): Promise<CompletionDecision> {
  const { next } = decision
  if (next.do !== "stop" || next.code !== "completed-verified") return decision
  return complete({ ...input, aftermath: await aftermathOf(done, input, work) })
}

async function inputOf(done: Done, known: { facts: ProjectFacts; plan: CheckPlan | null }, work: Work) {
  const { limits } = work
  const { log } = work.state
  const { actions, answers, dropped, texts } = await workDone(done, work)
  const progress = log.turn?.progress
  const { nudges = 0, pendingNudges = 0, repairs = {}, last } = progress ?? {}
  const finish = last?.outcome === "answered" ? last.finish : ""
  return {
    task: done.task,
    taskKind: taskKind(done.task),
    answer: answers.at(-1) ?? "",
    earlier: answers.slice(0, -1),
    looped: progress !== undefined && isTextLoop(finish, progress, limits),
    done: { ...done, touched: done.touched.map(({ path, hash }) => ({ path: shownPath(log.workspace, path), hash })) },
    actions,
    texts,
    dropped,
    ...known,
    counters: {
      nudges,
      pendingNudges,
      fixRetries: done.retries,
      refusals: repairs.tools_refused_retry ?? 0,
      narrations: repairs.narration_retry ?? 0,
    },
    limits: {
      ...completionLimits,
      nudges: limits.nudges,
      fixRetries: done.retryBudget,
      refusals: limits.repairs.tools_refused_retry,
      narrations: limits.repairs.narration_retry,
    },
  }
}

/** The decision with how large the work has become, where that is not known yet. */
function sized(decision: CompletionDecision, done: Done, texts: readonly FileText[]): CompletionDecision {
  const lines = texts.reduce((sum, { before, after }) => sum + changedLines(before, after), 0)
  const size = taskSize(done.touchedCount, lines)
  return size === done.size ? decision : { ...decision, done: { ...decision.done, size } }
}

function eventsOf(
  { notes, decided, done: changed, next }: CompletionDecision,
  done: Done,
  offered: CheckPlan | null,
  work: Work,
): NewEvent[] {
  const phase = work.state.log.turn?.phase ?? null
  const events: NewEvent[] = [
    ...(phase === "completion" || phase === "finalize"
      ? []
      : moveTo(phase, "completion", { code: "completion_gate", summary: "Looking at what was done" })),
    ...notes.map((data): NewEvent => ({ type: "workflow.noted", data })),
    ...(changed ? [{ type: "done.changed", data: changed } as const] : []),
    ...(decided ? [{ type: "workflow.decided", data: decided } as const] : []),
  ]
  switch (next.do) {
    case "continue":
      return [...events, ...(decided === null ? backToWork(work) : [])]
    case "verify":
      return [...events, ...(offered ? attemptToRun(offered, done) : [])]
    case "stop": {
      const { code, summary, missing, evidence } = next
      return [
        ...events,
        ...stopEvents({ code, summary, missing, evidence }, { ...work.state, log: inCompletion(work) }),
      ]
    }
    default:
      return next satisfies never
  }
}

/** What the checks cannot show is the model's to do: as long as the work is being proven it is not asked. */
function backToWork({ state }: Work): NewEvent[] {
  if (state.branch.workflow.mode !== "verify") return []
  const summary = "something is missing that no check shows"
  return [handTo("execute", { code: "completion_evidence_missing", summary, kind: "reentry", decisionKind: "reentry" })]
}

/** The attempt that is planned runs, if it is still what is on offer; else a new one. */
function attemptToRun(offered: CheckPlan, done: Done): NewEvent[] {
  const attempt = done.attempts.at(-1)
  const commands = (checks: readonly { command: string }[]) => checks.map(({ command }) => command).join("\n")
  const fits = attempt?.status === "planned" && commands(attempt.checks) === commands(offered.checks)
  if (!fits) return attemptEvents(offered, done)
  return [{ type: "workflow.noted", data: observationNote(observePending(attempt)) }]
}

// The move to `completion` is part of the same append.
function inCompletion({ state }: Work): Work["state"]["log"] {
  const { turn } = state.log
  return turn ? { ...state.log, turn: { ...turn, phase: "completion" } } : state.log
}

/** What was verified is remembered for later sessions, once, by a call like any other: then the answer is judged again. */
async function toRemember({ next }: CompletionDecision, { task }: Done, work: Work): Promise<NewEvent | null> {
  const { state, store, lease } = work
  const turn = state.log.turn
  if (!turn || next.do !== "stop" || next.code !== "completed-verified") return null
  if (!remembering.has(permissionsHere(state, work.permissions.foreignThrough).permission.mode)) return null
  const call = `remember-${turn.id}`
  for await (const event of store.read(lease.session, { after: turn.seq, reverse: true })) {
    if (isKnown(event) && event.type === "tool.called" && event.data.call === call) return null
  }
  const [firstLine = ""] = task.trim().split("\n")
  const args = {
    action: "note",
    category: "definition_of_done",
    content: `${redact(firstLine).slice(0, 200)}: ${redact(next.summary)}`,
  }
  return {
    type: "tool.called",
    data: { call, name: "memory_write", arguments: args, argumentsHash: argumentsHash(args) },
  }
}

/** The modes in which keeping a note needs nobody's word. */
const remembering: ReadonlySet<string> = new Set(["workspace-write", "danger-full-access", "allow"])
