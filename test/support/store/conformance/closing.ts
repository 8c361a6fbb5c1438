import { describe, expect, it } from "vitest"
import { begin, beginDriven, logOf, place, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function closing(scene: Scene): void {
  describe("close", () => {
    it("can be called again, and at the same time", async () => {
      await Promise.all([scene.store.close(), scene.store.close()])
      await scene.store.close()
    })

    it("loses nothing that was acknowledged, or streamed", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello" })
      await scene.reopen()
      expect(await scene.store.partials(id)).toEqual(new Map([[seq, { text: "Hello" }]]))
    })

    it("gives back a lease that was being taken when it came", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const taking = scene.store.acquire(id, { type: "First" }).catch(() => undefined)
      await scene.store.close()
      await taking
      await other.release(await other.acquire(id, { type: "Second" }))
    })

    it("leaves other stores over the same data as they are", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      await scene.store.close()
      expect((await other.append(id, [say.input("on")], "intent")).seq).toBe(2)
    })

    it("is the end: every later call says so", async () => {
      const { id, lease } = await beginDriven(scene.store)
      const { store } = scene
      await store.close()
      for (const work of [
        () => store.open(place),
        () => store.append(id, [say.input("one")], "intent"),
        () => store.checkpoint(lease, 2, { channel: "text", offset: 0, text: "late" }),
        () => logOf(store, id),
        () => Array.fromAsync(store.follow(id, { after: 0 })),
        () => store.state(id),
        () => store.partials(id),
        () => store.acquire(id, { type: "RuntimeHandle" }),
        () => store.release(lease),
        () => store.list(),
        () => store.overview(),
        () => store.row(id),
        () => Array.fromAsync(store.changes()),
        () => store.search({ text: "one" }),
        () => store.putBlob(new Uint8Array()),
        () => store.blob("0".repeat(64)),
        () => store.setting("draft"),
        () => store.setSetting("draft", 1),
        () => store.adopt({ id: "x", events: [], blobs: [] }),
        () => store.verify(),
        () => store.backup("/nowhere/at-all"),
        () => store.erase(id),
      ]) {
        expect(await refusalOf(work), work.toString()).toMatchObject({ code: "closed" })
      }
    })
  })
}
