import type { Evidence, Observation, Strength } from "../../session/event/common.ts"
import type { DoneItem } from "../../session/event/done.ts"
import type { Done } from "../../session/state.ts"
import { awaitProof, openItems, settleSpecial } from "../done.ts"
import { type CompletionDecision, stop } from "./decision.ts"
import { isBlocking, missing, supporting } from "./evidence.ts"
import { type FollowThrough, followThrough } from "./follow-through.ts"
import type { CompletionInput } from "./input.ts"
import { continuationMessage, failureMessage, pendingMessage } from "./message.ts"
import { type CompletionCode, completionNote, fixReentry, skippedNote, verifyHandoff } from "./note.ts"
import { observeCheck, observeNoChecks } from "./observation.ts"
import { type Proof, proofOf } from "./proof.ts"
import { countUnshown, unshownCriteria, weakerFiles } from "./proof-limits.ts"
import { isOldFailure } from "./proof-old-failure.ts"
import { reluctance } from "./reluctance.ts"
import { isTextLoop } from "./text-loop.ts"
import { type Work, workOf } from "./work.ts"

/**
 * Done means evidence: what an answer without a tool call leads to. The model's word proves nothing; the log does.
 */
export function complete(input: CompletionInput): CompletionDecision {
  if (input.looped || isTextLoop(input.earlier, input.answer)) return textLoop(input)
  const work = workOf(input)
  const reluctant = reluctance(input, work)
  if (reluctant) return reluctant
  const follow = followThrough(input)
  if (!work.changed && input.taskKind !== "work" && follow.complete) return answered(input)
  const proof = work.changed ? proofOf(input, work) : null
  if (proof?.state === "failed") return afterFailure(input, follow, proof)
  return (
    nudge(input, follow, proof) ??
    pendingItems(input) ??
    verify(input, follow, proof) ??
    finish(input, work, follow, proof)
  )
}

function textLoop(input: CompletionInput): CompletionDecision {
  const summary = "Stopped, because the model was repeating itself"
  const work = workOf(input)
  const proof = work.changed ? proofOf(input, work) : null
  // Repeating itself hides nothing of what the checks found.
  const evidence = [...(proof?.evidence.filter(isBlocking) ?? []), ...followThrough(input).missing]
  const note = completionNote("text_loop_bailout", { summary, evidence })
  return { notes: [note], decided: null, done: null, next: stop("text-loop", summary, evidence) }
}

function answered({ done }: CompletionInput): CompletionDecision {
  const note = completionNote("completion_response_accepted", { summary: "the answer is what was asked for" })
  return {
    notes: [note],
    decided: null,
    done: done && { status: "done", items: settleSpecial(done.items, "proven") },
    next: stop("answered", "Answered", []),
  }
}

/** The model is told what is missing, as long as it may be; what the checks will show is left to them. */
function nudge(input: CompletionInput, { gaps }: FollowThrough, proof: Proof | null): CompletionDecision | null {
  const { task, counters, limits } = input
  const pressing = gaps.filter(({ settledByChecks }) => !(settledByChecks && proof?.state === "unrun"))
  const allowed = { firm: limits.nudges, soft: Math.min(limits.softNudges, limits.nudges), none: 0 } as const
  const most = Math.max(0, ...pressing.map(({ firmness }) => allowed[firmness]))
  if (counters.nudges >= most) return null
  const evidence = pressing.map((gap) => gap.evidence)
  const message = continuationMessage(task, pressing)
  const summary = `not done yet: ${firstOf(evidence)}`
  const note = completionNote("premature_completion_nudge", { summary, evidence, message })
  return { notes: [note], decided: null, done: null, next: { do: "continue", message, counts: "nudges" } }
}

/** The model's own list is not done: it goes on, or says so by its list. */
function pendingItems({ done, counters, limits }: CompletionInput): CompletionDecision | null {
  const open = openItems(done?.items ?? [])
  if (open.length === 0 || counters.pendingNudges >= limits.pendingNudges) return null
  const evidence = open.map(openItem)
  const message = pendingMessage(open)
  const summary = `${count(open.length, "item")} still open`
  const note = completionNote("pending_items_continue", { summary, evidence, message })
  return { notes: [note], decided: null, done: null, next: { do: "continue", message, counts: "pendingNudges" } }
}

/** The checks run; what they cannot show and the model was pressed for in vain is told afterwards. */
function verify({ done }: CompletionInput, { gaps }: FollowThrough, proof: Proof | null): CompletionDecision | null {
  if (proof?.state !== "unrun") return null
  const { because } = proof
  const accepted = gaps.every(({ settledByChecks }) => settledByChecks)
  const summary = `the work has to be proven: ${because}`
  return {
    notes: accepted ? [completionNote("completion_response_accepted", { summary })] : [],
    decided: verifyHandoff(because),
    done: done && { status: "verifying", items: settleSpecial(awaitProof(done.items), "unproven") },
    next: { do: "verify", because },
  }
}

/** A check failed, and nothing was done since: the model mends it, as often as it may. */
function afterFailure(
  input: CompletionInput,
  { gaps, missing: lacking }: FollowThrough,
  { attempt, failed, evidence }: Extract<Proof, { state: "failed" }>,
): CompletionDecision {
  const { task, done, counters, limits } = input
  const observations = attempt.checks.map((check) => observeCheck(attempt, check))
  const all = [...evidence, ...lacking]
  const names = failed.map(({ command }) => `\`${command}\``).join(", ")
  if (isOldFailure(input, failed)) {
    const summary = `Finished, but not proven: ${names} failed, and is said or known to have failed before the work`
    return ended(done, "unproven", { code: "verification_incomplete", summary, evidence: all, observations })
  }
  if (counters.fixRetries >= limits.fixRetries) {
    const summary = `I couldn't verify that the task is complete within the retry budget: ${names} failed`
    return {
      notes: [completionNote("verification_retry_budget_exhausted", { summary, evidence: all, observations })],
      decided: null,
      done: done && { status: "failed", confidence: "low" },
      next: stop("verification-budget-exhausted", summary, all),
    }
  }
  const summary = `${names} failed`
  const retry = { number: counters.fixRetries + 1, of: limits.fixRetries }
  const pressing = gaps.filter(({ settledByChecks }) => !settledByChecks)
  const message = failureMessage({ task, failed, gaps: pressing, retry })
  return {
    notes: [completionNote("verification_failed_reentry", { summary, evidence: all, observations, message })],
    decided: fixReentry(summary),
    done: done && { status: "fixing", retries: retry.number },
    next: { do: "continue", message, counts: "fixRetries" },
  }
}

/** Nothing more will be done in this turn: what it came to, and no more than that. */
function finish(input: CompletionInput, work: Work, follow: FollowThrough, proof: Proof | null): CompletionDecision {
  const { done } = input
  const open = openItems(done?.items ?? []).map(openItem)
  const proven = proof?.evidence ?? []
  const left = [...follow.missing, ...open]
  if (left.length > 0) {
    const gaveUp = !work.changed || follow.gaps.some(({ firmness }) => firmness === "firm")
    return ended(done, gaveUp && follow.gaps.length > 0 ? "gave-up" : "unproven", {
      code:
        follow.gaps.length === 0
          ? "pending_items_remain"
          : gaveUp
            ? "continuation_budget_exhausted"
            : "completion_evidence_missing",
      summary: `Stopped with something missing: ${firstOf(left)}`,
      evidence: [...left, ...proven, ...follow.accomplished],
    })
  }
  if (proof === null) return unchanged(input, work, follow)
  const evidence = [...proven, ...follow.accomplished]
  if (proof.state === "proven") {
    const { attempt, strength } = proof
    const observations = attempt.checks.map((check) => observeCheck(attempt, check))
    const commands = attempt.checks.map(({ command }) => `\`${command}\``).join(", ")
    const unshown = unshownCriteria(input, proof)
    const limits = [strengthTexts[strength], ...weakerFiles(input.plan), ...countUnshown(unshown)].join("; ")
    const summary = `Verified (${limits}): ${commands}`
    return ended(done, "proven", {
      code: "verification_passed",
      summary,
      evidence: [...evidence, ...unshown],
      observations,
    })
  }
  const code = proof.state === "unproven" ? proof.code : "verification_incomplete"
  const summary = `Finished, but not proven: ${firstOf(evidence.filter(isBlocking))}`
  const observations = code === "verification_commands_missing" ? [observeNoChecks()] : []
  return ended(done, "unproven", { code, summary, evidence, observations })
}

function unchanged({ done }: CompletionInput, work: Work, { accomplished }: FollowThrough): CompletionDecision {
  const ran = work.runs
    .filter(({ passed }) => passed)
    .map(({ command, seq }) =>
      supporting({
        category: "action",
        source: "commands",
        summary: `\`${command}\` ended well`,
        subject: command,
        seq,
      }),
    )
  const evidence = [...accomplished, ...ran]
  const accepted = completionNote("completion_response_accepted", { summary: "nothing that was asked for is missing" })
  const summary = "Nothing was changed, so there is nothing to verify"
  const settled = completionNote("non_mutating_response_accepted", { summary, evidence })
  return {
    notes: [skippedNote(), accepted, settled],
    decided: null,
    done: done && { status: "done", items: settleSpecial(done.items, "proven") },
    next:
      work.deeds.length === 0
        ? stop("answered", "Answered", evidence)
        : stop("completed-nothing-to-verify", summary, evidence),
  }
}

type Ending = {
  code: CompletionCode
  summary: string
  evidence: readonly Evidence[]
  observations?: readonly Observation[]
}

const endings = {
  proven: { stop: "completed-verified", done: { status: "done", confidence: "high" } },
  unproven: { stop: "completed-unverified", done: { status: "in-progress", confidence: "low" } },
  "gave-up": { stop: "continuation-budget-exhausted", done: { status: "failed", confidence: "low" } },
} as const

function ended(done: Done | null, how: keyof typeof endings, { code, ...content }: Ending): CompletionDecision {
  const ending = endings[how]
  const items = settleSpecial(done?.items ?? [], how === "proven" ? "proven" : "unproven")
  return {
    notes: [completionNote(code, content)],
    decided: null,
    done: done && { ...ending.done, ...(how !== "gave-up" && { items }) },
    next: stop(ending.stop, content.summary, content.evidence),
  }
}

/** What a proof shows, in words: the reader knows how far it goes. */
const strengthTexts = {
  exists: "the files are there, and the project offers no stronger check for them",
  parses: "the files parse",
  builds: "it builds or runs",
  tests: "the tests pass",
} as const satisfies Record<Strength, string>

function openItem({ text }: DoneItem): Evidence {
  return missing({
    category: "tracked_work",
    source: "items",
    summary: `the item "${text}" is still open`,
    subject: text,
  })
}

const firstOf = (evidence: readonly Evidence[]) => evidence[0]?.summary ?? "the evidence"
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? "" : "s"}`
