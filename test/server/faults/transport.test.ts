import { describe, expect, it } from "vitest"
import { replayAtMost } from "../../../src/server/contract/stream.ts"
import { setScene } from "../scene.ts"
import { isType, logOf, send, until } from "./log.ts"
import { type Frame, framesUntil, listen } from "./sse.ts"

const eventsIn = (frames: readonly Frame[]) => frames.flatMap((frame) => (frame.event === "event" ? [frame.data] : []))

describe("a stream", () => {
  it("is told to be alive more often than proxies lose patience", async () => {
    const { server } = await setScene()
    const stream = await listen({ base: server.url, token: server.token, query: {} })
    const startedAt = performance.now()
    const frames = await framesUntil(stream, ({ event }) => event === "beat")
    stream.close()
    expect(frames.at(-1)?.data).toEqual({ at: expect.any(String) })
    // Mobile networks and load balancers drop what is silent for 25 to 60 seconds.
    expect(performance.now() - startedAt).toBeLessThan(20_000)
  })

  it("carries many sessions and the list over one connection", async () => {
    const scene = await setScene()
    const ids = await Promise.all(Array.from({ length: 12 }, (_, n) => scene.open([{ text: `Answer ${n}.` }])))
    const { url: base, token } = scene.server
    const stream = await listen({ base, token, query: { sessions: ids.join(","), list: "true" } })
    const waiting = new Set(ids)
    let listed = 0
    const reading = framesUntil(stream, (frame) => {
      if (frame.event === "event" && frame.data.event.type === "turn.stopped") waiting.delete(frame.data.session)
      if (frame.event === "list") listed += frame.data.rows.length
      return waiting.size === 0 && listed > 0
    })
    await Promise.all(ids.map((id) => send(scene.client, id, "What is in the README?")))
    const events = eventsIn(await reading)
    stream.close()
    for (const id of ids) {
      const seqs = events.filter(({ session }) => session === id).map(({ event }) => event.seq)
      expect(seqs).toEqual(seqs.map((_, at) => (seqs[0] ?? 0) + at))
    }
  })

  it("tells who is too far behind to look again, and not the end as if it were all", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([])
    const named = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: "session.described" as const,
        data: { title: `Name ${index}` },
      }))
    for (let left = replayAtMost + 100; left > 0; left -= 300) await store.append(id, named(300), "intent")
    const head = (await store.row(id)).seq
    const { url: base, token } = scene.server
    const stream = await listen({ base, token, query: { sessions: `${id}:1` } })
    const frames = await framesUntil(stream, ({ event }) => event === "ready")
    stream.close()
    expect(frames.filter(({ event }) => event === "resync")).toMatchObject([
      { data: { session: id, seq: head, because: "behind" } },
    ])
    expect(eventsIn(frames)).toEqual([])
  })

  it("misses nothing between the state and the stream", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const { url: base, token } = scene.server
    const body = {
      workspace: scene.workspace,
      permissionMode: "prompt" as const,
      model: scene.script([{ toolCalls: [{ id: "c", name: "bash", arguments: { command: "touch a" } }] }]),
    }
    const { id } = await scene.client.call("POST /api/sessions", { body })
    const { state } = await scene.client.call("GET /api/sessions/:id", { params: { id }, query: {} })
    await send(scene.client, id, "What does touch do?")
    await until(store, id, isType("ask.opened"))
    const stream = await listen({ base, token, query: { sessions: `${id}:${state.seq}` } })
    const frames = await framesUntil(stream, ({ event }) => event === "ready")
    stream.close()
    const log = await logOf(store, id)
    expect(eventsIn(frames).map(({ event }) => event)).toEqual(log.filter(({ seq }) => seq > state.seq))
    expect(log.at(-1)?.type).toBe("ask.opened")
  })

  it("is kept by no cache", async () => {
    const scene = await setScene()
    const id = await scene.open([])
    for (const path of ["/api/sessions", `/api/sessions/${id}`, "/api/health", "/api/nothing"]) {
      const response = await fetch(`${scene.server.url}${path}`, {
        headers: { authorization: `Bearer ${scene.server.token}` },
      })
      expect([path, response.headers.get("cache-control")]).toEqual([path, expect.stringMatching(/no-store/)])
    }
  })
})
