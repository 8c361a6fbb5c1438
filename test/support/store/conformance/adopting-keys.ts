import { describe, expect, it } from "vitest"
import type { Store } from "../../../../src/store/contract.ts"
import { exported } from "./foreign-log.ts"
import { begin, expectRefused, type MakeStore, refusalOf, type Scene, setScene } from "./scene.ts"
import * as say from "./script.ts"

export function adoptingKeys(scene: Scene, makeStore: MakeStore): void {
  describe("adopt", () => {
    const far = setScene(makeStore)

    it("knows the keys of what it took in", async () => {
      const id = await far.store.open({ workspace: "/w", project: "/w" }, { key: "open" })
      await far.store.append(id, [say.input("hello")], "intent", { key: "click" })
      await scene.store.adopt(await exported(far.store, id))
      expect((await scene.store.append(id, [say.input("hello")], "intent", { key: "click" })).seq).toBe(2)
      const other = scene.store.append(id, [say.input("bye")], "intent", { key: "click" })
      expect(await refusalOf(other)).toMatchObject({ code: "key-reused" })
      expect((await scene.store.append(id, [say.input("bye")], "intent", { key: "open" })).seq).toBe(3)
    })

    it("knows a keyed append of several events as one, with the seq that it led to", async () => {
      const id = await begin(far.store)
      const click = (store: Store, ...texts: string[]) =>
        store.append(
          id,
          texts.map((text) => say.input(text)),
          "intent",
          { key: "click" },
        )
      await far.store.append(id, [say.input("before")], "intent", { key: "before" })
      expect((await click(far.store, "one", "two", "three")).seq).toBe(5)
      await far.store.append(id, [say.input("after")], "intent", { key: "after" })
      await scene.store.adopt(await exported(far.store, id))
      expect((await click(scene.store, "one", "two", "three")).seq).toBe(5)
      for (const texts of [["one"], ["one", "two"], ["one", "two", "four"], ["one", "two", "three", "four"]]) {
        await expectRefused(scene.store, id, () => click(scene.store, ...texts), "key-reused")
      }
      await scene.reopen()
      expect((await click(scene.store, "one", "two", "three")).seq).toBe(5)
      expect((await scene.store.append(id, [say.input("after")], "intent", { key: "after" })).seq).toBe(6)
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("knows a keyed append whole, of which a shorter file had only the beginning", async () => {
      const id = await begin(far.store)
      const click = (store: Store) => store.append(id, [say.input("one"), say.input("two")], "intent", { key: "click" })
      await click(far.store)
      const log = await exported(far.store, id)
      await scene.store.adopt({ ...log, events: log.events.slice(0, 2) })
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "extended", events: 1 })
      expect((await click(scene.store)).seq).toBe(3)
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("leaves the key of an opening to the store that the session was opened in", async () => {
      const place = { workspace: "/w", project: "/w" }
      const id = await far.store.open(place, { key: "click" })
      await far.store.append(id, [say.input("one")], "intent", { key: "click" })
      await scene.store.adopt(await exported(far.store, id))
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
      expect((await scene.store.append(id, [say.input("one")], "intent", { key: "click" })).seq).toBe(2)
      expect(await scene.store.open(place, { key: "click" })).not.toBe(id)
    })
  })
}
