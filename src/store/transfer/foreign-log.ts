import { z } from "zod"
import { atOnce } from "../../session/at-once.ts"
import { HoldfastError } from "../../session/error.ts"
import { type Event, envelope, eventSchemas, type ForeignEvent, isKnown } from "../../session/event.ts"
import { cutRanges, inRanges } from "../../session/fold.ts"
import type { Range } from "../../session/state.ts"
import { upcast } from "../../session/upcast.ts"
import { sessionId } from "../admission.ts"
import type { ForeignLog } from "../contract.ts"
import { keyedAppends } from "../idempotency.ts"
import { itemStartedBy } from "../started-items.ts"

/** The stored form of an event that was read as stored: all that it holds, in its order, but for its place. */
export function bodyOf({ session: _session, seq: _seq, ...body }: ForeignEvent): string {
  return JSON.stringify(body)
}

/** Checks the form of every event before anything is written; returns those that this program understands. */
export function checkLog(log: ForeignLog): Event[] {
  return atOnce(checkLogInSteps(log))
}

/** The same, with a pause after each event so that other work can run. */
export function* checkLogInSteps(log: ForeignLog): Generator<void, Event[]> {
  const known: Event[] = []
  const started = new Set<string>()
  const settled = new Set<string>()
  let isUnderstood = true
  let live: Range[] = [{ from: 1, to: null }]
  if (log.events.length === 0) throw new HoldfastError("invalid", `The log of session ${log.id} has no events.`)
  if (log.events.at(-1)?.session !== log.id) {
    throw new HoldfastError("invalid", `The log does not end in events of session ${log.id}.`)
  }
  const sessions = new Set([sessionId(log.id)])
  for (const [index, stored] of log.events.entries()) {
    yield
    const place = `event ${index + 1} of session ${log.id}`
    const shape = envelope.safeParse(stored)
    if (!shape.success) throw new HoldfastError("invalid", `Malformed ${place}:\n${z.prettifyError(shape.error)}`)
    if (stored.seq !== index + 1) {
      throw new HoldfastError("invalid", `${place} says that it is number ${stored.seq}: the log has a gap.`)
    }
    if (!sessions.has(stored.session)) sessions.add(sessionId(stored.session))
    const event = upcast(stored)
    if (!isKnown(event)) {
      isUnderstood = false
      continue
    }
    const data = eventSchemas[event.type].safeParse(event.data)
    if (!data.success) {
      throw new HoldfastError("invalid", `Malformed ${event.type}, ${place}:\n${z.prettifyError(data.error)}`)
    }
    if (index === 0 && event.type !== "session.opened") {
      throw new HoldfastError("invalid", `The log of session ${log.id} does not begin with session.opened.`)
    }
    if (event.type === "history.rewound") {
      const { to } = event.data
      if (to >= event.seq || !inRanges(live, to)) {
        throw new HoldfastError("invalid", `${place} goes back to ${to}, which is no earlier event of its branch.`)
      }
      live = [...cutRanges(live, to), { from: event.seq, to: null }]
    }
    if (ofTurn.has(event.type) && event.turn === undefined) {
      throw new HoldfastError("invalid", `${place} (${event.type}) does not name its turn.`)
    }
    const beginning = itemStartedBy(event)
    if (beginning) {
      const name = `${beginning.kind} ${beginning.id}`
      if (started.has(name)) throw new HoldfastError("invalid", `${place} begins ${name} a second time.`)
      if (settled.has(name)) throw new HoldfastError("invalid", `${place} begins ${name}, which has ended before.`)
      started.add(name)
    }
    const ended = settledBy(event)
    if (ended !== undefined) {
      if (settled.has(ended)) throw new HoldfastError("invalid", `${place} ends ${ended} a second time.`)
      // A newer Holdfast may have started it in a way that is not known here.
      if (isUnderstood && !started.has(ended)) {
        throw new HoldfastError("invalid", `${place} ends ${ended}, which has not started.`)
      }
      settled.add(ended)
    }
    known.push(event)
  }
  yield* checkKeys(log)
  return known
}

const ofTurn: ReadonlySet<string> = new Set(["turn.started", "turn.moved", "turn.stopped"])

/** The turn or ask that an event is the one end of. */
function settledBy(event: Event): string | undefined {
  switch (event.type) {
    case "turn.stopped":
      return `turn ${event.turn}`
    case "ask.answered":
    case "ask.expired":
      return `ask ${event.data.ask}`
    default:
      return undefined
  }
}

function* checkKeys(log: ForeignLog): Generator<void, void> {
  const keys = new Set<string>()
  const appends = keyedAppends(log.id, ({ key, from }) => {
    if (keys.has(key)) {
      const place = `event ${from} of session ${log.id}`
      throw new HoldfastError("invalid", `${place} repeats the key ${JSON.stringify(key)}.`)
    }
    keys.add(key)
  })
  for (const event of log.events) {
    appends.see(event)
    yield
  }
  appends.end(log.events.length)
}

/** The error for a log that is not a continuation of the one here. */
export function differs(id: string): HoldfastError {
  return new HoldfastError(
    "exists",
    `Session ${id} is here with another history. Import it as a copy (--as-copy, or copy=true).`,
  )
}

/** The error for a log that came without a blob that it names. */
export function withoutBlob(blob: string, seq: number): HoldfastError {
  return new HoldfastError("invalid", `The log names the blob ${blob} (seq ${seq}), which was not exported with it.`)
}
