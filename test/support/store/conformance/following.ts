import { describe, expect, it } from "vitest"
import { isKnown } from "../../../../src/session/event.ts"
import { applyDelta, noPartials, type Partials } from "../../../../src/session/partial.ts"
import { begin, beginDriven, type FollowedItem, isDelta, listen, logOf, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function following(scene: Scene): void {
  const seqsOf = (items: FollowedItem[]) => items.map((item) => (isDelta(item) ? `delta of ${item.seq}` : item.seq))

  describe("follow", () => {
    it("replays what is there, then tells what comes", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one")], "intent")
      const listener = listen(scene.store, id)
      expect(await listener.take(2)).toEqual(await logOf(scene.store, id))
      const next = listener.next()
      await scene.store.append(id, [say.input("two")], "intent")
      expect(await next).toEqual((await logOf(scene.store, id)).at(-1))
    })

    it("begins after the event that is named, which may be still to come", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent")
      expect(seqsOf(await listen(scene.store, id, 2).take(1))).toEqual([3])
      const later = listen(scene.store, id, 4)
      const first = later.next()
      await scene.store.append(id, [say.input("three"), say.input("four"), say.input("five")], "intent")
      expect(seqsOf([await first, ...(await later.take(1))])).toEqual([5, 6])
    })

    it("tells what other processes append", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const listener = listen(other, id, 1)
      for (let n = 0; n < 5; n++) {
        const next = listener.next()
        const { seq } = await scene.store.append(id, [say.input(`input ${n}`)], "intent")
        expect(await next).toMatchObject({ seq, data: { text: `input ${n}` } })
      }
    })

    it("tells every event once, in order, while two processes append", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const listeners = [listen(scene.store, id), listen(other, id)]
      const received = listeners.map((listener) => listener.take(101))
      for (let n = 0; n < 25; n++) {
        await Promise.all(
          [scene.store, other].map((store, at) =>
            store.append(id, [say.input(`${at} ${n}`), say.input(`${at} ${n}, too`)], "intent"),
          ),
        )
      }
      const log = await logOf(scene.store, id)
      expect(await Promise.all(received)).toEqual([log, log])
    })

    it("tells those nothing of streamed text who want events only", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      const other = await scene.openAnother()
      const listeners = [scene.store, other].map((store) => listen(store, id, seq - 1, { only: "events" }))
      expect(seqsOf(await Promise.all(listeners.map((listener) => listener.next())))).toEqual([seq, seq])
      const next = Promise.all(listeners.map((listener) => listener.next()))
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello" })
      await listen(other, id, seq).next()
      await scene.store.append(id, [say.input("one")], "intent")
      expect(seqsOf(await next)).toEqual([seq + 1, seq + 1])
    })

    it("tells streamed text at once to those at the same store", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      const listener = listen(scene.store, id, seq)
      for (const [offset, text] of [
        [0, "Hel"],
        [3, "lo"],
        [5, "!"],
      ] as const) {
        const next = listener.next()
        scene.store.checkpoint(lease, seq, { channel: "text", offset, text })
        expect(await next).toEqual({ seq, channel: "text", offset, text })
      }
    })

    it("tells corrections of streamed text, also where the length is the same", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      const listener = listen(scene.store, id, seq)
      let partials: Partials = noPartials
      for (const [offset, text] of [
        [0, "Hello, word"],
        [9, "xy"],
        [0, "Good bye"],
        [5, "night, all"],
      ] as const) {
        const next = listener.next()
        scene.store.checkpoint(lease, seq, { channel: "text", offset, text })
        const delta = await next
        if (isDelta(delta)) partials = applyDelta(partials, delta)
        expect(partials).toEqual(await scene.store.partials(id))
      }
    })

    it("tells text before its outcome and never after it", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      const listener = listen(scene.store, id, 0)
      const received = listener.until((item) => !isDelta(item) && item.type === "turn.stopped")
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello" })
      await drive(say.answered(seq, "Hello", "t1"))
      await drive(say.stopped("t1"))
      const order = seqsOf(await received)
      expect(order.filter((item) => typeof item === "number")).toEqual([1, 2, 3, 4, 5, 6])
      const delta = order.indexOf(`delta of ${seq}`)
      if (delta !== -1) expect(order.slice(delta)).toEqual([`delta of ${seq}`, 5, 6])
    })

    it("goes on after a reconnect at any point, without a loss or a repetition", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hel" })
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 3, text: "lo" })
      const log = await logOf(scene.store, id)
      for (let after = 0; after <= log.length; after++) {
        const listener = listen(scene.store, id, after)
        expect(await listener.take(log.length - after + 1)).toEqual([
          ...log.slice(after),
          { seq, channel: "text", offset: 0, text: "Hello" },
        ])
        expect(await listener.stop()).toEqual([])
      }
    })

    it("tells a long log whole", async () => {
      const id = await begin(scene.store)
      for (let n = 0; n < 6; n++) {
        await scene.store.append(
          id,
          Array.from({ length: 100 }, (_, at) => say.input(`${n} ${at}`)),
          "intent",
        )
      }
      const received = await listen(scene.store, id).take(601)
      expect(received).toEqual(await logOf(scene.store, id))
      expect(received.every((item) => !isDelta(item) && isKnown(item))).toBe(true)
    })

    it("ends when it is aborted, while it waits and before it began", async () => {
      const id = await begin(scene.store)
      const listener = listen(scene.store, id)
      await listener.next()
      const waiting = listener.stop()
      expect(await waiting).toEqual([])
      expect(await listen(scene.store, id).stop()).toEqual([])
    })

    it("ends when the store is closed", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const listener = listen(other, id)
      await listener.next()
      const next = listener.ended()
      await other.close()
      expect(await next).toBe(true)
    })

    it("ends with the reason when the session is erased", async () => {
      const id = await begin(scene.store)
      const listener = listen(scene.store, id)
      await listener.next()
      const next = listener.next()
      const [refusal] = await Promise.all([refusalOf(next), scene.store.erase(id)])
      expect(refusal).toMatchObject({ code: "erased" })
    })
  })
}
