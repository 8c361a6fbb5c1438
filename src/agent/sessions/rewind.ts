import { hash } from "node:crypto"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { type Event, type EventData, isKnown, type NewEvent } from "../../session/event.ts"
import { inRanges } from "../../session/fold.ts"
import type { SessionState } from "../../session/state.ts"
import { boundaryTracker } from "../../session/view/boundary.ts"
import type { Store } from "../../store/contract.ts"
import { uuidv7 } from "../../store/uuid.ts"
import { appendOnce, type IntentMeta, keyedEvents, keyOf, signed } from "./idempotent-intent.ts"
import { movedOn } from "./seen-head.ts"
import { type Undone, undo, undoneBefore } from "./undo.ts"

export type RewindOptions = IntentMeta & {
  /**
   * The event to continue from, the last place before an event where the conversation can be continued, how many turns to go
   * back, the last input again, or an earlier one in other words, which has the attachments that it had where none are
   * given.
   */
  to: { seq: number } | { before: number } | { turns: number } | "regenerate" | ({ input: string } & Said)
  /** Undo what was done to files since. */
  files?: boolean
  /** Also restore files that have changed since. */
  force?: boolean
  /** The head that the person saw: `behind` if the log has moved on. */
  head?: number
}

export type Rewound = { to: number; seq: number; input: string | null; files: Undone | null }

/**
 * Goes back to an earlier event of the live branch; what came after stays in the log. Files are restored first if that
 * is asked for, so that after a crash in between the same key completes the rewind. Durable.
 */
export async function rewind(store: Store, session: string, options: RewindOptions): Promise<Rewound> {
  return appendOnce(
    { store, session, key: options.key },
    {
      work: () => rewindNow(store, session, options),
      before: (events) => rewoundBefore(store, session, events, options),
      idle: () => false,
    },
  )
}

async function rewindNow(store: Store, session: string, options: RewindOptions): Promise<Rewound> {
  const state = await store.state(session)
  const { head = state.seq } = options
  if (head !== state.seq && !(await isOwnRestore(store, session, head, options))) throw movedOn(head, state.seq)
  if (state.log.turn) {
    throw new HoldfastError("illegal", "A turn is open. Let it end, or stop it with 'holdfast cancel', then rewind.")
  }
  const { to, again } = await aim(store, state, options.to)
  assertEarlier(state, to)
  const files = options.files ? await undo(store, session, { after: to, ...undoing(options), head: state.seq }) : null
  const seen = files ? await store.state(session) : state
  const input = again ? (options.key ?? uuidv7()) : null
  const events: NewEvent[] = [
    { type: "history.rewound", data: { to, head: seen.seq, because: becauseOf(options.to) }, ...signed(options) },
  ]
  if (again && input !== null) {
    events.push({ type: "input.accepted", data: { ...again, kind: "send", input }, ...signed(options) })
  }
  const { seq } = await store.append(session, events, "intent", keyOf(options)).catch(async (error: unknown) => {
    if (!isHoldfastError(error) || error.code !== "behind") throw error
    throw movedOn(seen.seq, (await store.state(session)).seq)
  })
  return { to, seq, input, files }
}

/** The undo of a rewind has a key of its own, derived from that of the rewind. */
function undoing({ key, by, force = false }: RewindOptions) {
  return { force, by, key: key === undefined ? undefined : hash("sha256", `files of ${key}`) }
}

/** Whether nothing happened since, except what an earlier attempt with the same key did to files. */
async function isOwnRestore(store: Store, session: string, head: number, options: RewindOptions): Promise<boolean> {
  const { key } = undoing(options)
  if (key === undefined || !options.files) return false
  let found = false
  for await (const event of store.read(session, { after: head })) {
    if (event.type === "workspace.restore-started" && event.key === key) found = true
    else if (event.type !== "session.owned" && event.type !== "session.left" && event.type !== "workspace.restored")
      return false
  }
  return found
}

function becauseOf(target: RewindOptions["to"]): EventData<"history.rewound">["because"] {
  if (target === "regenerate") return "regenerate"
  return "input" in target ? "edit" : "rewind"
}

async function rewoundBefore(
  store: Store,
  session: string,
  events: readonly Event[],
  options: RewindOptions,
): Promise<Rewound | undefined> {
  const { to: target } = options
  const [rewound, accepted] = events
  if (rewound?.type !== "history.rewound" || rewound.data.because !== becauseOf(target)) return undefined
  const { to } = rewound.data
  const said = accepted?.type === "input.accepted" ? accepted : undefined
  if (target !== "regenerate" && "seq" in target && target.seq !== to) return undefined
  if (target !== "regenerate" && "before" in target && target.before <= to) return undefined
  if (target !== "regenerate" && "input" in target && target.text !== said?.data.text) return undefined
  const { key } = undoing(options)
  const [started] = options.files && key !== undefined ? await keyedEvents(store, session, key) : []
  const nothing: Undone = { did: "nothing", turns: [], restored: [], left: [], uncovered: [] }
  const files = (await undoneBefore(store, started, {})) ?? nothing
  return {
    to,
    seq: said?.seq ?? rewound.seq,
    input: said?.data.input ?? null,
    files: options.files ? files : null,
  }
}

type Said = Pick<EventData<"input.accepted">, "text" | "attachments" | "typed" | "require">

async function aim(
  store: Store,
  state: SessionState,
  target: RewindOptions["to"],
): Promise<{ to: number; again: Said | null }> {
  if (target === "regenerate") return sayAgain(store, state, await beforeTurn(store, state, "last input"))
  if ("seq" in target) return { to: await boundaryAt(store, state, target.seq), again: null }
  if ("before" in target) return { to: await boundaryBefore(store, state, target.before), again: null }
  if ("turns" in target) return { to: (await beforeTurn(store, state, target.turns)).to, again: null }
  const { input, ...said } = target
  if (state.log.inputs.waiting.some((waiting) => waiting.input === input)) {
    throw new HoldfastError(
      "illegal",
      `Input ${input} still waits: change it where it is, there is nothing to go back to.`,
    )
  }
  return sayAgain(store, state, await beforeTurn(store, state, { input }), said)
}

function assertEarlier({ seq: head, live }: SessionState, seq: number): void {
  if (seq < head && inRanges(live, seq)) return
  throw new HoldfastError(
    "illegal",
    `Event ${seq} is not an earlier event of the live branch. See 'holdfast log' for the events, 'holdfast show' for the branch.`,
  )
}

/** The event itself, if the conversation can be continued from it. */
async function boundaryAt(store: Store, state: SessionState, seq: number): Promise<number> {
  assertEarlier(state, seq)
  const { before, after } = await boundariesAround(store, state, seq)
  if (before === seq) return seq
  const near = [before, after].filter((place) => place !== null)
  throw new HoldfastError(
    "illegal",
    `Event ${seq} is in the middle of a step: a model call, a tool call, a check or a question has no outcome there. Rewind to ${near.length === 1 ? "event" : "one of the events"} ${near.join(" and ")} instead.`,
    { details: { before, after } },
  )
}

async function boundaryBefore(store: Store, state: SessionState, seq: number): Promise<number> {
  assertEarlier(state, seq - 1)
  return (await boundariesAround(store, state, seq - 1)).before ?? 1
}

/** The last boundary of the live branch up to and including an event, and the first one after it. */
async function boundariesAround(store: Store, { id, live }: SessionState, seq: number) {
  let from = 1
  for await (const event of store.read(id, { before: seq + 1, reverse: true })) {
    if (!inRanges(live, event.seq) || (event.type !== "turn.started" && event.type !== "turn.stopped")) continue
    from = event.seq
    break
  }
  const isBoundary = boundaryTracker()
  let before: number | null = null
  for await (const event of store.read(id, { after: from - 1 })) {
    if (!inRanges(live, event.seq) || !isBoundary(event)) continue
    if (event.seq > seq) return { before, after: event.seq }
    before = event.seq
  }
  return { before, after: null }
}

/** What a turn started with, once more: in the words that are given, with what was attached unless something else is, and with the same requirement. */
async function sayAgain(
  store: Store,
  state: SessionState,
  { to, started }: { to: number; started: Event<"turn.started"> },
  said: Pick<Said, "text" | "attachments"> | null = null,
): Promise<{ to: number; again: Said }> {
  const { typed, ...attached } = await saidWith(store, state.id, started.data.input ?? "")
  // Other words are the person's own.
  const before = { text: started.data.task, ...(typed === undefined ? {} : { typed }) }
  const { require } = started.data
  return { to, again: { ...attached, ...(require ? { require } : {}), ...(said ?? before) } }
}

/** The event before a turn of the live branch, and before the input that started it unless another turn lies between. */
async function beforeTurn(store: Store, state: SessionState, wanted: Wanted) {
  let turns = 0
  let started: Event<"turn.started"> | undefined
  let to: number | undefined
  for await (const event of store.read(state.id, { before: state.seq + 1, reverse: true })) {
    if (!isKnown(event) || !inRanges(state.live, event.seq)) continue
    if (started) {
      const own = event.type === "input.accepted" && event.data.input === started.data.input
      to = own ? undefined : (to ?? event.seq)
      if (event.type === "turn.stopped") break
    } else if (event.type === "turn.started") {
      turns += 1
      if (isWanted(wanted, event, turns)) started = event
    }
  }
  if (started && to !== undefined) return { to, started }
  throw new HoldfastError("not-found", missing(wanted, turns))
}

type Wanted = number | "last input" | { input: string }

function isWanted(wanted: Wanted, { data }: Event<"turn.started">, turns: number): boolean {
  if (wanted === "last input") return data.input !== undefined
  return typeof wanted === "number" ? turns === wanted : data.input === wanted.input
}

function missing(wanted: Wanted, turns: number): string {
  if (wanted === "last input") return "There is no message to send again yet: nothing can be regenerated."
  if (typeof wanted === "number") return `There are ${turns} turns on the live branch, not ${wanted}.`
  return `No turn of the live branch started with input ${wanted.input}. A message sent during a turn cannot be changed: rewind to before that turn.`
}

/** What belongs to an input beside its text. One that was edited is the person's own. */
async function saidWith(store: Store, session: string, input: string): Promise<Omit<Said, "text">> {
  let edited = false
  for await (const event of store.read(session, { reverse: true })) {
    if (!isKnown(event) || (event.type !== "input.accepted" && event.type !== "input.edited")) continue
    if (event.data.input !== input) continue
    const { attachments } = event.data
    const typed = event.type === "input.accepted" && !edited ? event.data.typed : undefined
    edited = true
    if (attachments || event.type === "input.accepted") {
      return { ...(attachments ? { attachments } : {}), ...(typed === undefined ? {} : { typed }) }
    }
  }
  return {}
}
