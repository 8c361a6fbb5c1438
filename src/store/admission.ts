import { z } from "zod"
import { type ErrorCode, HoldfastError } from "../session/error.ts"
import {
  type Actor,
  type Event,
  envelope,
  eventSchemas,
  eventVersions,
  isEventType,
  type NewEvent,
} from "../session/event.ts"
import { apply, branchToRefold, cutRanges, foldBranch, inRanges } from "../session/fold.ts"
import { assertLegal } from "../session/legal.ts"
import { policyOf } from "../session/policy.ts"
import type { BranchState, Range, SessionState } from "../session/state.ts"
import type { Authority, NewSession } from "./contract.ts"
import { keyDigest } from "./idempotency.ts"
import { plain } from "./plain.ts"
import { itemStartedBy, type StartedItem } from "./started-items.ts"
import { uuidv7 } from "./uuid.ts"

/** An event that is whole but for its place in a log. */
export type Stamped = Omit<Event, "session" | "seq">

/** Events that passed the border, with the stored form of each. */
export type Prepared = { events: Stamped[]; bodies: string[]; digest: string }

/** Validates what a caller wants to append. What a schema does not know is kept. */
export function prepare(events: readonly NewEvent[], by: Actor, key?: string): Prepared {
  if (events.length === 0) throw new HoldfastError("invalid", "An append needs at least one event.")
  const checkedKey = key === undefined ? undefined : envelope.shape.key.safeParse(key)
  if (checkedKey?.error) throw malformed("idempotency key", checkedKey.error)
  checkSignature(by)
  const at = timestamp()
  const stamped = events.map((event): Stamped => {
    // As it will be read back: what is checked is what is stored.
    const data = plain(event.data)
    checkShape(event, data)
    const stamped = { id: uuidv7(), at, by: event.by ?? by } as Stamped
    if (event.turn !== undefined) stamped.turn = event.turn
    if (event.step !== undefined) stamped.step = event.step
    // Of every event, so that the log alone tells which of them were one append.
    if (key !== undefined) stamped.key = key
    return Object.assign(stamped, { type: event.type, v: eventVersions[event.type], data })
  })
  return { events: stamped, ...spellingOf(events, stamped, key) }
}

const checkedSignatures = new WeakSet<Actor>()

// Most events have the signature of the one before: it is checked once, where it cannot change any more.
function checkSignature(by: Actor): void {
  if (checkedSignatures.has(by)) return
  const checked = envelope.shape.by.safeParse(by)
  if (!checked.success) throw malformed("signature (by)", checked.error)
  if (Object.isFrozen(by)) checkedSignatures.add(by)
}

// A text has a longest length, and what JSON escapes is many times as long there.
function spellingOf(events: readonly NewEvent[], stamped: readonly Stamped[], key: string | undefined) {
  try {
    const bodies = stamped.map((event) => JSON.stringify(event))
    return { bodies, digest: key === undefined ? "" : keyDigest(events) }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const types = [...new Set(events.map(({ type }) => type))].join(", ")
    throw new HoldfastError(
      "invalid",
      `What was to be appended (${types}) is too long to be stored. Put what is long into a blob, and name it.`,
      { cause: error },
    )
  }
}

let spelled = { time: 0, text: "" }

// Many events share a millisecond: it is spelled once.
function timestamp(now = Date.now()): string {
  if (spelled.time !== now) spelled = { time: now, text: new Date(now).toISOString() }
  return spelled.text
}

/** What an admission has to know of the log beyond its folded state, which is bounded. */
export type LogReader = {
  /** The branch over these ranges, for a rewind. */
  refold(ranges: Range[]): BranchState
  /** Whether a turn, input or ask with this id was ever started, on any branch. */
  hasStarted(item: StartedItem): boolean
}

/** Gives prepared events their place, or refuses them. */
export function admit(
  state: SessionState,
  prepared: readonly Stamped[],
  log: LogReader,
): { state: SessionState; events: Event[] } {
  const events: Event[] = []
  const admitted = new Set<string>()
  let next = state
  // What a rewind goes back to may be part of the same append, and not in the log yet.
  const branchOf = (ranges: Range[]) => {
    const branch = log.refold(cutRanges(ranges, state.seq))
    return foldBranch(
      state.id,
      events.filter(({ seq }) => inRanges(ranges, seq)),
      { ...state, branch },
    )
  }
  for (const stamped of prepared) {
    assertLegal(next, stamped)
    assertNew(state.id, stamped, log, admitted)
    const event = { ...stamped, session: state.id, seq: next.seq + 1 } as Event
    const ranges = branchToRefold(next, event)
    next = apply(next, event, ranges && branchOf(ranges))
    events.push(event)
  }
  return { state: next, events }
}

// Law: end, law: identity. The state is bounded and forgets what is settled: a turn that begins again would have a second
// stop record, an ask a second answer.
function assertNew(id: string, event: Stamped, log: LogReader, admitted: Set<string>): void {
  const item = itemStartedBy(event)
  if (!item) return
  const name = `${item.kind} ${item.id}`
  if (!admitted.has(name) && !log.hasStarted(item)) {
    admitted.add(name)
    return
  }
  const { code, next } = reused[item.kind]
  throw new HoldfastError(code, `Session ${id} refused ${event.type}: there was ${name} before. ${next}`, {
    details: { session: id, type: event.type, [item.kind]: item.id },
  })
}

const reused = {
  turn: { code: "stopped", next: "Resume it by a new turn that names it." },
  input: {
    code: "illegal",
    next: "Give a new input an id of its own; a repetition is recognized by its idempotency key.",
  },
  ask: { code: "illegal", next: "Ask again under an id of its own." },
} as const satisfies Record<StartedItem["kind"], { code: ErrorCode; next: string }>

/** Law: one writer. Refuses an older epoch, and decisions on a head that has moved on. */
export function assertAuthority(id: string, by: Authority, epoch: number, head: number): void {
  if (by === "intent") return
  // Epoch 0 means no driver: there has been none yet, or the last one released the lease.
  if (by.epoch !== epoch || epoch === 0) {
    throw new HoldfastError(
      "fenced",
      `Session ${id} ${epoch === 0 ? "has no driver" : `is driven in epoch ${epoch}`} now; this append came from epoch ${by.epoch}. Acquire the session before you drive it.`,
      { details: { session: id, epoch } },
    )
  }
  if (by.head !== undefined && by.head !== head) {
    throw new HoldfastError(
      "behind",
      `Session ${id} has moved on to ${head} since ${by.head}: fold the new events and decide again.`,
      { details: { session: id, head } },
    )
  }
}

/** Without a lease only a person's events are accepted; events of the store itself only come from the store. */
export function assertWriter(events: readonly NewEvent[], by: Authority): void {
  for (const { type } of events) {
    if (!isEventType(type)) throw new HoldfastError("invalid", `There is no event type ${JSON.stringify(type)}.`)
    const { writer } = policyOf(type)
    if (writer === "store" || (by === "intent" && writer !== "person")) {
      const who = writer === "store" ? "the store itself" : "the owner, under its lease"
      throw new HoldfastError("invalid", `${type} is written by ${who}.`)
    }
  }
}

const placeInTurn = envelope.pick({ turn: true, step: true, by: true }).partial({ by: true })

function checkShape(event: NewEvent, data: unknown): void {
  if (!isEventType(event.type))
    throw new HoldfastError("invalid", `There is no event type ${JSON.stringify(event.type)}.`)
  const checked = eventSchemas[event.type].safeParse(data)
  if (!checked.success) throw malformed(event.type, checked.error)
  if (event.turn !== undefined || event.step !== undefined || event.by !== undefined) {
    const place = placeInTurn.safeParse(event)
    if (!place.success) throw malformed(event.type, place.error)
  }
}

/** What a session begins with, whole and with its place still to be given. */
export function prepareOpening(session: NewSession, by: Actor, key?: string): Prepared {
  const opening = prepare([openingOf(session)], by, key)
  if (session.settings === undefined) return opening
  // The key belongs to the opening: beside it, it would be taken for one of an append to this session.
  const set = prepare([{ type: "session.configured", data: session.settings, ...byOf(session) }], by)
  return {
    events: [...opening.events, ...set.events],
    bodies: [...opening.bodies, ...set.bodies],
    digest: opening.digest,
  }
}

/** Gives the first events of a session their place. */
export function beginWith(before: SessionState, { events }: Prepared): { state: SessionState; events: Event[] } {
  const placed = events.map((event, index) => ({ ...event, session: before.id, seq: before.seq + 1 + index }) as Event)
  return { state: placed.reduce((state, event) => apply(state, event), before), events: placed }
}

function openingOf(session: NewSession): NewEvent<"session.opened"> {
  const { workspace, project, title, parent, startedBy } = session
  return {
    type: "session.opened",
    data: {
      workspace,
      project,
      ...(title === undefined ? {} : { title }),
      ...(parent ? { parent } : {}),
      ...(startedBy ? { startedBy } : {}),
    },
    ...byOf(session),
  }
}

function byOf({ by }: NewSession): { by?: Actor } {
  return by ? { by } : {}
}

/** The id that a session is opened under: that of the caller, or a new one. */
export function sessionId(wanted: string | undefined): string {
  if (wanted === undefined) return uuidv7()
  const checked = envelope.shape.session.regex(/^[\w.:-]+$/).safeParse(wanted)
  if (!checked.success) throw malformed("session id", checked.error)
  return wanted
}

function malformed(what: string, error: z.ZodError): HoldfastError {
  return new HoldfastError("invalid", `Malformed ${what}:\n${z.prettifyError(error)}`, { cause: error })
}
