import type { FileChange } from "../event/common.ts"
import type { Actor, Event, EventData, EventType, ForeignEvent } from "../event.ts"
import { isKnown } from "../event.ts"
import { inRanges } from "../fold.ts"
import { noPartials, type Partials } from "../partial.ts"
import type { Range } from "../state.ts"

/** One thing that a person sees in a session, at the seq where it began. */
export type TranscriptItem =
  | {
      kind: "input"
      seq: number
      at: string
      by: Actor
      input: string
      as: string
      text: string
      state: "waiting" | "consumed" | "withdrawn"
    }
  | {
      kind: "answer"
      seq: number
      at: string
      purpose: string
      text: string
      reasoning: string
      state: AnswerState
      note: string | null
    }
  | {
      kind: "tool"
      seq: number
      at: string
      call: string
      name: string
      arguments: Record<string, unknown>
      state: ToolState
      output: string
      changed: readonly FileChange[]
    }
  | {
      kind: "ask"
      seq: number
      at: string
      ask: string
      question: string
      state: "open" | "answered" | "expired"
      answer: string | null
    }
  | { kind: "check"; seq: number; at: string; command: string; state: string; output: string }
  | { kind: "compaction"; seq: number; at: string; summary: string; removed: number }
  | { kind: "trim"; seq: number; at: string; tokensBefore: number; tokensAfter: number }
  | { kind: "kept"; seq: number; at: string; because: string }
  | { kind: "fork"; seq: number; at: string; parent: { session: string; seq: number } }
  | { kind: "rewind"; seq: number; at: string; to: number }
  | { kind: "stop"; seq: number; at: string; turn: string; code: string; summary: string }
  | { kind: "unknown"; seq: number; at: string; type: string }

type AnswerState = "streaming" | "whole" | "failed" | "interrupted"
type ToolState = "called" | "running" | EventData<"tool.finished">["status"]

/**
 * The transcript of a contiguous stretch of a log, whole or a page. An outcome whose beginning lies before the page
 * stands where the outcome is.
 */
export function transcript(
  events: Iterable<Event | ForeignEvent>,
  options: { partials?: Partials; live?: readonly Range[] } = {},
): TranscriptItem[] {
  const { partials = noPartials, live } = options
  const items: Items = {
    all: [],
    answers: new Map(),
    tools: new Map(),
    asks: new Map(),
    checks: new Map(),
    inputs: new Map(),
    left: new Map(),
    open: new Set(),
  }
  for (const event of events) {
    const shown = !live || inRanges(live, event.seq)
    if (!isKnown(event)) {
      if (shown) items.all.push({ kind: "unknown", seq: event.seq, at: event.at, type: event.type })
    } else if (shown) show(items, event, partials)
    else keepInput(items, event)
  }
  return items.all
}

type Item<K extends TranscriptItem["kind"]> = Extract<TranscriptItem, { kind: K }>

type Items = {
  all: TranscriptItem[]
  answers: Map<number, Item<"answer">>
  tools: Map<string, Item<"tool">>
  asks: Map<string, Item<"ask">>
  checks: Map<number, Item<"check">>
  inputs: Map<string, Item<"input">>
  /** Inputs of a branch that was left: they wait on, and may be taken on the one that is shown. */
  left: Map<string, Item<"input">>
  /** What has begun and not ended: the end of the turn ends it. */
  open: Set<Item<"answer" | "tool" | "ask" | "check">>
}

const shows: { readonly [T in EventType]?: (items: Items, event: Event<T>, partials: Partials) => void } = {
  "session.opened": (items, { seq, at, data }) => {
    if (data.parent) items.all.push({ kind: "fork", seq, at, parent: data.parent })
  },
  "input.accepted": (items, event) => {
    items.inputs.set(event.data.input, add(items, waitingInput(event)))
  },
  "input.edited": (items, { data }) => {
    update(items.inputs.get(data.input) ?? items.left.get(data.input), { text: data.text })
  },
  "input.withdrawn": (items, { data }) => update(items.inputs.get(data.input), { state: "withdrawn" }),
  "input.consumed": (items, { seq, at, data }) => {
    const left = items.left.get(data.input)
    const item = items.inputs.get(data.input) ?? (left && add(items, { ...left, seq, at }))
    update(item, { state: "consumed" })
  },

  "model.asked": (items, { seq, at, data }, partials) => {
    const { text = "", reasoning = "" } = partials.get(seq) ?? {}
    items.answers.set(
      seq,
      begin<Item<"answer">>(items, {
        kind: "answer",
        seq,
        at,
        purpose: data.purpose,
        text,
        reasoning,
        state: "streaming",
        note: null,
      }),
    )
  },
  "model.answered": (items, event) => {
    const { text, reasoning = "" } = event.data
    end(items, answer(items, event, event.data.asked), { text, reasoning, state: "whole" })
  },
  "model.failed": (items, event) => {
    const { text = "", message } = event.data
    end(items, answer(items, event, event.data.asked), { text, state: "failed", note: message })
  },
  "model.interrupted": (items, event) => {
    const { text, reasoning = "", reason } = event.data
    end(items, answer(items, event, event.data.asked), { text, reasoning, state: "interrupted", note: reason })
  },

  "tool.called": (items, event) => {
    const { call, name, arguments: args } = event.data
    items.tools.delete(call) // models use ids again
    update(tool(items, event, call), { name, arguments: args })
  },
  "tool.started": (items, event, partials) => {
    const output = partials.get(event.seq)?.output ?? ""
    update(tool(items, event, event.data.call), { state: "running", output })
  },
  "tool.finished": (items, event) => {
    const { call, status, output, changed } = event.data
    end(items, tool(items, event, call), { state: status, output: output.text, changed })
  },

  "ask.opened": (items, { seq, at, data }) => {
    const { ask, question } = data
    items.asks.set(ask, begin(items, { kind: "ask", seq, at, ask, question, state: "open", answer: null }))
  },
  "ask.answered": (items, { data }) => {
    end(items, items.asks.get(data.ask), { state: "answered", answer: data.text ?? data.choice ?? data.answer })
  },
  "ask.expired": (items, { data }) => end(items, items.asks.get(data.ask), { state: "expired" }),

  "done.verification-started": (items, { seq, at, data }, partials) => {
    const output = partials.get(seq)?.output ?? ""
    items.checks.set(seq, begin(items, { kind: "check", seq, at, command: data.command, state: "running", output }))
  },
  "done.verification-finished": (items, { data }) => {
    end(items, items.checks.get(data.started), { state: data.status, output: data.output?.text ?? data.summary })
  },

  "context.compacted": (items, { seq, at, data }) => {
    items.all.push({ kind: "compaction", seq, at, summary: data.summary, removed: data.removed })
  },
  "context.trimmed": (items, { seq, at, data: { tokensBefore, tokensAfter } }) => {
    items.all.push({ kind: "trim", seq, at, tokensBefore, tokensAfter })
  },
  "context.kept": (items, { seq, at, data }) => {
    items.all.push({ kind: "kept", seq, at, because: data.because })
  },
  "history.rewound": (items, { seq, at, data }) => {
    items.all.push({ kind: "rewind", seq, at, to: data.to })
  },
  "turn.stopped": (items, { seq, at, turn, data }) => {
    for (const item of items.open) settle(item)
    items.open.clear()
    items.all.push({ kind: "stop", seq, at, turn: turn ?? "", code: data.code, summary: data.summary })
  },
}

function show<T extends EventType>(items: Items, event: Event<T>, partials: Partials): void {
  const shower = shows[event.type] as ((items: Items, event: Event<T>, partials: Partials) => void) | undefined
  shower?.(items, event, partials)
}

function add<T extends TranscriptItem>(items: Items, item: T): T {
  items.all.push(item)
  return item
}

function begin<T extends Item<"answer" | "tool" | "ask" | "check">>(items: Items, item: T): T {
  items.open.add(item)
  return add(items, item)
}

function end<T extends Item<"answer" | "tool" | "ask" | "check">>(
  items: Items,
  item: T | undefined,
  change: Partial<T>,
): void {
  if (item) items.open.delete(item)
  update(item, change)
}

// Law: unknown. What was begun and has no outcome is never shown as not done.
function settle(item: Item<"answer" | "tool" | "ask" | "check">): void {
  if (item.kind === "answer") item.state = "interrupted"
  else if (item.kind === "ask") item.state = "expired"
  else if (item.kind === "tool") item.state = item.state === "called" ? "skipped" : "unknown"
  else item.state = "unknown"
}

function keepInput({ left }: Items, event: Event): void {
  if (event.type === "input.accepted") left.set(event.data.input, waitingInput(event))
  if (event.type === "input.edited") update(left.get(event.data.input), { text: event.data.text })
}

function waitingInput({ seq, at, by, data }: Event<"input.accepted">): Item<"input"> {
  return { kind: "input", seq, at, by, input: data.input, as: data.kind, text: data.text, state: "waiting" }
}

function update<T extends object>(item: T | undefined, change: Partial<T>): void {
  if (item) Object.assign(item, change)
}

function answer(items: Items, { seq, at }: Event, asked: number): Item<"answer"> {
  const known = items.answers.get(asked)
  if (known) return known
  const item = begin<Item<"answer">>(items, {
    kind: "answer",
    seq,
    at,
    purpose: "turn",
    text: "",
    reasoning: "",
    state: "streaming",
    note: null,
  })
  items.answers.set(asked, item)
  return item
}

function tool(items: Items, { seq, at }: Event, call: string): Item<"tool"> {
  const known = items.tools.get(call)
  if (known) return known
  const item = begin<Item<"tool">>(items, {
    kind: "tool",
    seq,
    at,
    call,
    name: "",
    arguments: {},
    state: "called",
    output: "",
    changed: [],
  })
  items.tools.set(call, item)
  return item
}
