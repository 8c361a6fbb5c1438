import { describe, expect, it } from "vitest"
import { fold, inRanges } from "../../../../src/session/fold.ts"
import { transcript } from "../../../../src/session/view/transcript.ts"
import { begin, beginDriven, expectRefused, listen, logOf, refusalOf, type Scene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

export function branches(scene: Scene): void {
  describe("forks", () => {
    it("inherit the log up to an event, and go on in its numbers", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two"), say.input("three")], "intent")
      const fork = await begin(scene.store, { parent: { session: id, seq: 3 } })
      const [parent, log] = [await logOf(scene.store, id), await logOf(scene.store, fork)]
      expect(log.slice(0, 3)).toEqual(parent.slice(0, 3))
      expect(log.slice(3)).toEqual([
        expect.objectContaining({
          session: fork,
          seq: 4,
          type: "session.opened",
          data: expect.objectContaining({ parent: { session: id, seq: 3 } }),
        }),
      ])
      expect((await scene.store.append(fork, [say.input("four")], "intent")).seq).toBe(5)
    })

    it("have the conversation of the parent at that event", async () => {
      const { id, drive } = await beginDriven(scene.store, { title: "Fix it" })
      const asked = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
      const stopped = await drive(say.answered(asked, "hi", "t1"), say.compacted(3), say.stopped("t1"))
      await drive(say.input("later"), say.compacted(5))
      const at = await scene.store.state(id, { at: stopped })
      const fork = await begin(scene.store, { parent: { session: id, seq: stopped } })
      const state = await scene.store.state(fork)
      expect(state.branch).toEqual(at.branch)
      expect(state.log).toMatchObject({ title: "Fix it", parent: { session: id, seq: stopped } })
      expect(await scene.store.state(fork, { at: stopped })).toEqual({ ...at, id: fork })
    })

    it("leave privileges, owner, open work and waiting inputs behind", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.permitted("allow"), say.described({ pinned: true, archived: true }), say.started("t1"))
      await drive(say.ask("a1", "t1", { call: "c1" }), say.answer("a1", { scope: "always" }), say.ask("a2", "t1"))
      const seq = await drive(say.asked("t1"), say.called("c1", "t1"), say.input("waits"))
      const fork = await begin(scene.store, { parent: { session: id, seq } })
      const { log } = await scene.store.state(fork)
      expect(log).toMatchObject({
        permission: { mode: "workspace-write" },
        grants: [],
        owner: null,
        turn: null,
        intents: { model: null, restore: null, tools: [] },
        asks: { open: [], answered: [] },
        inputs: { waiting: [], held: false },
        pinned: false,
        archived: false,
      })
      const parent = (await scene.store.state(id)).log
      expect(parent).toMatchObject({ permission: { mode: "allow" }, turn: { id: "t1" }, pinned: true })
      expect(parent.grants).toHaveLength(1)
    })

    it("keep a lower permission mode", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const seq = await drive(say.permitted("read-only"))
      const fork = await begin(scene.store, { parent: { session: id, seq } })
      expect((await scene.store.state(fork)).log.permission.mode).toBe("read-only")
    })

    it("and their parent do not see what the other appends", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const seq = await drive(say.input("shared"))
      const fork = await begin(scene.store, { parent: { session: id, seq } })
      await drive(say.input("of the parent"))
      await scene.store.append(fork, [say.input("of the fork")], "intent")
      const texts = async (session: string) =>
        (await logOf(scene.store, session)).flatMap(({ data }) => ("text" in data ? [data.text] : []))
      expect(await texts(id)).toEqual(["shared", "of the parent"])
      expect(await texts(fork)).toEqual(["shared", "of the fork"])
    })

    it("have leases, keys and rows of their own", async () => {
      const { id } = await beginDriven(scene.store)
      await scene.store.append(id, [say.input("one")], "intent", { key: "click" })
      const fork = await begin(scene.store, { parent: { session: id, seq: 3 }, project: "/projects/other" })
      expect((await scene.store.acquire(fork, { type: "RuntimeHandle" })).epoch).toBe(1)
      expect((await scene.store.append(fork, [say.input("two")], "intent", { key: "click" })).seq).toBe(6)
      expect(await scene.store.row(fork)).toMatchObject({
        parent: { session: id, seq: 3 },
        project: "/projects/other",
        seq: 6,
        messages: 2,
      })
    })

    it("can be forked: each stretch keeps the name of its session", async () => {
      const first = await begin(scene.store)
      await scene.store.append(first, [say.input("one"), say.input("not shared")], "intent")
      const second = await begin(scene.store, { parent: { session: first, seq: 2 } })
      await scene.store.append(second, [say.input("two"), say.input("not shared either")], "intent")
      const third = await begin(scene.store, { parent: { session: second, seq: 4 } })
      await scene.store.append(third, [say.input("three")], "intent")
      const early = await begin(scene.store, { parent: { session: third, seq: 1 } })
      await scene.reopen()
      const log = await logOf(scene.store, third)
      expect(log.map(({ session, seq }) => [session, seq])).toEqual([
        [first, 1],
        [first, 2],
        [second, 3],
        [second, 4],
        [third, 5],
        [third, 6],
      ])
      expect(log.flatMap(({ data }) => ("text" in data ? [data.text] : []))).toEqual(["one", "two", "three"])
      expect((await logOf(scene.store, early)).map(({ session }) => session)).toEqual([first, early])
      expect((await scene.store.state(third)).log.parent).toEqual({ session: second, seq: 4 })
    })

    it("are followed and read like any log", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent")
      const fork = await begin(scene.store, { parent: { session: id, seq: 2 } })
      const log = await logOf(scene.store, fork)
      expect(await listen(scene.store, fork).take(3)).toEqual(log)
      expect(await logOf(scene.store, fork, { reverse: true, limit: 2 })).toEqual([log[2], log[1]])
    })

    it.each([0, 3])("are refused where the parent has no event (%i)", async (seq) => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one")], "intent")
      const refusal = await refusalOf(begin(scene.store, { id: "fork", parent: { session: id, seq } }))
      expect(refusal.code).toBe(seq === 0 ? "invalid" : "not-found")
      expect((await scene.store.list()).items.map((row) => row.id)).toEqual([id])
    })
  })

  describe("rewind", () => {
    const talked = async () => {
      const driven = await beginDriven(scene.store)
      const first = await driven.drive(say.input("one"), say.started("t1"), say.consumed("one"), say.stopped("t1"))
      const before = await scene.store.state(driven.id)
      const head = await driven.drive(
        say.input("two"),
        say.started("t2"),
        say.consumed("two"),
        say.stopped("t2", "cancelled"),
      )
      return { ...driven, first, before, head }
    }

    it("takes the branch back to an event, and keeps what follows the whole log", async () => {
      const { id, first, before, head } = await talked()
      const { seq } = await scene.store.append(id, [say.rewound(first, head)], "intent")
      const state = await scene.store.state(id)
      expect(state.branch).toEqual(before.branch)
      expect(state.live).toEqual([
        { from: 1, to: first },
        { from: seq, to: null },
      ])
      expect(state.log.usage.total.turns).toBe(2)
      expect(await scene.store.row(id)).toMatchObject({ messages: 1, stop: "answered", seq })
    })

    it("removes nothing: every event stays readable", async () => {
      const { id, first, head } = await talked()
      const before = await logOf(scene.store, id)
      await scene.store.append(id, [say.rewound(first, head)], "intent")
      expect((await logOf(scene.store, id)).slice(0, -1)).toEqual(before)
      expect((await scene.store.state(id, { at: head })).branch.stop?.turn).toBe("t2")
    })

    it("shows the live branch, and goes on from there", async () => {
      const { id, drive, first, head } = await talked()
      await scene.store.append(id, [say.rewound(first, head)], "intent")
      await drive(say.input("other"))
      const { live } = await scene.store.state(id)
      const shown = transcript(await logOf(scene.store, id), { live })
      expect(shown.flatMap((item) => (item.kind === "input" ? [item.text] : []))).toEqual(["one", "other"])
    })

    it("can be rewound, again and again, over a reopen", async () => {
      const { id, first, before, head } = await talked()
      const { seq: back } = await scene.store.append(id, [say.rewound(first, head)], "intent")
      const { seq: again } = await scene.store.append(id, [say.input("other"), say.rewound(back, back + 1)], "intent")
      await scene.reopen()
      const state = await scene.store.state(id)
      expect(state.branch).toEqual(before.branch)
      expect(state.live.filter(({ from, to }) => to === null || from <= to)).toEqual(state.live)
      expect([first, back, again].map((seq) => inRanges(state.live, seq))).toEqual([true, true, true])
      expect(inRanges(state.live, head)).toBe(false)
    })

    it("goes back to an event of the same append", async () => {
      const id = await begin(scene.store)
      await scene.store.append(
        id,
        [say.input("one"), say.input("two"), say.rewound(2, 3), say.input("three")],
        "intent",
      )
      const { branch, live } = await scene.store.state(id)
      expect({ messages: branch.messages, live }).toEqual({
        messages: 2,
        live: [
          { from: 1, to: 2 },
          { from: 4, to: null },
        ],
      })
      const before = await scene.store.state(id)
      await scene.reopen()
      expect(await scene.store.state(id)).toEqual(before)
    })

    it("is refused while something that was begun has no outcome", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const asked = await drive(say.asked())
      await expectRefused(scene.store, id, () => drive(say.rewound(2, asked)), "illegal")
      await expectRefused(scene.store, id, () => drive(say.started("t1")), "illegal")
      await drive(say.answered(asked, "settled"))
      await drive(say.rewound(2, asked + 1))
      expect(await scene.store.state(id)).toEqual(fold(id, await logOf(scene.store, id)))
    })

    it("is refused with an open turn, and writes nothing", async () => {
      const { id, drive, first, head } = await talked()
      await drive(say.started("t3"))
      const work = () => scene.store.append(id, [say.rewound(first, head + 1)], "intent")
      await expectRefused(scene.store, id, work, "illegal")
    })

    it("is refused when the log has moved on since the person looked", async () => {
      const { id, first, head } = await talked()
      await scene.store.append(id, [say.input("meanwhile")], "intent")
      const work = () => scene.store.append(id, [say.rewound(first, head)], "intent")
      await expectRefused(scene.store, id, work, "behind")
    })

    it("goes back over the border of a fork", async () => {
      const { id, first, before, head } = await talked()
      const fork = await begin(scene.store, { parent: { session: id, seq: head } })
      await scene.store.append(fork, [say.rewound(first, head + 1)], "intent")
      expect((await scene.store.state(fork)).branch).toEqual(before.branch)
      expect(await typesOf(scene.store, fork)).toHaveLength(head + 2)
    })

    it("is inherited by a fork", async () => {
      const { id, first, head } = await talked()
      const { seq } = await scene.store.append(id, [say.rewound(first, head)], "intent")
      const fork = await begin(scene.store, { parent: { session: id, seq } })
      const [parent, state] = [await scene.store.state(id), await scene.store.state(fork)]
      expect({ branch: state.branch, live: state.live }).toEqual({ branch: parent.branch, live: parent.live })
    })
  })
}
