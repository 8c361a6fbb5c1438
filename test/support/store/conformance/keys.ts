import { describe, expect, it } from "vitest"
import { begin, beginDriven, expectRefused, logOf, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function keys(scene: Scene): void {
  describe("idempotency keys", () => {
    it("make a repeated append one append, which returns the first seq and no events", async () => {
      const id = await begin(scene.store)
      const click = () => scene.store.append(id, [say.input("hello")], "intent", { key: "click" })
      const repeated = { seq: 2, events: [] }
      expect((await click()).seq).toBe(2)
      await scene.store.append(id, [say.input("more")], "intent")
      expect(await click()).toEqual(repeated)
      expect(await Promise.all([click(), click()])).toEqual([repeated, repeated])
      expect(await logOf(scene.store, id)).toHaveLength(3)
    })

    it("make two clicks at the same time one input", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const appended = await Promise.all(
        [scene.store, other, scene.store].map((store) =>
          store.append(id, [say.input("hello")], "intent", { key: "click" }),
        ),
      )
      expect(appended.map(({ seq }) => seq)).toEqual([2, 2, 2])
      expect(await logOf(scene.store, id)).toHaveLength(2)
    })

    it("return the seq of the last event where several were appended", async () => {
      const id = await begin(scene.store)
      const click = () => scene.store.append(id, [say.input("one"), say.input("two")], "intent", { key: "click" })
      expect((await click()).seq).toBe(3)
      expect((await click()).seq).toBe(3)
    })

    it("are written with every event that they came with", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent", { key: "click" })
      await scene.store.append(id, [say.input("three")], "intent")
      expect((await logOf(scene.store, id)).map(({ key }) => key)).toEqual([undefined, "click", "click", undefined])
    })

    it("refuse another body", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("hello")], "intent", { key: "click" })
      const other = () => scene.store.append(id, [say.input("bye")], "intent", { key: "click" })
      await expectRefused(scene.store, id, other, "key-reused")
    })

    it.each<[string, unknown, unknown]>([
      ["an empty list for an empty object", {}, []],
      ["a list of pairs for an object", { path: "/" }, [["path", "/"]]],
    ])("refuse %s", async (_, first, second) => {
      const { id, lease } = await beginDriven(scene.store)
      const call = (value: unknown) => {
        const data = { call: "c", name: "n", arguments: { value } }
        return scene.store.append(id, [{ type: "tool.called", data }], lease, { key: "click" })
      }
      expect((await call(first)).seq).toBe((await call(first)).seq)
      await expectRefused(scene.store, id, () => call(second), "key-reused")
    })

    it("belong to one session", async () => {
      const [one, two] = [await begin(scene.store), await begin(scene.store)]
      await scene.store.append(one, [say.input("hello")], "intent", { key: "click" })
      expect((await scene.store.append(two, [say.input("bye")], "intent", { key: "click" })).seq).toBe(2)
    })

    it("survive a reopen", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("hello")], "intent", { key: "click" })
      await scene.reopen()
      expect((await scene.store.append(id, [say.input("hello")], "intent", { key: "click" })).seq).toBe(2)
      const other = scene.store.append(id, [say.input("bye")], "intent", { key: "click" })
      expect(await refusalOf(other)).toMatchObject({ code: "key-reused" })
    })

    it("answer a retry even where the append would be refused by now", async () => {
      const { id, lease } = await beginDriven(scene.store)
      const { seq: head } = await scene.store.state(id)
      const start = () => scene.store.append(id, [say.started("t1")], { epoch: lease.epoch, head }, { key: "start" })
      expect((await start()).seq).toBe(3)
      expect((await start()).seq).toBe(3)
    })

    it("are not used up by an append that was refused", async () => {
      const id = await begin(scene.store)
      const withdraw = () => scene.store.append(id, [say.withdrawn("hello")], "intent", { key: "click" })
      await expectRefused(scene.store, id, withdraw, "illegal")
      await scene.store.append(id, [say.input("hello")], "intent")
      expect((await withdraw()).seq).toBe(3)
    })

    it.each(["", "x".repeat(257)])("have 1 to 256 characters", async (key) => {
      const id = await begin(scene.store)
      const work = () => scene.store.append(id, [say.input("hello")], "intent", { key })
      await expectRefused(scene.store, id, work, "invalid")
    })
  })
}
