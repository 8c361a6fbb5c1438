import { describe, expect, it } from "vitest"
import { eventSchemas, isEventType, type NewEvent } from "../../../../src/session/event.ts"
import { policyOf } from "../../../../src/session/policy.ts"
import { begin, beginDriven, expectRefused, type Scene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

const typesOfOwner = Object.keys(eventSchemas)
  .filter(isEventType)
  .filter((type) => policyOf(type).writer !== "person")

export function authority(scene: Scene): void {
  describe("who may append", () => {
    it("takes a person's events from anybody, while somebody else drives", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.ask("a1", "t1"))
      const other = await scene.openAnother()
      await other.append(id, [say.input("hello"), say.answer("a1"), say.described({ title: "New" })], "intent")
      await other.append(id, [say.cancelled("t1")], "intent")
      expect((await typesOf(scene.store, id)).slice(4)).toEqual([
        "input.accepted",
        "ask.answered",
        "session.described",
        "turn.cancel-requested",
      ])
    })

    it.each(typesOfOwner)("takes %s from the owner only", async (type) => {
      const id = await begin(scene.store)
      const work = () => scene.store.append(id, [say.input("hello"), { type, data: {} } as never as NewEvent], "intent")
      await expectRefused(scene.store, id, work, "invalid")
    })

    it("refuses a driver before there was a lease", async () => {
      const id = await begin(scene.store)
      const work = () => scene.store.append(id, [say.started("t1")], { epoch: 0 })
      await expectRefused(scene.store, id, work, "fenced")
    })

    it("refuses a driver of an older epoch, and names the one of now", async () => {
      const { id, lease } = await beginDriven(scene.store)
      await scene.store.release(lease)
      const other = await scene.openAnother()
      const second = await other.acquire(id, { type: "RuntimeHandle" })
      const late = () => scene.store.append(id, [say.started("t1")], lease)
      const refusal = await expectRefused(scene.store, id, late, "fenced")
      expect(refusal.details).toMatchObject({ session: id, epoch: second.epoch })
      await other.append(id, [say.started("t1")], second)
    })

    it("refuses a driver that gave its lease back", async () => {
      const { id, lease } = await beginDriven(scene.store)
      await scene.store.release(lease)
      await expectRefused(scene.store, id, () => scene.store.append(id, [say.started("t1")], lease), "fenced")
      await scene.reopen()
      await expectRefused(scene.store, id, () => scene.store.append(id, [say.started("t1")], lease), "fenced")
    })

    it("refuses a driver of an epoch that is still to come", async () => {
      const { id, lease } = await beginDriven(scene.store)
      const work = () => scene.store.append(id, [say.started("t1")], { epoch: lease.epoch + 1 })
      await expectRefused(scene.store, id, work, "fenced")
    })

    it("refuses a decision on a head that has moved on, and names the head of now", async () => {
      const { id, lease } = await beginDriven(scene.store)
      const { seq: head } = await scene.store.state(id)
      await (await scene.openAnother()).append(id, [say.input("wait")], "intent")
      const work = () => scene.store.append(id, [say.started("t1")], { epoch: lease.epoch, head })
      const refusal = await expectRefused(scene.store, id, work, "behind")
      expect(refusal.details).toMatchObject({ session: id, head: head + 1 })
      expect((await scene.store.append(id, [say.started("t1")], { epoch: lease.epoch, head: head + 1 })).seq).toBe(
        head + 2,
      )
    })

    it("takes an outcome, which carries no head, wherever the log is by then", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const asked = await drive(say.started("t1"), say.asked("t1"))
      await (await scene.openAnother()).append(id, [say.input("meanwhile"), say.cancelled("t1")], "intent")
      expect((await scene.store.append(id, [say.answered(asked, "done", "t1")], { epoch: lease.epoch })).seq).toBe(
        asked + 3,
      )
    })
  })
}
