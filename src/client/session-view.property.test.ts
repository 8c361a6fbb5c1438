import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { logArbitrary } from "../../test/support/session/log.ts"
import type { Frame } from "../server/contract/stream.ts"
import type { Event, ForeignEvent } from "../session/event.ts"
import { fold } from "../session/fold.ts"
import { applyDelta, type Delta, noPartials, openPartials, type Partials } from "../session/partial.ts"
import { emptyView, fetched, type SessionView, type Step, step } from "./session-view.ts"

/** One thing that happened, and what was streamed of open intents right after it. */
type Moment = { item: Event | ForeignEvent | Delta; head: number; partials: Partials }

/** A session as the server has it: everything in the order in which it happened. */
function happened(
  log: ReadonlyArray<Event | ForeignEvent>,
  pieces: ReadonlyArray<{ cut: number; text: string }>,
): Moment[] {
  const moments: Moment[] = []
  let partials = noPartials
  let at = 0
  for (const event of log) {
    const state = fold("session", log.slice(0, event.seq))
    partials = openPartials(partials, state)
    moments.push({ item: event, head: event.seq, partials })
    const open = [
      ...new Set([
        ...(state.log.intents.model ? [state.log.intents.model.seq] : []),
        ...state.log.intents.tools.flatMap(({ startedAt, check }) => (check && startedAt !== null ? [startedAt] : [])),
      ]),
    ]
    for (const seq of open) {
      const { cut, text } = pieces[at++ % pieces.length] ?? { cut: 0, text: "x" }
      const offset = Math.max(0, (partials.get(seq)?.text?.length ?? 0) - cut)
      const delta: Delta = { seq, channel: "text", offset, text }
      partials = applyDelta(partials, delta)
      moments.push({ item: delta, head: event.seq, partials })
    }
  }
  return moments
}

const frameOf = (item: Moment["item"]): Frame =>
  "channel" in item
    ? { name: "delta", data: { session: "session", ...item } }
    : { name: "event", data: { session: "session", event: item } }

const wholeText = (partials: Partials): Delta[] =>
  [...partials].flatMap(([seq, { text }]) =>
    text === undefined ? [] : [{ seq, channel: "text" as const, offset: 0, text }],
  )

/** What a stream does to a client: it goes on, tells things twice, loses some, starts again, or asks for a fetch. */
const action = fc.oneof(
  fc.record({ do: fc.constant("tell" as const), count: fc.nat(8) }),
  fc.record({ do: fc.constant("again" as const), count: fc.nat(8) }),
  fc.record({ do: fc.constant("lose" as const), count: fc.nat(3) }),
  fc.record({ do: fc.constant("reconnect" as const), count: fc.nat(10) }),
  fc.record({ do: fc.constant("resync" as const), count: fc.nat(6) }),
)

function live(log: ReadonlyArray<Event | ForeignEvent>, moments: readonly Moment[]) {
  let view: SessionView = emptyView("session")
  let at = 0
  let fetching: Parameters<typeof fetched>[1] | undefined
  let hasLost = false
  const seqs: number[] = []
  const now = () => moments[at - 1]
  const take = ({ view: next, effect }: Step): void => {
    view = next
    seqs.push(view.state.seq)
    // The server answers as it is then; the answer comes when more has been streamed.
    if (effect === "refetch") fetching = stateNow()
    if (effect === "restart") deliverFrom(view.state.seq)
  }
  const deliverFrom = (seq: number) => {
    const { head = 0, partials = noPartials } = now() ?? {}
    for (const event of log.slice(seq, head)) take(step(view, frameOf(event)))
    for (const delta of wholeText(partials)) take(step(view, frameOf(delta)))
    take(step(view, { name: "ready", data: { session: "session", seq: head } }))
  }
  const stateNow = () => {
    const { head = 0, partials = noPartials } = now() ?? {}
    return { state: fold("session", log.slice(0, head)), partials: wholeText(partials) }
  }
  const fetchNow = () => {
    const answer = fetching
    fetching = undefined
    if (answer) take(fetched(view, answer))
  }
  const fetchAll = () => {
    for (let n = 0; n < 5 && fetching; n++) fetchNow()
  }
  const deliver = (count: number) => {
    for (const { item } of moments.slice(at, at + count)) {
      at++
      take(step(view, frameOf(item)))
    }
  }
  return {
    action(what: "tell" | "again" | "lose" | "reconnect" | "resync", count: number) {
      switch (what) {
        case "tell":
          return deliver(count)
        case "again":
          at = Math.max(0, at - count)
          return deliver(count)
        case "lose":
          at = Math.min(moments.length, at + count)
          hasLost = true
          return
        case "reconnect":
          return deliverFrom(Math.max(0, view.state.seq - count))
        case "resync": {
          const { head = 0, partials = noPartials } = now() ?? {}
          take(step(view, { name: "resync", data: { session: "session", seq: head, because: "behind" } }))
          for (const delta of wholeText(partials)) take(step(view, frameOf(delta)))
          deliver(count)
          return fetchNow()
        }
      }
      what satisfies never
    },
    end(): SessionView {
      deliver(moments.length)
      fetchAll()
      // Text that was lost last of all is noticed by the next piece, or by nobody before the next connection.
      if (hasLost) deliverFrom(view.state.seq)
      fetchAll()
      return view
    },
    seqs,
  }
}

describe("the view of a client", () => {
  it("is the fold of the log and the text of open intents, whatever the stream did on the way", () => {
    const pieces = fc.array(fc.record({ cut: fc.nat(2), text: fc.string({ maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(logArbitrary({ maxLength: 40 }), pieces, fc.array(action, { maxLength: 15 }), (log, texts, deeds) => {
        const moments = happened(log, texts)
        const client = live(log, moments)
        for (const { do: what, count } of deeds) client.action(what, count)
        const view = client.end()
        expect(view.stale).toBeNull()
        expect(view.state).toEqual(fold("session", log))
        expect(wholeText(view.partials)).toEqual(wholeText(moments.at(-1)?.partials ?? noPartials))
        expect(view.events).toEqual(log.slice(log.length - view.events.length))
        expect(client.seqs).toEqual(client.seqs.toSorted((a, b) => a - b))
      }),
      { numRuns: 300 },
    )
  })
})
