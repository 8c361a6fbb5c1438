import type { Event, EventData, ForeignEvent, NewEvent } from "../../../session/event.ts"
import { isKnown } from "../../../session/event.ts"
import { limits } from "../../../session/limits.ts"
import type { SessionState } from "../../../session/state.ts"
import { compactedMark } from "../../../session/view/context.ts"
import { collectSummary } from "../../../workflow/summary/collect.ts"
import { renderSummary } from "../../../workflow/summary/summary.ts"
import { modelNotes, ruleNotes } from "../../../workflow/summary/summary-notes.ts"
import { compactPrompt } from "../../../workflow/summary/summary-prompt.ts"
import { wholeContextEvents } from "../../context/context-events.ts"
import { contextPolicy } from "../../context/context-policy.ts"
import { conversationEntries } from "../../context/conversation.ts"
import { charactersIn, estimateMessages, estimateText, tokensIn } from "../../context/estimate.ts"
import { fitContext, shortened, type Trim } from "../../context/fit.ts"
import { type CompactionPlan, planCompaction, type Size, saidByPerson } from "../../context/plan-compaction.ts"
import { type Prepared, prepareRequest } from "../../context/request.ts"
import { answered, callModel } from "../model-call.ts"
import { decided, type Work } from "../work.ts"

/** Compacts where the context has reached its threshold and a compaction helps; says whether it did. */
export async function maybeCompact(work: Work, prepared?: Prepared): Promise<boolean> {
  const { size } = prepared ?? (await prepareRequest(work))
  return fitContext(size).do === "compact" && compact({ reason: "size" }, work)
}

export type Reason = NonNullable<EventData<"context.compacted">["reason"]>

/**
 * Replaces the older messages by a summary: what the person said and the state of the work by code, notes by
 * the model or, where it says nothing of use, by rule. False where it cannot help, which the person who asked gets to see.
 */
export async function compact({ reason }: { reason: Reason }, work: Work): Promise<boolean> {
  const { state } = work
  const events = await wholeContextEvents(work)
  const { model, size: whole } = await prepareRequest(work, await conversationEntries(work, events))
  const size = asAsked(whole, state.log.compact?.keep ?? null)
  const limit = reason === "overflow" ? halfOf(size, state) : size.limit
  const { plan, trim } =
    reason === "overflow"
      ? afterOverflow(withoutOwn({ ...size, limit, window: limit }))
      : { plan: planCompaction(size), trim: null }
  const trimmed: NewEvent[] = trim ? [{ type: "context.trimmed", data: trim }] : []
  if (!plan) {
    if (trim) await decided(work, trimmed)
    else if (reason !== "size") await decided(work, [{ type: "context.kept", data: { because: cannotHelp } }])
    return false
  }
  const before = state.branch.compaction?.notes ?? ""
  const notesCharacters = Math.floor(contextPolicy.notes * plan.room.characters)
  const compacted = (notes: string, writtenBy: "model" | "rule") =>
    compactedEvent({ plan, size, events, state, reason, notes, writtenBy })
  const byRule = () => compacted(ruleNotes(before, plan.removed), "rule")
  const { instructions, message } = compactPrompt({
    task: state.branch.task ?? "",
    notes: before,
    focus: state.log.compact?.focus ?? null,
    removed: plan.removed,
    characters: charactersIn((contextPolicy.prompt * limit) / size.calibration),
    notesCharacters,
  })
  const question = {
    purpose: "compact",
    model,
    instructions,
    messages: [{ role: "user", text: message }],
    tools: [],
    before: [],
    otherwise: () => [...trimmed, byRule()],
  } as const
  await callModel(work, question, (answer, asked) => {
    const usable = answer.end.finish !== "no-script" && answer.end.finish !== "text-loop"
    const notes = usable ? modelNotes(before, answer.text, notesCharacters) : null
    return [answered(asked, answer), ...trimmed, notes === null ? byRule() : compacted(notes, "model")]
  })
  return true
}

/** Who says how many messages to keep wants the others summed up, whether or not that saves much. */
function asAsked(size: Prepared["size"], keep: number | null): Prepared["size"] {
  return keep === null ? size : { ...size, keep, own: { threshold: 0, room: size.own?.room ?? size.limit } }
}

/** What the provider refused decides, not a threshold that was chosen before. */
function withoutOwn({ own: _, ...size }: Prepared["size"]): Prepared["size"] {
  return size
}

const cannotHelp = "Leaving older messages out would not make the context much smaller."

type Remedy = { plan: CompactionPlan | null; trim: Trim | null }

/**
 * What is done about a request that did not fit, with half of it as the limit. Where what is newest is too much by
 * itself, its long results are shortened, too.
 */
function afterOverflow(size: Prepared["size"]): Remedy {
  const fit = fitContext(size)
  if (fit.do === "ask") return { plan: null, trim: fit.trim }
  const [plan, short] = [planCompaction(size), shortened(size)]
  const isEnough = plan !== null && plan.tokensKept + size.calibration * tokensIn(plan.room.characters) < size.limit
  if (isEnough || short === null) return { plan: tightened(plan), trim: null }
  return { plan: tightened(planCompaction({ ...size, entries: short.entries })), trim: short.trim }
}

/** The next request of the same model has no more room, whatever is said of its window. */
function tightened(plan: CompactionPlan | null): CompactionPlan | null {
  return plan && { ...plan, room: { ...plan.room, tight: true } }
}

/** What did not fit was larger than the server takes, whatever is said of its window. */
function halfOf({ limit, fixed, entries, calibration }: Size, { log }: SessionState): number {
  const sent = log.context?.tokens ?? fixed + estimateMessages(entries.map(({ message }) => message))
  return Math.min(limit, Math.floor(contextPolicy.afterOverflow * calibration * sent))
}

function compactedEvent(made: {
  plan: CompactionPlan
  size: Size
  events: readonly (Event | ForeignEvent)[]
  state: SessionState
  reason: Reason
  notes: string
  writtenBy: "model" | "rule"
}): NewEvent {
  const { plan, size, events, state, reason, notes, writtenBy } = made
  const { removed } = plan
  const collected = collectSummary({ state, removed, said: saidByPerson(removed), carried: plan.said, notes })
  const summary = renderSummary(collected, plan.room)
  const through = plan.keptFrom - 1
  const from = firstNeeded(events, through, state)
  const focus = state.log.compact?.focus
  return {
    type: "context.compacted",
    data: {
      summary: summary.slice(0, limits.text).toWellFormed(),
      through,
      ...(from <= through ? { from } : {}),
      removed: (state.branch.compaction?.removed ?? 0) + removed.length,
      tokensBefore: plan.tokensBefore,
      tokensAfter: plan.tokensKept + Math.round(size.calibration * estimateText(compactedMark, summary)),
      reason,
      writtenBy,
      constraints: [...plan.said],
      notes: notes.slice(0, limits.text).toWellFormed(),
      ...(focus ? { focus } : {}),
    },
  }
}

/** Inputs that are taken after the cut, or still wait, are read from where they were said. */
function firstNeeded(events: readonly (Event | ForeignEvent)[], through: number, { log }: SessionState): number {
  const known = events.filter(isKnown)
  const taken = new Set(
    known.flatMap((event) => (event.type === "input.consumed" && event.seq > through ? [event.data.input] : [])),
  )
  const said = known.flatMap((event) =>
    event.type === "input.accepted" && taken.has(event.data.input) ? [event.seq] : [],
  )
  return Math.min(through + 1, ...said, ...log.inputs.waiting.map(({ seq }) => seq))
}
