import type { Evidence } from "../../../session/event/common.ts"
import type { EventData, NewEvent } from "../../../session/event.ts"
import type { Attempt, Done } from "../../../session/state.ts"
import { pushBacksIn } from "../../../session/view/push-backs.ts"
import { settleSpecial } from "../../../workflow/definition-of-done.ts"
import { pathsIn } from "../../../workflow/paths-in-text.ts"
import { completionNote, workReentry } from "../../../workflow/verdict/completion-note.ts"
import { context } from "../../../workflow/verdict/evidence.ts"
import type { Facts } from "../../../workflow/verdict/facts.ts"
import { observeCheck, observeNoChecks } from "../../../workflow/verdict/observation.ts"
import { probesDue } from "../../../workflow/verdict/probe.ts"
import { type PushBack, pushBackDue, type WeakAnswer } from "../../../workflow/verdict/push-back.ts"
import { recordOf } from "../../../workflow/verdict/record.ts"
import { type Verdict, verdictOf } from "../../../workflow/verdict/verdict.ts"
import { isQuestion, namedPaths, readsLikeWork } from "../../../workflow/verdict/weak-answer.ts"
import { existing } from "../../facts/altered-files.ts"
import { type Gathered, gatherFacts } from "../../facts/gather-facts.ts"
import { namedByEnd } from "../../facts/project-facts.ts"
import { verificationEvents } from "../../facts/verification-events.ts"
import { openedModel } from "../opened-model.ts"
import { decided, type Work } from "../work.ts"
import { stopEvents } from "./stop-turn.ts"

/** Done means evidence: an answer without a tool call is weighed by the facts. It is checked, sent back, or ends the turn. */
export async function judge(work: Work): Promise<void> {
  const { done } = work.state.branch
  const { turn } = work.state.log
  if (!done || !turn) return
  const gathered = await gatherFacts(done, work)
  const { facts } = gathered
  const sent = pushBacksIn(gathered.events, turn.seq)
  const words = await lookAtWords(gathered, work)
  const due = pushBackDue(facts, sent, { weak: await weakAnswer(words, facts, work), fixes: done.retryBudget })
  const events = due
    ? sentBack(due, done, work)
    : facts.unrun.length > 0
      ? verificationEvents(facts.unrun, facts.plan, done)
      : finish(gathered, words, done, work)
  await decided(work, events)
}

/** The end, after what the checks say with files as they were before the work. */
function finish(gathered: Gathered, { answer, missing }: Words, done: Done, work: Work): NewEvent[] {
  const { facts } = gathered
  const probes = probesDue(facts)
  if (probes.length > 0) return verificationEvents(probes, facts.plan, done)
  const verdict = verdictOf(facts)
  const unseen = missing.filter((path) => pathsIn(answer).includes(path)).map(namedOnly)
  return ended({ ...verdict, evidence: [...verdict.evidence, ...unseen] }, gathered, done, work)
}

type Words = { task: string; answer: string; missing: readonly string[] }

/** What task and answer name is on the disk or it is not: they prompt a look, and decide nothing. */
async function lookAtWords({ events, facts }: Gathered, work: Work): Promise<Words> {
  const task = work.state.log.turn?.task ?? ""
  const answer = events.findLast((event) => event.type === "model.answered")?.data.text ?? ""
  const named = namedPaths(task, answer).filter((path) => !facts.files.some((file) => file.path === path))
  const looked = named.slice(0, mostLooks)
  const { workspace } = work.state.log
  const there = await existing(looked, workspace)
  const absent = looked.filter((path) => !there.has(path))
  const byEnd = await namedByEnd(absent, workspace)
  const isGone = (path: string) => facts.files.some((file) => file.path.endsWith(`/${path}`))
  return { task, answer, missing: absent.filter((path) => !byEnd.has(path) && !isGone(path)) }
}

const mostLooks = 32

async function weakAnswer({ task, answer, missing }: Words, facts: Facts, work: Work): Promise<WeakAnswer | null> {
  const { profile } = await openedModel(work)
  if (profile === undefined || profile.strength === "strong") return null
  // What the task names may be only mentioned there, unless the work on it started.
  const isWanted = (path: string) => !isQuestion(task) && (facts.files.length > 0 || pathsIn(answer).includes(path))
  const named = missing.filter(isWanted)
  return { missing: named, readsLikeWork: readsLikeWork(task, answer) }
}

function namedOnly(path: string): Evidence {
  const summary = `\`${path}\`, which the answer names, does not exist`
  return context({ category: "response", source: "answer", summary, subject: path })
}

function sentBack({ code, summary, message }: PushBack, done: Done, { state }: Work): NewEvent[] {
  const fixes = code === "verification_failed_reentry"
  const observations = fixes ? observed(done.attempts.at(-1)) : []
  return [
    { type: "workflow.noted", data: completionNote(code, { summary, message, observations }) },
    ...(fixes ? [{ type: "done.changed", data: { status: "fixing", retries: done.retries + 1 } } as const] : []),
    ...(state.branch.workflow.mode === "verify"
      ? [{ type: "workflow.decided", data: workReentry(code, summary) } as const]
      : []),
  ]
}

function ended(verdict: Verdict, { facts, size }: Gathered, before: Done, { state }: Work): NewEvent[] {
  const { code, reason, summary, evidence, missing } = verdict
  const observations =
    facts.files.length === 0 ? [] : facts.results.length === 0 ? [observeNoChecks()] : observed(before.attempts.at(-1))
  const { evidence: shown = [], ...decision } = completionNote(reason, { summary, evidence, observations })
  const done = { ...doneAfter(code, before), size }
  return stopEvents({ code, summary, missing, evidence: shown, facts: recordOf(facts), decision, done }, state)
}

const observed = (attempt: Attempt | undefined) => attempt?.checks.map((check) => observeCheck(attempt, check)) ?? []

function doneAfter(code: Verdict["code"], { items }: Done): EventData<"done.changed"> {
  switch (code) {
    case "completed-verified":
      return { status: "done", confidence: "high", items: settleSpecial(items, "proven") }
    case "answered":
    case "completed-nothing-to-verify":
      return { status: "done", items: settleSpecial(items, "proven") }
    case "completed-unverified":
      return { status: "in-progress", confidence: "low", items: settleSpecial(items, "unproven") }
    case "contradicted":
    case "permission-denied":
    case "verification-budget-exhausted":
    case "continuation-budget-exhausted":
      return { status: "failed", confidence: "low" }
    default:
      return code satisfies never
  }
}
