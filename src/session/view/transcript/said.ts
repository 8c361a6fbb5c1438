import type { Event } from "../../event.ts"
import { cutOffText } from "../push-back-text.ts"
import type { Item } from "./item.ts"
import { add, begin, end, type Items, type Shows, standAt, update } from "./items.ts"

/** What people and the model said. */
export const saidShows: Shows = {
  "input.accepted": (items, event) => {
    items.inputs.set(event.data.input, add(items, waitingInput(event)))
  },
  "input.edited": (items, { data }) => update(items.inputs.get(data.input) ?? items.left.get(data.input), edited(data)),
  "input.withdrawn": (items, { data }) => update(items.inputs.get(data.input), { state: "withdrawn" }),
  "input.consumed": (items, { seq, at, turn = null, data }) => {
    const left = items.left.get(data.input)
    const item = items.inputs.get(data.input) ?? (left && add(items, { ...left, seq, at }))
    update(item, { state: "consumed", taken: data.as, turn })
    // What was sent into another turn is shown where it was consumed: with what came of it.
    const taken = data.as === "task" ? (items.course.startedAt ?? seq) : seq
    if (item && (item.as === "queue" || item.as === "steer")) standAt(items, item, { seq: taken, at })
  },

  "model.asked": (items, event, partials) => {
    const { seq, at, turn = null, data } = event
    if (items.course.isCutOff && data.purpose === "turn") {
      items.course.isCutOff = false
      add(items, { kind: "push-back", seq, at, turn, text: cutOffText })
    }
    const { text = "", reasoning = "", calls: calling = "" } = partials.get(seq) ?? {}
    const { purpose, model } = data
    items.answers.set(seq, begin(items, { ...blank(event), purpose, model, text, reasoning, calling }))
  },
  "model.answered": (items, event) => {
    const { text, reasoning = "", finish, usage = null, calls = [] } = event.data
    const whole = { text, reasoning, finish, usage, calls: calls.length, calling: "", state: "whole" } as const
    end(items, answer(items, event, event.data.asked), whole)
  },
  "model.failed": (items, event) => {
    const { text = "", message: note, kind, status = null, retryAt = null, retry = null, usage = null } = event.data
    const failure = { kind, status, retryAt, retry }
    end(items, answer(items, event, event.data.asked), { text, calling: "", state: "failed", note, failure, usage })
  },
  "model.interrupted": (items, event) => {
    const { text, reasoning = "", reason, usage = null } = event.data
    const wanted = reason === "cancelled" || reason === "superseded"
    const by = (wanted ? items.course.cancel : null) ?? event.by
    end(items, answer(items, event, event.data.asked), {
      text,
      reasoning,
      usage,
      calling: "",
      state: "interrupted",
      note: reason,
      interrupted: { reason, by },
    })
  },
}

/** Keeps an input that is not shown where it was accepted: it may be consumed in what is shown. */
export function keepInput({ left }: Items, event: Event): void {
  if (event.type === "input.accepted") left.set(event.data.input, waitingInput(event))
  if (event.type === "input.edited") update(left.get(event.data.input), edited(event.data))
}

function edited({ text, attachments }: Event<"input.edited">["data"]): Partial<Item<"input">> {
  // Words that were read from standard input are not marked any more.
  return { text, typed: null, edited: true, ...(attachments ? { attachments } : {}) }
}

function waitingInput({ seq, at, by, data }: Event<"input.accepted">): Item<"input"> {
  const { input, kind, text, typed = null, attachments = [] } = data
  const untouched = { edited: false, state: "waiting", taken: null, turn: null } as const
  return { kind: "input", seq, at, by, input, as: kind, text, typed, attachments, ...untouched }
}

function answer(items: Items, event: Event, asked: number): Item<"answer"> {
  const known = items.answers.get(asked)
  if (known) return known
  const item = begin(items, blank(event))
  items.answers.set(asked, item)
  return item
}

function blank(event: Event): Item<"answer"> {
  const { seq, at, turn = null, step = null } = event
  return {
    kind: "answer",
    seq,
    at,
    turn,
    step,
    purpose: "turn",
    model: null,
    text: "",
    reasoning: "",
    calling: "",
    calls: 0,
    state: "streaming",
    note: null,
    finish: null,
    usage: null,
    failure: null,
    interrupted: null,
  }
}
