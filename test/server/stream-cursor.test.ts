import { describe, expect, it } from "vitest"
import { begin, beginDriven } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"
import { type Listener, listen } from "./listener.ts"
import { setScene } from "./scene.ts"

const unknownSession = "00000000-0000-7000-8000-000000000000"
const names = ({ received }: Listener) => received.map(({ name }) => name)

describe("where a stream begins", () => {
  it("refuses a session that never was, before it begins, and names it", async () => {
    const scene = await setScene()
    const id = await begin(scene.server.context.store)
    const { response } = await listen(scene, { sessions: `${id},${unknownSession}` })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: "not-found", details: { session: unknownSession } } })
    for (const sessions of [
      `${id},${id}`,
      `${id}:x`,
      "%",
      `${"a".repeat(300)}`,
      Array.from({ length: 201 }, (_, n) => n).join(","),
    ]) {
      expect((await listen(scene, { sessions })).response.status).toBe(400)
    }
  })

  it("asks for a fetch when the cursor is garbled, foreign or of the future, and goes on from the head", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await begin(store)
    await store.append(id, [say.input("one"), say.input("two")], "intent")
    const first = await listen(scene, { sessions: id, list: "true", poll: "true" })
    await first.ended
    const cursor = first.cursor() ?? ""
    expect(cursor).toMatch(/^h1;/)
    const changed = (pattern: RegExp, to: string) => cursor.replace(pattern, to)
    const strange = {
      garbled: "7",
      future: changed(/(;[\w-]{10}):3:/, "$1:zzz:"),
      "of another log": changed(/(;[\w-]{10}:3):[\w-]{6}/, "$1:abcdef"),
    }
    for (const [what, given] of Object.entries(strange)) {
      expect([what, given]).not.toEqual([what, cursor])
      const received = await listen(scene, { sessions: `${id}:1`, list: "true" }, { cursor: given })
      const resync = await received.next("resync", ({ session }) => session === id)
      expect([what, resync.data]).toEqual([what, { session: id, seq: 3, because: "unknown" }])
      expect((await received.next("ready")).data).toEqual({ session: id, seq: 3 })
      received.stop()
    }
    const list = await listen(scene, { sessions: "", list: "true" }, { cursor: "7" })
    expect((await list.next("resync")).data).toEqual({ because: "unknown" })
    const { data } = await list.next("list")
    await store.append(id, [say.input("three")], "intent")
    expect((await list.next("list")).data).toMatchObject({ rows: [{ id, seq: 4 }], gone: [] })
    list.stop()
    const other = await listen(scene, { list: "true" }, { cursor: `h1;${encodeURIComponent("another.1")}` })
    expect((await other.next("resync")).data).toEqual({ because: "unknown" })
    expect((await other.next("list")).data.version).not.toBe(data.version)
    other.stop()
  })

  it("takes the cursor before the query, unless the query insists, and leaves out what is not asked for", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const [a, b] = [await begin(store), await begin(store)]
    await store.append(a, [say.input("one"), say.input("two")], "intent")
    const first = await listen(scene, { sessions: `${a},${b}`, poll: "true" })
    await first.ended
    const cursor = first.cursor()
    const replayed = async (sessions: string) => {
      const received = await listen(scene, { sessions, ...(cursor ? { cursor } : {}) })
      await received.next("ready")
      received.stop()
      return received.received.flatMap((frame) => (frame.name === "event" ? [frame.data.event.seq] : []))
    }
    expect(await replayed(`${a}:0`)).toEqual([])
    expect(await replayed(`${a}=1`)).toEqual([2, 3])
    expect(await replayed(`${a}=`)).toEqual([])
  })

  it("tells that a session was erased, while it is told of and after, and goes on with the others", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const [a, b] = [await begin(store), await begin(store)]
    const received = await listen(scene, { sessions: `${a},${b}`, list: "true" })
    await received.next("ready")
    await received.next("ready")
    const erased = received.next("resync")
    await store.erase(a)
    expect((await erased).data).toEqual({ session: a, because: "erased" })
    expect((await received.next("list", ({ gone }) => gone.length > 0)).data.gone).toEqual([a])
    await store.append(b, [say.input("still here")], "intent")
    await received.next("event", ({ session }) => session === b)
    received.stop()
    const again = await listen(scene, { sessions: `${a},${b}` }, { cursor: received.cursor() })
    expect((await again.next("resync")).data).toEqual({ session: a, because: "erased" })
    again.stop()
  })

  it("ends the answer to a poll with the first news, and goes on with the next one without a repetition", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const { id, lease, drive } = await beginDriven(store)
    const seq = await drive(say.started("t1"), say.asked("t1"))
    store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello, " })
    const poll = async (cursor?: string) => listen(scene, { sessions: id, list: "true", poll: "true" }, { cursor })
    const first = await poll()
    await first.ended
    expect(first.received.at(-1)).toMatchObject({ name: "beat" })
    const second = await poll(first.cursor())
    store.checkpoint(lease, seq, { channel: "text", offset: 7, text: "world" })
    await second.ended
    const replayed = [...first.received, ...second.received].flatMap((frame) =>
      frame.name === "delta" ? [frame.data] : [],
    )
    expect(replayed.map(({ text }) => text).join("")).toBe("Hello, world")
    expect(replayed.map(({ offset }) => offset)).toEqual(
      replayed.map((_, at) => replayed.slice(0, at).reduce((sum, { text }) => sum + text.length, 0)),
    )
    expect(names(second).at(-1)).toBe("beat")
  })

  it("tells the log of one session whole, then live, by its own address", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await begin(store)
    await store.append(id, [say.input("one")], "intent")
    const received = await listen(scene, {}, { path: `/api/sessions/${id}/events` })
    await received.next("ready")
    await store.append(id, [say.input("two")], "intent")
    await received.next("event", ({ event }) => event.seq === 3)
    expect(names(received)).toEqual(["event", "event", "ready", "event"])
    received.stop()
  })
})
