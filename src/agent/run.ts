import type { Event, ForeignEvent } from "../session/event.ts"
import type { Delta } from "../session/partial.ts"
import type { Store } from "../store/contract.ts"
import type { Agent } from "./agent.ts"

/** Drives a session and tells what happens, until only a person can go on. See `OpenAgent`. */
export async function* runSession(
  { agent, store }: { agent: Agent; store: Store },
  session: string,
  { signal }: { signal?: AbortSignal },
): AsyncGenerator<Event | ForeignEvent | Delta> {
  let told = (await store.state(session)).seq
  while (!signal?.aborted) {
    const left = new AbortController()
    const ended = new AbortController()
    const driving = agent
      .drive(session, { signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal })
      .finally(() => ended.abort())
    // Whoever listens is told of a failure below, once everything before it is told.
    driving.catch(() => undefined)
    try {
      for await (const item of store.follow(session, { after: told, signal: ended.signal })) {
        if ("type" in item) told = item.seq
        yield item
      }
      const { state } = await driving
      for await (const event of store.read(session, { after: told })) {
        told = event.seq
        yield event
      }
      // Somebody who listens has said something after the drive came to rest.
      if ((await store.state(session)).seq === state.seq) return
    } finally {
      left.abort()
      await driving
    }
  }
}
