import { conversational, shownOnly } from "../event/model.ts"
import type { Event, EventData, EventType, ForeignEvent } from "../event.ts"
import { isKnown } from "../event.ts"
import { inRanges } from "../fold.ts"
import type { BranchState, SessionState } from "../state.ts"
import { shortResult } from "./short-result.ts"

export const compactedMark = "[COMPACTED CONTEXT]"

/** One message of what the model sees. */
export type ContextMessage =
  | {
      role: "user"
      seq: number
      text: string
      /** The input that it is; missing where no person said it. */
      input?: string
      /** How many characters of the text are the person's own words, where not all of them are. */
      typed?: number
      attachments?: Said["attachments"]
      /** The artifacts that were written before the work, and are followed: the caller reads their bodies. */
      artifacts?: BranchState["artifacts"]
    }
  | {
      role: "assistant"
      seq: number
      text: string
      calls: { call: string; name: string; arguments: Record<string, unknown> }[]
      interrupted?: boolean
    }
  | {
      role: "tool"
      seq: number
      call: string
      status: string
      text: string
      /** The blob with all of it, where the text is not. */
      whole?: string
    }

/** The first event that the context is made from: what came earlier is in the summary. */
export function contextStart({ branch }: SessionState): number {
  // The summary may end with the call that asked for it, whose answer appears nowhere else.
  return branch.compaction ? Math.min(branch.compaction.from, branch.compaction.through) : 1
}

/**
 * The conversation as the model sees it: the summary of the newest compaction, then the messages of the live branch
 * after it. An input comes where the driver consumed it, and a call is there only with its result, or while it is open.
 * Takes the events from `contextStart` on.
 */
export function modelContext(state: SessionState, events: Iterable<Event | ForeignEvent>): ContextMessage[] {
  const { compaction } = state.branch
  const context: Context = {
    messages: [],
    calls: new Map(),
    settled: new Set(),
    purposes: new Map(),
    inputs: new Map(),
    trimmed: state.branch.trimmed,
  }
  if (compaction) {
    context.messages.push({ role: "user", seq: compaction.seq, text: `${compactedMark}\n${compaction.summary}` })
  }
  for (const event of events) {
    if (!isKnown(event)) continue
    remember(context, event)
    if (event.seq > (compaction?.through ?? 0) && inRanges(state.live, event.seq)) addMessages(context, event)
  }
  const open = new Set(state.log.intents.tools.map(({ call }) => call))
  return withArtifacts(
    context.messages.flatMap((message) => paired(message, context.settled, open)),
    state.branch,
  )
}

/** Where the newest of them was written; after a summary that is newer, right behind it. */
function withArtifacts(messages: ContextMessage[], { artifacts }: BranchState): ContextMessage[] {
  const seq = Math.max(0, ...Object.values(artifacts).map((artifact) => artifact.seq))
  if (seq === 0) return messages
  // Never between a call and its result: a person may have written them while a tool ran.
  const place = messages.findIndex(
    (message, index) => message.seq > seq && message.role !== "tool" && !(index === 0 && isSummary(message)),
  )
  return messages.toSpliced(place === -1 ? messages.length : place, 0, {
    role: "user",
    seq,
    text: "",
    artifacts,
  })
}

/** Whether a message is the summary of older ones. */
export function isSummary(message: ContextMessage): boolean {
  return message.role === "user" && message.input === undefined && message.text.startsWith(compactedMark)
}

type Assistant = Extract<ContextMessage, { role: "assistant" }>
type Call = Assistant["calls"][number]
type Purpose = EventData<"model.asked">["purpose"]
type Said = Pick<EventData<"input.accepted">, "text" | "attachments" | "typed">

type Context = {
  messages: ContextMessage[]
  /** The newest call of each id: models use ids again. */
  calls: Map<string, Call>
  settled: Set<Call>
  purposes: Map<number, Purpose>
  inputs: Map<string, Said>
  trimmed: number
}

// An input may have been accepted before the summary or on a branch that was left, and taken on this one.
// A call may have been made before the summary and answered after it: for the summary itself.
function remember({ inputs, purposes }: Context, event: Event): void {
  if (event.type === "model.asked") purposes.set(event.seq, event.data.purpose)
  if (event.type !== "input.accepted" && event.type !== "input.edited") return
  const { input } = event.data
  if (event.type === "input.accepted") return void inputs.set(input, event.data)
  const { typed: _, ...before } = inputs.get(input) ?? { text: "" }
  inputs.set(input, { ...before, ...event.data })
}

const handlers: { readonly [T in EventType]?: (context: Context, event: Event<T>) => void } = {
  "input.consumed": ({ messages, inputs }, { seq, data }) => {
    const said = inputs.get(data.input)
    if (!said) return
    const { text, typed, attachments } = said
    messages.push({
      role: "user",
      seq,
      text,
      input: data.input,
      ...(typed === undefined ? {} : { typed }),
      ...(attachments ? { attachments } : {}),
    })
  },
  // The model has stopped once: a message has to ask it to continue.
  "turn.started": ({ messages }, { seq, data }) => {
    if (data.resumes && data.input === undefined)
      messages.push({ role: "user", seq, text: `[Go on with the task: ${data.task}]` })
  },
  "workflow.decided": ({ messages }, { seq, data }) => {
    if (data.message) messages.push({ role: "user", seq, text: data.message })
  },
  "workflow.noted": ({ messages }, { seq, data }) => {
    if (data.kind !== "legacy_trace" && data.message) messages.push({ role: "user", seq, text: data.message })
  },
  "model.answered": (context, { seq, data }) => {
    if (!ofTheTurn(context, data.asked)) return
    const calls = (data.calls ?? []).map(({ call, name }) => ({ call, name, arguments: {} }))
    for (const call of calls) context.calls.set(call.call, call)
    context.messages.push({ role: "assistant", seq, text: data.text, calls })
  },
  // The person saw a cancelled answer, so it is part of the conversation; one ended by a crash or the time limit is shown, not sent.
  "model.interrupted": (context, { seq, data }) => {
    if (shownOnly.has(data.reason) || !data.text || !ofTheTurn(context, data.asked)) return
    context.messages.push({ role: "assistant", seq, text: data.text, calls: [], interrupted: true })
  },
  "tool.called": ({ calls }, { data }) => {
    const call = calls.get(data.call)
    if (call) Object.assign(call, { name: data.name, arguments: data.arguments })
  },
  "tool.finished": ({ messages, calls, settled, trimmed }, { seq, data }) => {
    const call = calls.get(data.call)
    if (!call || settled.has(call)) return
    settled.add(call)
    const whole = data.output.whole?.blob
    const text = seq <= trimmed ? shortResult(data.output.text, whole) : data.output.text
    messages.push({ role: "tool", seq, call: data.call, status: data.status, text, ...(whole ? { whole } : {}) })
  },
}

function addMessages<T extends EventType>(context: Context, event: Event<T>): void {
  const handler = handlers[event.type] as ((context: Context, event: Event<T>) => void) | undefined
  handler?.(context, event)
}

function ofTheTurn({ purposes }: Context, asked: number): boolean {
  return conversational.has(purposes.get(asked) ?? "turn")
}

// Providers refuse a call without a result: a rewind into the middle of a step leaves such calls behind.
function paired(message: ContextMessage, settled: ReadonlySet<Call>, open: ReadonlySet<string>): ContextMessage[] {
  if (message.role !== "assistant") return [message]
  const calls = message.calls.filter((call) => settled.has(call) || open.has(call.call))
  return message.text || calls.length > 0 ? [{ ...message, calls }] : []
}
