import { earlier, emptyView, fetched, type SessionView, type Step, step } from "../../../client/session-view.ts"
import type { Frame } from "../../../server/contract/stream.ts"
import type { Event, ForeignEvent } from "../../../session/event.ts"
import { type Delta, deltasOf } from "../../../session/partial.ts"
import type { Store } from "../../../store/contract.ts"

/** A session as it is now, by the fold that every client uses. */
export type LiveSession = {
  readonly view: SessionView
  /** Resolves when an event is added. */
  changed(): Promise<void>
  end(): Promise<void>
}

/** How many of the newest events are shown of a session that is opened. */
const shownEvents = 400

/** Follows a session; `onChange` is called with each event and each piece of streamed text. */
export async function followSession(
  store: Store,
  id: string,
  { onChange, onFailure }: { onChange(): void; onFailure(error: unknown): void },
): Promise<LiveSession> {
  const ending = new AbortController()
  let view = emptyView(id)
  let next = Promise.withResolvers<void>()
  const take = (after: Step) => {
    view = after.view
    return after.effect
  }
  const load = async () => {
    for (let effect: Step["effect"] = "refetch"; effect === "refetch"; ) {
      const [state, partials] = await Promise.all([store.state(id), store.partials(id)])
      effect = take(fetched(view, { state, partials: deltasOf(partials) }))
    }
  }
  await load()
  const page = { before: view.state.seq + 1, limit: shownEvents, reverse: true }
  view = earlier(view, (await Array.fromAsync(store.read(id, page))).reverse())

  const follow = async () => {
    while (!ending.signal.aborted) {
      for await (const item of store.follow(id, { after: view.state.seq, signal: ending.signal })) {
        const effect = take(step(view, frameOf(id, item)))
        if (effect === "refetch") await load()
        if ("type" in item) {
          next.resolve()
          next = Promise.withResolvers()
        }
        onChange()
        if (effect === "restart") break
      }
    }
  }
  const followed = follow().catch(onFailure)
  return {
    get view() {
      return view
    },
    changed: () => next.promise,
    async end() {
      ending.abort()
      next.resolve()
      await followed
    },
  }
}

function frameOf(session: string, item: Event | ForeignEvent | Delta): Frame {
  return "type" in item
    ? { name: "event", data: { session, event: item } }
    : { name: "delta", data: { session, ...item } }
}
