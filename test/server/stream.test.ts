import { describe, expect, it } from "vitest"
import { isKnown } from "../../src/session/event.ts"
import { beginDriven } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"
import { listen } from "./listener.ts"
import { setScene } from "./scene.ts"

const seqs = (received: Awaited<ReturnType<typeof listen>>["received"]) =>
  received.flatMap((frame) => (frame.name === "event" ? [frame.data.event.seq] : []))

describe("a stream", () => {
  it("replays a session after the seq that is named, says when it is live, and goes on", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const { id, lease, drive } = await beginDriven(store)
    const received = await listen(scene, { sessions: `${id}:0` })
    expect(await received.next("ready")).toMatchObject({ data: { session: id, seq: 2 } })
    expect(seqs(received.received)).toEqual([1, 2])
    const seq = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
    store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hel" })
    const delta = { session: id, seq, channel: "text" }
    expect((await received.next("delta")).data).toEqual({ ...delta, offset: 0, text: "Hel" })
    store.checkpoint(lease, seq, { channel: "text", offset: 3, text: "lo" })
    expect((await received.next("delta")).data).toEqual({ ...delta, offset: 3, text: "lo" })
    await drive(say.answered(seq, "Hello", "t1"))
    await received.next("event", ({ event }) => isKnown(event) && event.type === "model.answered")
    expect(seqs(received.received)).toEqual([1, 2, 3, 4, 5, 6, 7])
    received.stop()
  })

  it("comes with the headers that keep it moving", async () => {
    const scene = await setScene()
    const received = await listen(scene, { list: "true" })
    const { headers, status } = received.response
    expect(status).toBe(200)
    expect(headers.get("content-type")).toBe("text/event-stream; charset=utf-8")
    expect(headers.get("cache-control")).toBe("no-store, no-transform")
    expect(headers.get("x-accel-buffering")).toBe("no")
    expect(headers.get("connection")).not.toBe("close")
    expect(headers.get("content-encoding")).toBeNull()
    received.stop()
  })

  it("goes on after a cursor, events and text, across a restart of the server", async () => {
    const scene = await setScene()
    const { id, lease, drive } = await beginDriven(scene.server.context.store)
    const seq = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
    const first = await listen(scene, { sessions: `${id}:0`, list: "true" })
    await first.next("ready")
    const before = first.received.length
    scene.server.context.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello, " })
    await first.next("delta")
    first.stop()

    // On a busy machine the text has a cursor of its own, with which it would not be told again.
    const cursor = first.received.slice(0, before).findLast((frame) => frame.id !== undefined)?.id
    const again = await listen(scene, { sessions: id, list: "true" }, { cursor })
    await again.next("ready")
    expect(seqs(again.received)).toEqual([])
    expect((await again.next("delta")).data).toMatchObject({ offset: 0, text: "Hello, " })
    scene.server.context.store.checkpoint(lease, seq, { channel: "text", offset: 7, text: "world" })
    await again.next("delta", ({ text }) => text === "world")
    await drive(say.answered(seq, "Hello, world", "t1"))
    const replayed = await again.next("event")
    again.stop()

    await scene.restart()
    await scene.server.context.store.append(id, [say.input("later")], "intent")
    const later = await listen(scene, { sessions: id, list: "true" }, { cursor: replayed.id ?? again.cursor() })
    await later.next("event", ({ event }) => event.type === "input.accepted")
    expect(seqs(later.received)[0]).toBe(seq + 2)
    expect((await later.next("list", ({ rows }) => rows.length > 0)).data.rows).toMatchObject([{ id }])
    later.stop()
  })
})
