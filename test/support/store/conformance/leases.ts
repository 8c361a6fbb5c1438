import { describe, expect, it } from "vitest"
import { begin, logOf, refusalOf, type Scene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

export function leases(scene: Scene): void {
  describe("leases", () => {
    it("give the right to drive in a first epoch, and record the owner", async () => {
      const id = await begin(scene.store)
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      expect(lease).toEqual({ session: id, epoch: 1, owner: { type: "RuntimeHandle", path: "runtime-handle" } })
      expect((await logOf(scene.store, id)).at(-1)).toMatchObject({
        type: "session.owned",
        by: { kind: "owner", name: "runtime-handle" },
        data: { ownerType: "RuntimeHandle", ownerPath: "runtime-handle", host: expect.any(String), epoch: 1 },
      })
      expect((await scene.store.state(id)).log.owner).toMatchObject({ type: "RuntimeHandle", path: "runtime-handle" })
    })

    it.each([
      [{ type: "RuntimeHandle" }, "runtime-handle"],
      [{ type: "Agent" }, "public-agent"],
      [{ type: "HTTPServer" }, "http-server"],
      [{ type: "RuntimeHandle", path: "my-own" }, "my-own"],
    ])("know the owner %o by its path %s", async (owner, path) => {
      const id = await begin(scene.store)
      expect((await scene.store.acquire(id, owner)).owner.path).toBe(path)
      expect((await scene.store.row(id)).owner).toEqual({ type: owner.type, path })
    })

    it("are had by one: the other is told by whom, and nothing is written", async () => {
      const id = await begin(scene.store)
      await scene.store.acquire(id, { type: "RuntimeHandle" })
      const other = await scene.openAnother()
      const before = await logOf(scene.store, id)
      for (const store of [other, scene.store]) {
        const { code, message, details } = await refusalOf(store.acquire(id, { type: "Other" }))
        expect(code).toBe("owned")
        expect(message).toContain("runtime-handle")
        expect(details).toMatchObject({ session: id, owner: { type: "RuntimeHandle", path: "runtime-handle" } })
      }
      expect(await logOf(scene.store, id)).toEqual(before)
    })

    it("are given back with the last append, for others at once", async () => {
      const id = await begin(scene.store)
      const lease = await scene.store.acquire(id, { type: "First" })
      await scene.store.append(id, [say.described({ title: "last" })], lease, { releases: true })
      expect(await refusalOf(scene.store.append(id, [say.described({ title: "late" })], lease))).toMatchObject({
        code: "fenced",
      })
      await scene.store.release(lease)
      const other = await scene.openAnother()
      expect((await other.acquire(id, { type: "Second" })).epoch).toBe(2)
      expect((await scene.store.state(id)).log.title).toBe("last")
    })

    it("are kept where the last append is refused", async () => {
      const id = await begin(scene.store)
      const lease = await scene.store.acquire(id, { type: "First" })
      const behind = { epoch: lease.epoch, head: 1 }
      const late = scene.store.append(id, [say.described({ title: "late" })], behind, { releases: true })
      expect(await refusalOf(late)).toMatchObject({ code: "behind" })
      await scene.store.append(id, [say.described({ title: "on" })], lease)
      await scene.store.release(lease)
    })

    it("go to one of two who ask at once", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const taken = await Promise.allSettled([scene.store, other].map((store) => store.acquire(id, { type: "Agent" })))
      expect(taken.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
      expect(await typesOf(scene.store, id)).toEqual(["session.opened", "session.owned"])
    })

    it("grow in epoch with each owner", async () => {
      const id = await begin(scene.store)
      const first = await scene.store.acquire(id, { type: "First" })
      await scene.store.release(first)
      const other = await scene.openAnother()
      const second = await other.acquire(id, { type: "Second" })
      await other.release(second)
      const third = await scene.store.acquire(id, { type: "Third" })
      expect([first.epoch, second.epoch, third.epoch]).toEqual([1, 2, 3])
      expect((await scene.store.state(id)).log.owner).toMatchObject({ type: "Third", epoch: 3 })
    })

    it("that were lost are given back without an error, and without harm to the new one", async () => {
      const id = await begin(scene.store)
      const first = await scene.store.acquire(id, { type: "First" })
      await scene.store.release(first)
      const other = await scene.openAnother()
      const second = await other.acquire(id, { type: "Second" })
      await scene.store.release(first)
      expect(await refusalOf(scene.store.acquire(id, { type: "Third" }))).toMatchObject({ code: "owned" })
      await other.append(id, [say.started("t1")], second)
    })

    it("are given up when the store is closed", async () => {
      const id = await begin(scene.store)
      const first = await scene.store.acquire(id, { type: "First" })
      const other = await scene.openAnother()
      await scene.store.close()
      expect((await other.acquire(id, { type: "Second" })).epoch).toBe(first.epoch + 1)
    })

    it("of a session that was erased are given back without an error", async () => {
      const id = await begin(scene.store)
      const lease = await scene.store.acquire(id, { type: "First" })
      await scene.store.release(lease)
      await scene.store.erase(id)
      await scene.store.release(lease)
    })
  })
}
