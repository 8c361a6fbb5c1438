import { conversational } from "../event/model.ts"
import type { Phase } from "../event/turn.ts"
import { type Event, type EventData, type EventType, type ForeignEvent, isKnown } from "../event.ts"
import { isOfCheck } from "./check-event.ts"

/** A turn went from one phase to another, at the event that shows it. */
export type Move = EventData<"turn.moved"> & { seq: number }

/** A move in one line: `completion -> finalize [terminal] Finalizing completed turn`. */
export function describeMove({ from, to, kind, summary }: Pick<Move, "from" | "to" | "kind" | "summary">): string {
  return `${from ?? "start"} -> ${to} [${kind}] ${summary}`
}

/**
 * The moves of the newest turn among these events, in order. They follow from what happened. Turns of earlier versions
 * recorded them: those are read as they were written, until another driver takes the turn over.
 */
export function movesIn(events: Iterable<Event | ForeignEvent>): Move[] {
  const course: Course = { moves: [], calls: [], recorded: false }
  for (const event of events) if (isKnown(event)) follow(course, event)
  return course.moves
}

/** The phase of the open turn before these events; null where the turn has ended. */
export function phaseAfter(moves: readonly Move[]): Phase | null {
  const last = moves.at(-1)
  return last && last.to !== "finalize" ? last.to : null
}

type Course = {
  moves: Move[]
  /** The calls of the newest answer. */
  calls: readonly string[]
  /** The driver records its moves. */
  recorded: boolean
}

function follow(course: Course, event: Event): void {
  if (event.type === "turn.started") Object.assign(course, { moves: [], calls: [], recorded: false })
  if (event.type === "session.owned") course.recorded = false
  if (event.type === "turn.moved") {
    // The first recorded move replaces the derived one.
    if (!course.recorded && course.moves.at(-1)?.from === event.data.from) course.moves.pop()
    course.recorded = true
    course.moves.push({ seq: event.seq, ...event.data })
    return
  }
  if (event.type === "model.answered") course.calls = (event.data.calls ?? []).map(({ name }) => name)
  if (course.recorded) return
  const show = shows[event.type] as Shows<EventType> | undefined
  for (const step of show?.(event, course) ?? []) {
    const from = course.moves.at(-1)?.to ?? null
    if (from !== step.to) course.moves.push({ seq: event.seq, from, ...step })
  }
}

type Step = Omit<Move, "seq" | "from">
type Shows<T extends EventType> = (event: Event<T>, course: Course) => Step[]

const normal = (to: Phase, reasonCode: string, summary: string): Step => ({ to, kind: "normal", reasonCode, summary })
const toCompletion = normal("completion", "completion_gate", "Checking what was done")

const asking: { readonly [purpose in EventData<"model.asked">["purpose"]]?: string } = {
  clarify: "Finding out what is wanted",
  plan: "Writing the plan",
}

/** What an event says of the phase that the turn is in from then on. */
const shows: { readonly [T in EventType]?: Shows<T> } = {
  "turn.started": () => [normal("prepare", "prepare_runtime", "Preparing the turn")],
  "model.asked": ({ data: { purpose } }) => {
    const summary = asking[purpose]
    if (summary) return [normal("assistant", `request_${purpose}`, summary)]
    return conversational.has(purpose) ? [normal("assistant", "request_assistant_response", "Asking the model")] : []
  },
  "model.failed": ({ data: { kind, message, retryAt } }, { moves }) =>
    retryAt !== undefined && phaseAfter(moves) === "assistant"
      ? [{ to: "repair", kind: "retry", reasonCode: `repair_${kind.replaceAll("-", "_")}`, summary: message }]
      : [],
  "tool.called": (event, { calls }) =>
    isOfCheck(event) ? [] : [normal("tools", "execute_tool_batch", `Running ${calls.join(", ")}`)],
  "done.verification-planned": () => [toCompletion],
  "workflow.noted": ({ data }, { moves }) => {
    if (data.kind.startsWith("completion_")) return [toCompletion]
    if (data.kind !== "repair_retry" || phaseAfter(moves) !== "assistant") return []
    const kind = data.reasonCode === "raw_text_tool_recovered" ? "reroute" : "retry"
    return [{ to: "repair", kind, reasonCode: data.reasonCode, summary: data.summary.replace(/^repair: /, "") }]
  },
  "turn.stopped": ({ data: { code, summary, decision } }, { moves }) => {
    const phase = phaseAfter(moves)
    const judged = decision !== undefined || (phase === "assistant" && code === "answered")
    const isCompleted = judged || phase === "completion"
    return [
      ...(judged ? [toCompletion] : []),
      {
        to: "finalize",
        kind: "terminal",
        reasonCode: code.replaceAll("-", "_"),
        summary: isCompleted ? "Finalizing completed turn" : summary,
      },
    ]
  },
}
