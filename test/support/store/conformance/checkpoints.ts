import { isDeepStrictEqual } from "node:util"
import { describe, expect, it } from "vitest"
import { applyDelta, noPartials, type Partials } from "../../../../src/session/partial.ts"
import { beginDriven, isDelta, listen, refusalOf, type Scene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

export function checkpoints(scene: Scene): void {
  const asking = async () => {
    const driven = await beginDriven(scene.store)
    const seq = await driven.drive(say.started("t1"), say.asked("t1"))
    return { ...driven, seq }
  }
  const text = (offset: number, piece: string) => ({ channel: "text", offset, text: piece }) as const

  describe("checkpoints", () => {
    it("show what an open intent has streamed, by channel", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, { channel: "reasoning", offset: 0, text: "hm" })
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      scene.store.checkpoint(lease, seq, text(5, ", world"))
      expect(await scene.store.partials(id)).toEqual(new Map([[seq, { reasoning: "hm", text: "Hello, world" }]]))
    })

    it("serve tools and checks as well", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const tool = await drive(say.started("t1"), say.called("c1", "t1"), say.toolStarted("c1", "t1"))
      const check = await drive(
        say.planned("v1", "k1"),
        say.checkCalled("v1", "k1", "t1"),
        say.checkStarted("v1", "k1", "t1"),
      )
      for (const seq of [tool, check])
        scene.store.checkpoint(lease, seq, { channel: "output", offset: 0, text: `${seq}` })
      const expected = new Map([tool, check].map((seq) => [seq, { output: `${seq}` }]))
      expect(await scene.store.partials(id)).toEqual(expected)
      await drive(say.finished("c1", "whole", "t1"))
      expect([...(await scene.store.partials(id)).keys()]).toEqual([check])
    })

    it("correct what was said before: cut at the offset, then appended", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello, word"))
      scene.store.checkpoint(lease, seq, text(10, "ld"))
      expect((await scene.store.partials(id)).get(seq)).toEqual({ text: "Hello, world" })
      scene.store.checkpoint(lease, seq, text(0, "Bye"))
      expect((await scene.store.partials(id)).get(seq)).toEqual({ text: "Bye" })
    })

    it("reach other processes", async () => {
      const { id, lease, seq } = await asking()
      const other = await scene.openAnother()
      const listener = listen(other, id, seq)
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      expect(await listener.next()).toEqual({ seq, channel: "text", offset: 0, text: "Hello" })
      expect(await other.partials(id)).toEqual(new Map([[seq, { text: "Hello" }]]))
      await listener.stop()
    })

    it("may be cut in the middle of a character", async () => {
      const { id, lease, seq } = await asking()
      const other = await scene.openAnother()
      const listener = listen(other, id, seq)
      let partials: Partials = noPartials
      for (const [offset, half] of ["\ud83d", "\ude00"].entries()) {
        scene.store.checkpoint(lease, seq, text(offset, half))
        const delta = await listener.next()
        if (isDelta(delta)) partials = applyDelta(partials, delta)
      }
      const whole = new Map([[seq, { text: "😀" }]])
      expect(partials).toEqual(whole)
      await scene.reopen()
      expect(await scene.store.partials(id)).toEqual(whole)
    })

    it("survive a close, and the next owner goes on from them", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      await scene.reopen()
      const left = new Map([[seq, { text: "Hello" }]])
      expect(await scene.store.partials(id)).toEqual(left)
      const second = await scene.store.acquire(id, { type: "RuntimeHandle" })
      expect(await scene.store.partials(id)).toEqual(left)
      scene.store.checkpoint(second, seq, text(5, ", again"))
      expect(await scene.store.partials(id)).toEqual(new Map([[seq, { text: "Hello, again" }]]))
    })

    it("give way to the outcome", async () => {
      const { id, lease, seq, drive } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      await drive(say.answered(seq, "Hello, world", "t1"))
      expect(await scene.store.partials(id)).toEqual(new Map())
      await scene.reopen()
      expect(await scene.store.partials(id)).toEqual(new Map())
    })

    it("are ignored once the outcome is there, whatever their offset", async () => {
      const { id, lease, seq, drive } = await asking()
      await drive(say.answered(seq, "Hello", "t1"))
      scene.store.checkpoint(lease, seq, text(0, "late"))
      scene.store.checkpoint(lease, seq, text(40, "later"))
      expect(await scene.store.partials(id)).toEqual(new Map())
      const head = await drive(say.stopped("t1"))
      const listener = await listen(scene.store, id, 0).take(head)
      expect(listener.filter(isDelta)).toEqual([])
    })

    it("are ignored from an older epoch", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      await scene.store.release(lease)
      scene.store.checkpoint(lease, seq, text(5, " from nobody"))
      const other = await scene.openAnother()
      const second = await other.acquire(id, { type: "RuntimeHandle" })
      scene.store.checkpoint(lease, seq, text(5, " from before"))
      other.checkpoint(second, seq, text(5, " from now"))
      expect(await other.partials(id)).toEqual(new Map([[seq, { text: "Hello from now" }]]))
    })

    it("are ignored from an older lease of the same store", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      await scene.store.release(lease)
      await scene.store.acquire(id, { type: "RuntimeHandle" })
      scene.store.checkpoint(lease, seq, text(5, " from before"))
      expect(await scene.store.partials(id)).toEqual(new Map([[seq, { text: "Hello" }]]))
    })

    it.each([
      { channel: "text", offset: Number.NaN, text: "x" },
      { channel: "text", offset: -1, text: "x" },
      { channel: "text", offset: 0.5, text: "x" },
      { channel: "whisper", offset: 0, text: "x" },
      { channel: "text", offset: 0 },
    ])("refuse what could not be kept, and harm nobody: %j", async (piece) => {
      const { id, lease, seq } = await asking()
      expect(() => scene.store.checkpoint(lease, seq, piece as never)).toThrow(/checkpoint/)
      await scene.store.append(id, [say.input("goes on")], "intent")
    })

    it("refuse to leave a gap", async () => {
      const { id, lease, seq } = await asking()
      scene.store.checkpoint(lease, seq, text(0, "Hello"))
      const refusal = await refusalOf(async () => {
        scene.store.checkpoint(lease, seq, text(6, "world"))
        // Where the store is in another thread, it can say so only now.
        await scene.store.append(id, [say.input("goes on")], "intent")
      })
      expect(refusal).toMatchObject({ code: "invalid" })
      expect((await scene.store.partials(id)).get(seq)).toEqual({ text: "Hello" })
    })

    it("are no events, and leave the row alone but for its time", async () => {
      const { id, lease, seq } = await asking()
      const before = { types: await typesOf(scene.store, id), row: await scene.store.row(id) }
      let length = 0
      // The clock may not have moved on since the last event.
      const isFresh = async () => {
        scene.store.checkpoint(lease, seq, text(length++, "."))
        return (await scene.store.row(id)).updatedAt > before.row.updatedAt
      }
      await expect.poll(isFresh).toBe(true)
      // The last of them may still be on its way.
      const isListed = async () => isDeepStrictEqual((await scene.store.list()).items, [await scene.store.row(id)])
      await expect.poll(isListed).toBe(true)
      expect(await typesOf(scene.store, id)).toEqual(before.types)
      expect({ ...(await scene.store.row(id)), updatedAt: before.row.updatedAt }).toEqual(before.row)
    })

    it("bring a session to the front of the list", async () => {
      const { id, lease, seq } = await asking()
      const { id: newer } = await beginDriven(scene.store)
      const order = async () => (await scene.store.list()).items.map((row) => row.id)
      expect(await order()).toEqual([newer, id])
      let length = 0
      const orderAfterMore = () => {
        scene.store.checkpoint(lease, seq, text(length++, "."))
        return order()
      }
      await expect.poll(orderAfterMore).toEqual([id, newer])
      const first = await scene.store.list({ limit: 1 })
      const second = await scene.store.list({ limit: 1, cursor: first.next ?? "" })
      expect([...first.items, ...second.items].map((row) => row.id)).toEqual([id, newer])
    })
  })
}
