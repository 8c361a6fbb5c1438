import type { Check } from "../../event/done.ts"
import type { Actor, Event, EventData, EventType } from "../../event.ts"
import type { Partials } from "../../partial.ts"
import { startTally, type Tally, tallied } from "../took.ts"
import type { Item, OpenItem, TranscriptItem } from "./item.ts"

/** What a transcript is while it is being made: what is shown, and what later events of the page may still add to. */
export type Items = {
  all: TranscriptItem[]
  answers: Map<number, Item<"answer">>
  tools: Map<string, Item<"tool">>
  asks: Map<string, Item<"ask">>
  checks: Map<string, Item<"check">>
  /** What a check that was called is to run. */
  checkCommands: Map<string, string>
  plans: Map<string, { number: number; checks: readonly Check[] }>
  /** By turn. */
  todos: Map<string | null, Item<"todos">>
  restores: Map<number, Item<"restore">>
  inputs: Map<string, Item<"input">>
  /** Inputs from before the page, or of a branch that was left: they may be consumed in what is shown. */
  left: Map<string, Item<"input">>
  /** What has started and not ended: the end of the turn ends it. */
  open: Set<OpenItem>
  /** Who drives, and what: as far as the page shows it. */
  course: Course
}

type Course = {
  turn: string | null
  /** Where the newest turn started. */
  startedAt: number | null
  stopped: Set<string>
  owner: Item<"owner">["owner"] | null
  /** Who asked that the open turn stop. */
  cancel: Actor | null
  /** The newest answer hit the length limit, and the model was sent nothing since. */
  isCutOff: boolean
  /** What the open turn took so far, if its start is on the page. */
  tally: Tally | null
  /** The turn waits for a person, or has not continued since: it needs no driver meanwhile. */
  rests: boolean
}

/** How an event of each type is shown. */
export type Shows<T extends EventType = EventType> = {
  readonly [K in T]?: (items: Items, event: Event<K>, partials: Partials) => void
}

export const noItems = (): Items => ({
  all: [],
  answers: new Map(),
  tools: new Map(),
  asks: new Map(),
  checks: new Map(),
  checkCommands: new Map(),
  plans: new Map(),
  todos: new Map(),
  restores: new Map(),
  inputs: new Map(),
  left: new Map(),
  open: new Set(),
  course: {
    turn: null,
    startedAt: null,
    stopped: new Set(),
    owner: null,
    cancel: null,
    tally: null,
    isCutOff: false,
    rests: false,
  },
})

export function add<T extends TranscriptItem>(items: Items, item: T): T {
  items.all.push(item)
  return item
}

/** Puts an item behind all that came before this place. */
export function standAt(items: Items, item: TranscriptItem, place: { seq: number; at: string }): void {
  items.all.splice(items.all.lastIndexOf(item), 1)
  add(items, Object.assign(item, place))
}

export function begin<T extends OpenItem>(items: Items, item: T): T {
  items.open.add(item)
  return add(items, item)
}

export function end<T extends OpenItem>(items: Items, item: T | undefined, change: Partial<T>): void {
  if (item) items.open.delete(item)
  update(item, change)
}

export function update<T extends object>(item: T | undefined, change: Partial<T>): void {
  if (item) Object.assign(item, change)
}

/** Ends what a turn left open. Law: unknown. What was started and has no outcome is never shown as not done. */
export function settle(items: Items, by: Actor): void {
  for (const item of items.open) {
    if (item.kind === "answer") update(item, { state: "interrupted", interrupted: { reason: "unknown", by } })
    else if (item.kind === "ask") item.state = "expired"
    else if (item.kind === "tool") item.state = item.state === "called" ? "skipped" : "unknown"
    else item.state = "unknown"
  }
  items.open.clear()
}

/** Keeps up with who drives which turn. */
export function follow({ course }: Items, event: Event): void {
  const { type, turn, by, data } = event
  if (type === "turn.stopped") {
    if (turn) course.stopped.add(turn)
    Object.assign(course, { turn: null, cancel: null, tally: null, rests: false })
    return
  }
  if (type === "turn.started") {
    course.startedAt = event.seq
    course.tally = startTally(event)
  }
  if (course.tally) course.tally = tallied(course.tally, event)
  if (turn && !course.stopped.has(turn)) course.turn = turn
  course.isCutOff = isCutOffAfter(course.isCutOff, event)
  if (type === "turn.cancel-requested") course.cancel = by
  if (type === "input.accepted" && data.kind === "interrupt") course.cancel = by
  if (type === "session.owned") course.owner = driver(data)
  else if (type === "ask.opened") course.rests = true
  else if (by.kind === "owner") course.rests = false
}

function isCutOffAfter(before: boolean, { type, data }: Event): boolean {
  if (type === "model.answered") return data.finish === "length" && (data.calls?.length ?? 0) === 0
  const isSaidTo =
    type === "input.consumed" || type === "turn.started" || ("message" in data && type !== "model.failed")
  return before && !isSaidTo
}

export function driver({ ownerType, host, pid }: EventData<"session.owned">): Item<"owner">["owner"] {
  return { type: ownerType, host, pid: pid ?? null }
}
