import { describe, expect, it } from "vitest"
import { drainingStops, type StopCode, stopCodes } from "../../../../src/session/event/turn.ts"
import { begin, beginDriven, expectRefused, logOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

const otherStops = (Object.keys(stopCodes) as StopCode[]).filter(
  (code) => !drainingStops.has(code) && code !== "superseded",
)

export function turns(scene: Scene): void {
  describe("stop records", () => {
    it("are one a turn: the second is refused", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.stopped("t1", "cancelled"))
      await expectRefused(scene.store, id, () => drive(say.stopped("t1", "answered")), "stopped")
      expect((await scene.store.state(id)).branch.stop).toMatchObject({ turn: "t1", code: "cancelled" })
    })

    it("are one a turn when two come at once", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"))
      const stops = await Promise.allSettled([drive(say.stopped("t1")), drive(say.stopped("t1", "crashed"))])
      expect(stops.map(({ status }) => status)).toEqual(["fulfilled", "rejected"])
      expect((await logOf(scene.store, id)).filter(({ type }) => type === "turn.stopped")).toHaveLength(1)
    })

    it("wait until what was begun or streamed in the turn is settled; open asks expire with it", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.asked("t1"), say.ask("a1", "t1"))
      const call = (await scene.store.state(id)).log.intents.model?.seq ?? 0
      await expectRefused(scene.store, id, () => drive(say.stopped("t1", "cancelled")), "illegal")
      await drive(say.interrupted(call, "cut", "t1"), say.stopped("t1", "cancelled"))
      const { log } = await scene.store.state(id)
      expect({ turn: log.turn, intents: log.intents, asks: log.asks.open }).toEqual({
        turn: null,
        intents: { model: null, restore: null, tools: [] },
        asks: [],
      })
    })

    it("cannot be had twice by starting the same turn again, much later or after a rewind or in a fork", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.stopped("t1"), say.started("t2"), say.stopped("t2"))
      await expectRefused(scene.store, id, () => drive(say.started("t1")), "stopped")
      await scene.reopen()
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      const head = (await scene.store.state(id)).seq
      await scene.store.append(id, [say.rewound(2, head)], "intent")
      const again = () => scene.store.append(id, [say.started("t1")], lease)
      await expectRefused(scene.store, id, again, "stopped")
      const fork = await scene.store.open({ workspace: "/w", project: "/w", parent: { session: id, seq: head } })
      const forked = await scene.store.acquire(fork, { type: "RuntimeHandle" })
      await expectRefused(scene.store, fork, () => scene.store.append(fork, [say.started("t2")], forked), "stopped")
    })

    it("survive a reopen as the one of their turn", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.stopped("t1"))
      await scene.reopen()
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      const again = () => scene.store.append(id, [say.stopped("t1")], lease)
      await expectRefused(scene.store, id, again, "stopped")
    })
  })

  describe("turns", () => {
    it("begin once, however long ago and on whatever branch", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const first = await drive(say.started("t1"), say.stopped("t1"), say.started("t2"), say.stopped("t2"))
      await expectRefused(scene.store, id, () => drive(say.started("t1")), "stopped")
      await drive(say.rewound(2, first))
      for (const turn of ["t1", "t2"]) await expectRefused(scene.store, id, () => drive(say.started(turn)), "stopped")
      await scene.reopen()
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await expectRefused(scene.store, id, () => scene.store.append(id, [say.started("t1")], lease), "stopped")
      await scene.store.append(id, [say.started("t3")], lease)
    })

    it("begin once in one append", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const twice = [say.started("t1"), say.stopped("t1"), say.started("t2"), say.stopped("t2"), say.started("t1")]
      await expectRefused(scene.store, id, () => drive(...twice), "stopped")
    })

    it("of a parent are known to its forks, over each erasure: those that they inherit, and no others", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const shared = await drive(say.started("t1"), say.stopped("t1"))
      await drive(say.started("t2"), say.stopped("t2"))
      await scene.store.release(lease)
      const child = await begin(scene.store, { parent: { session: id, seq: shared } })
      const grandchild = await begin(scene.store, { parent: { session: child, seq: shared + 1 } })
      const driving = await scene.store.acquire(grandchild, { type: "RuntimeHandle" })
      const start = (turn: string) => scene.store.append(grandchild, [say.started(turn), say.stopped(turn)], driving)
      await expectRefused(scene.store, grandchild, () => start("t1"), "stopped")
      await start("t2")
      await scene.store.erase(child, { forks: "copy" })
      await scene.store.erase(id)
      for (const turn of ["t1", "t2"]) await expectRefused(scene.store, grandchild, () => start(turn), "stopped")
    })
  })

  describe("asks", () => {
    it("have one answer: the second is told the first, with who gave it", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.ask("a1", "t1"))
      const by = { kind: "person", name: "Ada", device: "phone" } as const
      await scene.store.append(id, [{ ...say.answer("a1", { answer: "deny", text: "not now" }), by }], "intent")
      const other = await scene.openAnother()
      const second = () => other.append(id, [say.answer("a1")], "intent")
      const { message, details } = await expectRefused(scene.store, id, second, "answered")
      expect(message).toContain("Ada on phone")
      expect(details).toMatchObject({ earlier: { ask: "a1", answer: "deny", text: "not now", by } })
    })

    it("have one answer when two come at once", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.ask("a1", "t1"))
      const other = await scene.openAnother()
      const answers = await Promise.allSettled([
        scene.store.append(id, [say.answer("a1")], "intent"),
        other.append(id, [say.answer("a1", { answer: "deny" })], "intent"),
      ])
      expect(answers.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    })

    it("stay open over a reopen, and the turn with them", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.ask("a1", "t1"))
      await scene.reopen()
      const { log } = await scene.store.state(id)
      expect({ turn: log.turn?.id, open: log.asks.open.map(({ ask }) => ask) }).toEqual({ turn: "t1", open: ["a1"] })
      await scene.store.append(id, [say.answer("a1")], "intent")
    })
  })

  describe("inputs", () => {
    const waiting = async (id: string) => (await scene.store.state(id)).log.inputs

    it("wait in the order in which they came", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent")
      expect(await waiting(id)).toMatchObject({
        held: false,
        waiting: [{ text: "one", kind: "send" }, { text: "two" }],
      })
      await drive(say.started("t1"), say.consumed("one"))
      expect(await waiting(id)).toMatchObject({ waiting: [{ text: "two" }] })
    })

    it("that are sent during a turn wait as a queue", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"))
      await scene.store.append(id, [say.input("later")], "intent")
      expect(await waiting(id)).toMatchObject({ waiting: [{ text: "later", kind: "queue" }] })
    })

    it("that interrupt go first, and ask the turn to stop", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"))
      await scene.store.append(id, [say.input("later"), say.input("now", { kind: "interrupt", turn: "t1" })], "intent")
      const { log } = await scene.store.state(id)
      expect(log.turn?.cancel).toMatchObject({ why: "superseded" })
      expect(log.inputs).toMatchObject({ waiting: [{ text: "now" }, { text: "later" }] })
      await drive(say.stopped("t1", "superseded"))
      expect(await waiting(id)).toMatchObject({ held: false })
    })

    it("keep their place when they are edited, and lose it when they are withdrawn", async () => {
      const { id } = await beginDriven(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent")
      await scene.store.append(id, [say.edited("one", "1"), say.withdrawn("two")], "intent")
      expect(await waiting(id)).toMatchObject({ waiting: [{ input: "input of one", text: "1" }] })
    })

    it.each([...drainingStops])("go on by themselves after %s", async (code) => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.input("next"), say.stopped("t1", code))
      expect(await waiting(id)).toMatchObject({ held: false, waiting: [{ text: "next" }] })
    })

    it.each(otherStops)("are held after %s, until somebody sends or resumes", async (code) => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.started("t1"), say.input("next"), say.stopped("t1", code))
      expect(await waiting(id)).toMatchObject({ held: true, waiting: [{ text: "next" }] })
      await scene.store.append(id, [say.input("queued", { kind: "queue" })], "intent")
      expect(await waiting(id)).toMatchObject({ held: true })
      await scene.store.append(id, [say.input("go on")], "intent")
      expect(await waiting(id)).toMatchObject({ held: false })
    })
  })
}
