import type { Event, ForeignEvent } from "../session/event.ts"
import type { Delta } from "../session/partial.ts"
import type { Store } from "../store/contract.ts"
import type { Agent } from "./agent.ts"

/** Drives a session and yields what happens until it needs a person. See `OpenAgent`. */
export async function* runSession(
  { agent, store }: { agent: Agent; store: Store },
  session: string,
  { signal }: { signal?: AbortSignal },
): AsyncGenerator<Event | ForeignEvent | Delta> {
  let yielded = (await store.state(session)).seq
  while (!signal?.aborted) {
    const left = new AbortController()
    const ended = new AbortController()
    const driving = agent
      .drive(session, { signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal })
      .finally(() => ended.abort())
    // A failure is thrown below, after everything before it was yielded.
    driving.catch(() => undefined)
    try {
      for await (const item of store.follow(session, { after: yielded, signal: ended.signal })) {
        if ("type" in item) yielded = item.seq
        yield item
      }
      const { state } = await driving
      for await (const event of store.read(session, { after: yielded })) {
        yielded = event.seq
        yield event
      }
      // The caller sent something after the drive came to rest.
      if ((await store.state(session)).seq === state.seq) return
    } finally {
      left.abort()
      await driving
    }
  }
}
