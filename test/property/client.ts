import { emptyState } from "../../src/session/empty-state.ts"
import type { Event, ForeignEvent } from "../../src/session/event.ts"
import { apply, branchToRefold, fold, foldBranch, inRanges } from "../../src/session/fold.ts"
import { applyDelta, channels, type Delta, noPartials, openPartials, type Partials } from "../../src/session/partial.ts"
import type { SessionState } from "../../src/session/state.ts"
import { modelContext } from "../../src/session/view/context.ts"
import { completionTrace } from "../../src/session/view/trace.ts"
import { transcript } from "../../src/session/view/transcript.ts"
import type { Store } from "../../src/store/contract.ts"

/** Everything that a face shows of a session. */
export function viewOf(state: SessionState, events: ReadonlyArray<Event | ForeignEvent>, partials: Partials) {
  return {
    state,
    partials: textsIn(partials),
    transcript: transcript(events, { partials, live: state.live }),
    context: modelContext(state, events),
    trace: completionTrace(state.branch),
  }
}

/** The view by folding the whole log anew. */
export async function replayed(store: Store, id: string) {
  const events = await Array.fromAsync(store.read(id))
  return viewOf(fold(id, events), events, await store.partials(id))
}

/** The view by what the store hands out as the state: a snapshot and what came after it. */
export async function reloaded(store: Store, id: string) {
  return viewOf(await store.state(id), await Array.fromAsync(store.read(id)), await store.partials(id))
}

/** One who follows a session event by event, may lose the connection and come back at any point. */
export function client(id: string) {
  let state = emptyState(id)
  let partials = noPartials
  const events: Array<Event | ForeignEvent> = []
  let connection: { next(): Promise<Event | ForeignEvent | Delta>; drop(): Promise<void> } | undefined

  const receive = (item: Event | ForeignEvent | Delta) => {
    if ("channel" in item) {
      partials = openPartials(applyDelta(partials, item), state)
      return
    }
    const ranges = branchToRefold(state, item)
    if (item.seq === state.seq + 1) events.push(item)
    state = apply(
      state,
      item,
      ranges &&
        foldBranch(
          id,
          events.filter(({ seq }) => inRanges(ranges, seq)),
        ),
    )
    partials = openPartials(partials, state)
  }

  return {
    /** Follows until it knows all that the store knows now. */
    async catchUp(store: Store): Promise<void> {
      connection ??= connect(store, id, state.seq)
      const { seq } = await store.state(id)
      const known = await store.partials(id)
      while (state.seq < seq || !sameText(partials, known)) receive(await connection.next())
    },
    /** Loses the connection, and comes back some events before the last one that it knows. */
    async reconnect(store: Store, back: number): Promise<void> {
      await connection?.drop()
      connection = connect(store, id, Math.max(0, state.seq - back))
    },
    async leave(): Promise<void> {
      await connection?.drop()
      connection = undefined
    },
    view: () => viewOf(state, events, partials),
  }
}

// Only ends what hangs, on however busy a machine.
const patienceMs = 60_000

function connect(store: Store, id: string, after: number) {
  const abort = new AbortController()
  const items = store.follow(id, { after, signal: abort.signal })[Symbol.asyncIterator]()
  return {
    async next() {
      const { promise, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(
        () => reject(new Error(`A follower of ${id} was not told all that the store knows`)),
        patienceMs,
      )
      const { done, value } = await Promise.race([items.next(), promise]).finally(() => clearTimeout(timer))
      if (done) throw new Error(`A follower of ${id} was left alone`)
      return value
    },
    async drop() {
      abort.abort()
      await items.return?.()
    },
  }
}

/** What was streamed; a text that is empty is as good as none. */
function textsIn(partials: Partials) {
  return [...partials]
    .flatMap(([seq, texts]) => channels.map((channel) => ({ seq, channel, text: texts[channel] ?? "" })))
    .filter(({ text }) => text !== "")
    .toSorted((a, b) => a.seq - b.seq)
}

function sameText(a: Partials, b: Partials): boolean {
  return JSON.stringify(textsIn(a)) === JSON.stringify(textsIn(b))
}
