import { describe, expect, it } from "vitest"
import { begin as open } from "../../../test/support/store/conformance/scene.ts"
import * as say from "../../../test/support/store/conformance/script.ts"
import { openMemoryStore } from "../../store/memory/memory-store.ts"
import { begin } from "./requested-session.ts"
import { type Marked, sessionFrames } from "./session-frames.ts"
import { markOf } from "./stream-position.ts"

const inputs = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => say.described({ title: `title ${from + at}` }))

function pulled(frames: AsyncGenerator<Marked>) {
  return async (count: number) => {
    const taken: Marked[] = []
    while (taken.length < count) {
      const { done, value } = await frames.next()
      if (done) break
      taken.push(value)
    }
    return taken.map(({ name, data }) =>
      name === "event" ? data.event.seq : name === "ready" ? `ready ${data.seq}` : data,
    )
  }
}

describe("the frames of a session", () => {
  it("read nothing ahead, and ask for a fetch when the listener has fallen too far behind", async () => {
    const store = openMemoryStore()
    const id = await open(store)
    const abort = new AbortController()
    const frames = sessionFrames({
      store,
      session: id,
      start: { after: 0, head: 1 },
      replayAtMost: 100,
      signal: abort.signal,
    })
    const pull = pulled(frames)
    expect(await pull(2)).toEqual([1, "ready 1"])
    for (let n = 0; n < 10; n++) await store.append(id, inputs(n * 50, 50), "intent")
    expect(await pull(255)).toEqual(Array.from({ length: 255 }, (_, at) => at + 2))
    expect(await pull(2)).toEqual([{ session: id, seq: 501, because: "behind" }, "ready 501"])
    const next = pull(1)
    await store.append(id, inputs(500, 1), "intent")
    expect(await next).toEqual([502])
    abort.abort()
    expect(await pull(1)).toEqual([])
  })

  it("fail when the store is closed under them: the listener is to connect again", async () => {
    const store = openMemoryStore()
    const session = await open(store)
    const { signal } = new AbortController()
    const frames = sessionFrames({ store, session, start: { after: 1, head: 1 }, replayAtMost: 100, signal })
    const pull = pulled(frames)
    expect(await pull(1)).toEqual(["ready 1"])
    const next = pull(1)
    await Promise.all([expect(next).rejects.toMatchObject({ code: "closed" }), store.close()])
  })
})

describe("where a session begins", () => {
  it("is the head when the listener is too far behind", async () => {
    const store = openMemoryStore()
    const session = await open(store)
    await store.append(session, inputs(0, 50), "intent")
    const { start, sent } = await begin(store, { session, after: 3 }, "none", 47)
    expect(start).toEqual({ resync: "behind", head: 51, mark: sent.event })
    const events = await Array.fromAsync(store.read(session))
    expect(sent).toEqual({ seq: 51, event: markOf(events.at(-1)?.id ?? ""), texts: new Map() })
    expect((await begin(store, { session, after: 4 }, "none", 47)).start).toEqual({ after: 4, head: 51 })
  })
})
