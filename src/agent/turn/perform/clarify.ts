import { isKnown, type NewEvent } from "../../../session/event.ts"
import { inRanges } from "../../../session/fold.ts"
import { uuidv7 } from "../../../store/uuid.ts"
import { askTool } from "../../../tools/ask.ts"
import { type Brief, type BriefFallback, formatBrief, parseBrief, type Round } from "../../../workflow/clarify/brief.ts"
import { type BriefEdit, withEdits } from "../../../workflow/clarify/brief-edited.ts"
import { briefPrompt, clarifyPrompt } from "../../../workflow/clarify/clarify-prompt.ts"
import type { TaskGrounding } from "../../../workflow/clarify/grounding.ts"
import { nextRound } from "../../../workflow/clarify/next-round.ts"
import { fallbackQuestion, questionFrom } from "../../../workflow/clarify/question.ts"
import { withoutPrefix } from "../../../workflow/explain/answers.ts"
import { seedLedger } from "../../../workflow/seed-ledger.ts"
import { gatherGrounding } from "../../facts/gather-grounding.ts"
import { artifactText, artifactWritten } from "../../sessions/artifact.ts"
import { eventAt } from "../../sessions/event-at.ts"
import { modeCall } from "../mode-call.ts"
import { criteriaOf } from "../mode-events.ts"
import { answered, callModel } from "../model-call.ts"
import { afterClarify } from "../routing.ts"
import { decided, type Work } from "../work.ts"

/** Asks a person one question: the model words it, the ask is durable. */
export async function askQuestion(work: Work): Promise<void> {
  if (work.permissions.noAsk) return void (await decided(work, [afterClarify("clarify_not_needed", [], work)]))
  const { task, rounds, brief, grounding } = await standOf(work)
  const { clarifyRounds: maxRounds } = work.limits
  const openQuestions = brief?.openQuestions ?? []
  const round = rounds.length + 1
  const prompt = clarifyPrompt({ task, round, maxRounds, openQuestions, rounds, grounding })
  await callModel(work, await modeCall(work, prompt, { tools: [askTool], purpose: "clarify" }), (answer, asked) => {
    const given = answer.calls.find(({ name }) => name === askTool.name)?.arguments ?? null
    const { question, options } = questionFrom(answer.text, given, fallbackQuestion(openQuestions))
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

/** Writes down what was understood; then another question is asked, or the work starts. */
export async function writeBrief(work: Work): Promise<void> {
  const { task, rounds, brief: before, grounding } = await standOf(work)
  const prompt = briefPrompt({ task, rounds, grounding, brief: before })
  const edits = await editsOf(work, { task, rounds })
  await callModel(work, await modeCall(work, prompt, { tools: [], purpose: "clarify" }), async (answer, asked) => {
    // A model that says nothing takes nothing back of what was understood before.
    const text = answer.text.trim() === "" && before ? formatBrief({ ...before, rounds }) : answer.text
    const brief = withEdits(parseBrief(text, { task, rounds }), edits)
    const { openQuestions, acceptanceCriteria: criteria } = brief
    const note = nextRound({ openQuestions, round: rounds.length, maxRounds: work.limits.clarifyRounds })
    const written = await artifactWritten(work, "brief", {
      text: formatBrief(brief),
      summary: withoutPrefix(note.summary),
    })
    const items = seedLedger(work.state.branch.ledger, { brief }, "clarify", uuidv7)
    return [
      answered(asked, answer),
      written,
      ...(items.length > 0 ? [{ type: "workflow.ledger-changed", data: { items } } as const] : []),
      ...(criteria.length > 0 ? [{ type: "done.changed", data: { criteria: criteriaOf(criteria) } } as const] : []),
      { type: "workflow.noted", data: note },
      ...(note.kind === "clarify_exit" ? [afterClarify(note.reasonCode, openQuestions, work)] : []),
    ]
  })
}

type Stand = { task: string; rounds: Round[]; brief: Brief | null; grounding: TaskGrounding }

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
  const grounding = await gatherGrounding(
    work,
    task,
    rounds.map(({ answer }) => answer),
  )
  const text = await artifactText(work, "brief")
  return { task, rounds, grounding, brief: text === null ? null : parseBrief(text, { task, rounds }) }
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
