import { describe, expect, it } from "vitest"
import { setScene } from "../scene.ts"
import { eventsOf, isType, send, streams, until, untilStopped, words } from "./log.ts"
import { framesUntil, listen } from "./sse.ts"

const slow = { text: words(400), chunkChars: 5, chunkDelayMs: 20 }

describe("the state of a session", () => {
  it("is never called interrupted while turns come and go", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open(Array.from({ length: 20 }, (_, index) => ({ text: `Answer ${index}.` })))
    const statuses = new Set<string>()
    let over = false
    const looking = (async () => {
      while (!over) {
        const { items } = await scene.client.call("GET /api/sessions", { query: {} })
        for (const { status } of items) statuses.add(status)
      }
    })()
    for (let turn = 1; turn <= 20; turn++) {
      await send(scene.client, id, `What is in ${turn}?`)
      await untilStopped(store, id, turn)
    }
    over = true
    await looking
    expect([...statuses]).not.toContain("interrupted")
  })

  it("is one row and at rest, however often it is compacted", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open(Array.from({ length: 4 }, (_, index) => ({ text: `Answer ${index}: ${words(80)}` })))
    for (let turn = 1; turn <= 3; turn++) {
      await send(scene.client, id, `What is in ${turn}?`)
      await untilStopped(store, id, turn)
    }
    for (let time = 1; time <= 2; time++) {
      const { seq } = await scene.client.call("POST /api/sessions/:id/compact", { params: { id }, body: {} })
      await until(
        store,
        id,
        (item) => item.seq > seq && (isType("context.compacted")(item) || isType("context.kept")(item)),
      )
    }
    await scene.restart()
    const { items } = await scene.client.call("GET /api/sessions", { query: {} })
    expect(items).toMatchObject([{ id, status: "idle", messages: 6 }])
  })

  it("is at rest when it is stopped right after a message", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    for (let round = 0; round < 5; round++) {
      const id = await scene.open([slow])
      await send(scene.client, id, "What is in the README?")
      await scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
      await until(store, id, (item) => isType("turn.stopped")(item) || isType("input.withdrawn")(item))
      expect(await eventsOf(store, id, "model.answered")).toEqual([])
      expect((await eventsOf(store, id, "input.accepted")).map(({ data }) => data.text)).toEqual([
        "What is in the README?",
      ])
    }
  })

  it("of a newer turn is left alone by a stop that names an older one", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ text: "First." }, { ...slow, text: words(30) }])
    await send(scene.client, id, "What is in the README?")
    await untilStopped(store, id)
    const [older] = await eventsOf(store, id, "turn.started")
    await send(scene.client, id, "What is in the notes?")
    await until(store, id, streams("word"))
    const stop = scene.client.call("POST /api/sessions/:id/cancel", {
      params: { id },
      body: { turn: older?.turn ?? "" },
    })
    await expect(stop).rejects.toMatchObject({ status: 409, code: "stopped" })
    await untilStopped(store, id, 2)
    expect((await eventsOf(store, id, "turn.stopped")).map(({ data }) => data.code)).toEqual(["answered", "answered"])
  })

  it("is told to the list when a turn begins and when it ends", async () => {
    const scene = await setScene()
    const id = await scene.open([{ ...slow, text: words(30) }])
    const { url: base, token } = scene.server
    const stream = await listen({ base, token, query: { list: "true" } })
    await send(scene.client, id, "What is in the README?")
    const seen: string[] = []
    await framesUntil(stream, (frame) => {
      if (frame.event !== "list") return false
      for (const row of frame.data.rows) if (row.id === id && row.status !== seen.at(-1)) seen.push(row.status)
      return seen.includes("running") && seen.at(-1) === "idle"
    })
    stream.close()
    expect(seen.slice(seen.indexOf("running"))).toEqual(["running", "idle"])
  })

  it("is told to the list with versions that only grow", async () => {
    const scene = await setScene()
    const ids = await Promise.all([1, 2, 3].map(() => scene.open([])))
    const { url: base, token } = scene.server
    const stream = await listen({ base, token, query: { list: "true" } })
    const newest = new Map<string, number>()
    const reading = framesUntil(stream, (frame) => {
      if (frame.event !== "list") return false
      for (const { id, seq } of frame.data.rows) {
        expect(seq).toBeGreaterThanOrEqual(newest.get(id) ?? 0)
        newest.set(id, seq)
      }
      return ids.every((id) => (newest.get(id) ?? 0) >= last)
    })
    let last = Number.POSITIVE_INFINITY
    for (let round = 0; round < 10; round++) {
      for (const id of ids) {
        await scene.client.call("PATCH /api/sessions/:id", { params: { id }, body: { title: `Title ${round}` } })
      }
    }
    last = Math.min(...(await scene.client.call("GET /api/sessions", { query: {} })).items.map(({ seq }) => seq))
    // One more, so that there is a frame after `last` is known.
    for (const id of ids) await scene.client.call("PATCH /api/sessions/:id", { params: { id }, body: { pinned: true } })
    const frames = await reading
    stream.close()
    const versions = frames.flatMap((frame) => (frame.event === "list" ? [frame.data.version] : []))
    expect(new Set(versions).size).toBe(versions.length)
  })

  it("keeps its time in the list over restarts, reading and drafts", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "First." }])
    await send(scene.client, id, "What is in the README?")
    await untilStopped(scene.server.context.store, id)
    await scene.restart()
    const row = async () => (await scene.client.call("GET /api/sessions", { query: {} })).items[0]
    const before = await row()
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text: "not yet" } })
    await scene.client.call("PUT /api/sessions/:id/read", { params: { id }, body: { seq: before?.seq ?? 0 } })
    await scene.client.call("GET /api/search", { query: { q: "first" } })
    await scene.restart()
    expect(await row()).toEqual({ ...before, readSeq: before?.seq })
  })

  it("is listed from its opening on, and named by the first words", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ ...slow, text: words(30) }])
    const rows = async () => (await scene.client.call("GET /api/sessions", { query: {} })).items
    expect(await rows()).toMatchObject([{ id, title: null, status: "idle", messages: 0 }])
    await send(scene.client, id, "What is in the README?")
    expect(await rows()).toMatchObject([{ id, title: "What is in the README?", messages: 1 }])
    await until(store, id, streams("word"))
    expect(await rows()).toMatchObject([{ id, status: "running", messages: 1 }])
    await untilStopped(store, id)
  })
})

async function _statusOf(client: Parameters<typeof send>[0], id: string): Promise<string> {
  return (await client.call("GET /api/sessions/:id", { params: { id }, query: {} })).row.status
}
