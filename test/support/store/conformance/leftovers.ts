import { hash as digest } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { ForeignEvent } from "../../../../src/session/event.ts"
import type { Store } from "../../../../src/store/contract.ts"
import { begin, beginDriven, logOf, type MakeStore, refusalOf, type Scene, setScene } from "./scene.ts"
import * as say from "./script.ts"

export function leftovers(scene: Scene, makeStore: MakeStore): void {
  describe("what adopt keeps", () => {
    const far = setScene(makeStore)
    const eventsOf = async (store: Store, id: string) => (await logOf(store, id)) as ForeignEvent[]

    /** A session that no process drives, with streamed text of an open call, and the same log in another store. */
    const streamed = async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const asked = await drive(say.started("t1"), say.asked("t1"))
      const { updatedAt } = await scene.store.row(id)
      let text = ""
      // The clock may not have moved on since the last event.
      const isFresh = async () => {
        scene.store.checkpoint(lease, asked, { channel: "text", offset: text.length, text: "." })
        text += "."
        return (await scene.store.row(id)).updatedAt > updatedAt
      }
      await expect.poll(isFresh).toBe(true)
      await scene.store.release(lease)
      await far.store.adopt({ id, events: await eventsOf(scene.store, id), blobs: [] })
      return { id, asked, partials: new Map([[asked, { text }]]), updatedAt }
    }

    it("is nothing of a streamed text whose whole answer came along", async () => {
      const { id, asked, partials, updatedAt } = await streamed()
      expect(await scene.store.partials(id)).toEqual(partials)
      const there = await far.store.acquire(id, { type: "RuntimeHandle" })
      await far.store.append(id, [say.answered(asked, "Hello, world", "t1")], there)

      // By a clock that is late: a text that stays behind would keep the session at the time of its streaming.
      const at = "2020-01-01T00:00:00.000Z"
      const events = (await eventsOf(far.store, id)).map((event) => (event.seq > asked ? { ...event, at } : event))
      expect(await scene.store.adopt({ id, events, blobs: [] })).toMatchObject({ outcome: "extended", events: 2 })

      expect(await scene.store.partials(id)).toEqual(new Map())
      expect((await scene.store.row(id)).updatedAt).toBe(updatedAt)
    })

    it("is the streamed text of what is still open", async () => {
      const { id, partials } = await streamed()
      await far.store.append(id, [say.input("more")], "intent")
      await scene.store.adopt({ id, events: await eventsOf(far.store, id), blobs: [] })
      expect(await scene.store.partials(id)).toEqual(partials)
    })

    it("is no blob that none of the events names", async () => {
      const [named, stray] = [Buffer.from("named"), Buffer.from("stray")]
      const ref = await far.store.putBlob(named)
      const id = await begin(far.store)
      await far.store.append(id, [say.input("see", { attachments: [{ ...ref, name: "a" }] })], "intent")
      const events = await eventsOf(far.store, id)
      await scene.store.adopt({ id, events, blobs: [{ bytes: named }, { bytes: stray }] })
      expect(Buffer.from(await scene.store.blob(ref.blob)).toString()).toBe("named")
      expect(await refusalOf(scene.store.blob(digest("sha256", stray, "hex")))).toMatchObject({ code: "not-found" })
    })

    it("is a blob that only an event of a newer Holdfast names", async () => {
      const bytes = Buffer.from("newer")
      const ref = { blob: digest("sha256", bytes, "hex"), bytes: bytes.length }
      const id = await begin(far.store)
      const [opened] = await eventsOf(far.store, id)
      const newer = { ...opened, id: "newer", seq: 2, type: "dream.dreamt", data: { of: ref } } as ForeignEvent
      await scene.store.adopt({ id, events: [opened as ForeignEvent, newer], blobs: [{ bytes }] })
      expect(Buffer.from(await scene.store.blob(ref.blob)).toString()).toBe("newer")
    })
  })
}
