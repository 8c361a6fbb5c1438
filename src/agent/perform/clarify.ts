import { isKnown, type NewEvent } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { askTool } from "../../tools/ask.ts"
import { type Brief, type BriefFallback, formatBrief, parseBrief, type Round } from "../../workflow/clarify/brief.ts"
import { type BriefEdit, withEdits } from "../../workflow/clarify/brief-edited.ts"
import type { Grounding } from "../../workflow/clarify/grounding.ts"
import { briefPrompt, clarifyPrompt } from "../../workflow/clarify/prompt.ts"
import { fallbackQuestion, questionFrom } from "../../workflow/clarify/question.ts"
import { type ClarifyReview, reviewBrief } from "../../workflow/clarify/review.ts"
import { seedLedger } from "../../workflow/ledger.ts"
import { artifactText, artifactWritten } from "../artifact.ts"
import { groundTask } from "../grounding.ts"
import { laneCall } from "../lane-call.ts"
import { criteriaOf } from "../lane-events.ts"
import { eventAt } from "../log.ts"
import { answered, callModel } from "../model-call.ts"
import { afterClarify } from "../routing.ts"
import { decided, type Work } from "../work.ts"

/** Asks a person one question: the model words it, the ask is durable. */
export async function askQuestion(work: Work): Promise<void> {
  if (work.permissions.noAsk) return void (await decided(work, [afterClarify("clarify_not_needed", [], work)]))
  const { task, rounds, brief, grounding } = await standOf(work)
  const { clarifyRounds: maxRounds } = work.limits
  const review = brief && rounds.length > 0 ? reviewOf({ task, brief, rounds, grounding }, work) : null
  const round = rounds.length + 1
  const prompt = clarifyPrompt({ task, round, maxRounds, review, rounds, grounding })
  await callModel(work, await laneCall(work, prompt, { tools: [askTool], purpose: "clarify" }), (answer, asked) => {
    const given = answer.calls.find(({ name }) => name === askTool.name)?.arguments ?? null
    const fallback = fallbackQuestion(review, { grounding, assumptions: brief?.assumptions ?? [] })
    const { question, options } = questionFrom(answer.text, given, fallback)
    const choices = options.map((label, index) => ({ id: `${index + 1}`, label }))
    const opened: NewEvent = {
      type: "ask.opened",
      data: {
        ask: uuidv7(),
        kind: "question",
        question,
        round,
        ...(choices.length > 0 ? { options: choices } : {}),
      },
    }
    return [answered(asked, answer), opened]
  })
}

/** Writes down what was understood, and goes on with what is still open or with the work. */
export async function writeBrief(work: Work): Promise<void> {
  const { task, rounds, brief: before, grounding } = await standOf(work)
  const prompt = briefPrompt({ task, rounds, grounding, brief: before })
  const edits = await editsOf(work, { task, rounds, grounding })
  await callModel(work, await laneCall(work, prompt, { tools: [], purpose: "clarify" }), async (answer, asked) => {
    // A model that says nothing takes nothing back of what was understood before.
    const text = answer.text.trim() === "" && before ? formatBrief({ ...before, rounds }) : answer.text
    const brief = withEdits(parseBrief(text, { task, rounds, grounding }), edits)
    const review = reviewOf({ task, brief, rounds, grounding }, work)
    const written = await artifactWritten(work, "brief", { text: formatBrief(brief), summary: review.summary })
    const items = seedLedger(work.state.branch.ledger, { brief }, "clarify", uuidv7)
    return [
      answered(asked, answer),
      written,
      ...(items.length > 0 ? [{ type: "workflow.ledger-changed", data: { items } } as const] : []),
      { type: "done.changed", data: { criteria: criteriaOf(brief.acceptanceCriteria) } },
      noted(review),
      ...(review.kind === "clarify_exit" ? [afterClarify(review.code, review.openQuestions, work)] : []),
    ]
  })
}

type Stand = { task: string; rounds: Round[]; brief: Brief | null; grounding: Grounding }

/** What was asked and answered so far, and what the workspace says to it. */
async function standOf(work: Work): Promise<Stand> {
  const { state } = work
  const task = state.branch.task ?? ""
  const rounds = await Promise.all(
    state.branch.workflow.clarify
      .filter(({ answered }) => answered !== null)
      .map(async ({ asked, answered }): Promise<Round> => {
        const { data: ask } = await eventAt(work, asked, "ask.opened")
        const { data: said } = await eventAt(work, answered ?? 0, "ask.answered")
        const chosen = ask.options?.find(({ id }) => id === said.choice)?.label
        return { question: ask.question, answer: said.text ?? chosen ?? "" }
      }),
  )
  const grounding = await groundTask(
    work,
    task,
    rounds.map(({ answer }) => answer),
  )
  const text = await artifactText(work, "brief")
  return { task, rounds, grounding, brief: text === null ? null : parseBrief(text, { task, rounds, grounding }) }
}

/** What a person changed in the briefs of this task, oldest first. */
async function editsOf(work: Work, fallback: BriefFallback): Promise<BriefEdit[]> {
  const { store, lease, state } = work
  const versions = new Map<number, Brief>()
  const edits: BriefEdit[] = []
  const read = async ({ blob }: { blob: string }) =>
    parseBrief(Buffer.from(await store.blob(blob)).toString("utf8"), fallback)
  for await (const event of store.read(lease.session, { after: state.branch.done?.definedAt ?? 0 })) {
    if (!isKnown(event) || !inRanges(state.live, event.seq)) continue
    if (event.type === "workflow.artifact-written" && event.data.artifact === "brief") {
      versions.set(event.data.version, await read(event.data.body))
    }
    if (event.type !== "workflow.artifact-edited" || event.data.artifact !== "brief") continue
    const [before, after] = [versions.get(event.data.from), await read(event.data.body)]
    versions.set(event.data.from + 1, after)
    if (before) edits.push({ before, after })
  }
  return edits
}

function reviewOf(stand: Stand & { brief: Brief }, { limits }: Work): ClarifyReview {
  const { task, brief, rounds, grounding } = stand
  return reviewBrief({ task, brief, round: rounds.length, rounds, maxRounds: limits.clarifyRounds, grounding })
}

function noted(review: ClarifyReview): NewEvent {
  return {
    type: "workflow.noted",
    data: {
      kind: review.kind,
      mode: "clarify",
      reasonCode: review.code,
      summary: `clarify: ${review.summary}`,
      decisionKind: "forced",
      clarifyStage: review.stage,
      ...(review.pressure ? { clarifyPressure: review.pressure } : {}),
      pressurePassComplete: review.pressurePassComplete,
      missingGates: review.missingGates,
      ...(review.openQuestions.length > 0 ? { unresolvedQuestions: review.openQuestions } : {}),
      artifacts: ["brief"],
    },
  }
}
