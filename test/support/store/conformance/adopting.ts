import { describe, expect, it } from "vitest"
import { permissionsHere } from "../../../../src/session/view/permission.ts"
import { beginWithTurn, exported, more, rewound } from "./foreign-log.ts"
import { begin, expectRefused, logOf, type MakeStore, refusalOf, type Scene, setScene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

export function adopting(scene: Scene, makeStore: MakeStore): void {
  describe("adopt", () => {
    const far = setScene(makeStore)

    it("takes in a log under its own id, event for event", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "imported", events: log.events.length })
      await scene.reopen()
      expect(await logOf(scene.store, id)).toEqual(log.events)
      expect(await scene.store.state(id)).toEqual(await far.store.state(id))
      expect(await scene.store.row(id)).toEqual({ ...(await far.store.row(id)), foreignThrough: log.events.length })
      expect((await scene.store.search({ text: "needle" })).items).toMatchObject([{ session: id, seq: 4 }])
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("changes nothing the second time, or where the log here is longer", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      await scene.store.adopt(log)
      const row = await scene.store.row(id)
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "unchanged", events: 0 })
      expect(await scene.store.row(id)).toEqual(row)
      await scene.store.append(id, [say.input("here")], "intent")
      expect(await scene.store.adopt(log)).toEqual({ id, outcome: "unchanged", events: 0 })
      expect((await scene.store.row(id)).seq).toBe(row.seq + 1)
    })

    it("extends the log by what came after", async () => {
      const { id, drive } = await beginWithTurn(far.store)
      await scene.store.adopt(await exported(far.store, id))
      await drive(say.input("two"), say.input("three"))
      const longer = await exported(far.store, id)
      expect(await scene.store.adopt(longer)).toEqual({ id, outcome: "extended", events: 2 })
      expect(await logOf(scene.store, id)).toEqual(longer.events)
      expect(await scene.store.row(id)).toMatchObject({ foreignThrough: longer.events.length, messages: 3 })
      expect((await scene.store.append(id, [say.input("four")], "intent")).seq).toBe(longer.events.length + 1)
    })

    it("refuses a log that has gone another way", async () => {
      const { id, drive } = await beginWithTurn(far.store)
      await scene.store.adopt(await exported(far.store, id))
      await scene.store.append(id, [say.input("here")], "intent")
      await drive(say.input("there"), say.input("and there"))
      const log = await exported(far.store, id)
      await expectRefused(scene.store, id, () => scene.store.adopt(log), "exists")
    })

    it("does not extend a log that somebody drives", async () => {
      const { id, lease } = await beginWithTurn(far.store)
      await far.store.release(lease)
      await scene.store.adopt(await exported(far.store, id))
      const here = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await far.store.adopt(await exported(scene.store, id))
      await far.store.append(id, [say.input("two")], "intent")
      const longer = await exported(far.store, id)
      await expectRefused(scene.store, id, () => scene.store.adopt(longer), "owned")
      await scene.store.release(here)
      expect(await scene.store.adopt(longer)).toMatchObject({ outcome: "extended", events: 1 })
    })

    it("makes a copy under a new id, which names what it was copied from", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      const parent = { session: id, seq: log.events.length }
      const first = await scene.store.adopt(log, { copy: true })
      const second = await scene.store.adopt(log, { copy: true })
      expect(first).toEqual({ id: first.id, outcome: "imported", events: log.events.length })
      expect(new Set([id, first.id, second.id]).size).toBe(3)
      const copied = await logOf(scene.store, first.id)
      expect(copied.slice(0, -1)).toEqual(log.events)
      expect(copied.at(-1)).toMatchObject({ session: first.id, type: "session.opened", data: { parent } })
      expect(await scene.store.row(first.id)).toMatchObject({ parent, title: "Far away", foreignThrough: parent.seq })
      expect((await scene.store.append(first.id, [say.input("on")], "intent")).seq).toBe(parent.seq + 2)
      expect(await scene.store.verify()).toMatchObject({ sessions: 2, problems: [] })
    })

    it("takes in a fork whole, and keeps the names of its stretches", async () => {
      const { id } = await beginWithTurn(far.store)
      const fork = await begin(far.store, { parent: { session: id, seq: 4 } })
      await far.store.append(fork, [say.input("forked")], "intent")
      const log = await exported(far.store, fork)
      await scene.store.adopt(log)
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "unchanged" })
      expect(await logOf(scene.store, fork)).toEqual(log.events)
      expect(await far.store.adopt(log)).toMatchObject({ outcome: "unchanged" })
      expect(await scene.store.row(fork)).toMatchObject({ parent: { session: id, seq: 4 } })
    })

    it("makes privileges void that were given elsewhere", async () => {
      const { id } = await beginWithTurn(far.store)
      await scene.store.adopt(await exported(far.store, id))
      const { foreignThrough } = await scene.store.row(id)
      expect(permissionsHere(await scene.store.state(id), foreignThrough).permission.mode).toBe("read-only")
    })

    it("knows what came from elsewhere in a fork, too", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      await scene.store.adopt(log)
      await scene.store.append(id, [say.input("here")], "intent")
      const early = await begin(scene.store, { parent: { session: id, seq: 3 } })
      const late = await begin(scene.store, { parent: { session: id, seq: log.events.length + 1 } })
      expect(await scene.store.row(early)).toMatchObject({ foreignThrough: 3 })
      expect(await scene.store.row(late)).toMatchObject({ foreignThrough: log.events.length })
    })

    it("brings blobs along, and refuses a log that lacks one", async () => {
      const bytes = new TextEncoder().encode("attached")
      const ref = await far.store.putBlob(bytes)
      const id = await begin(far.store)
      await far.store.append(id, [say.input("see", { attachments: [{ ...ref, name: "a" }] })], "intent")
      const log = await exported(far.store, id)
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
      await scene.store.adopt({ ...log, blobs: [{ bytes }] })
      expect(Buffer.from(await scene.store.blob(ref.blob)).toString()).toBe("attached")
    })

    it("folds a log of a thousand rewinds without starting from its beginning each time", async () => {
      const id = await begin(far.store)
      const log = await exported(far.store, id)
      const events = [...log.events]
      for (let times = 0; times < 1000; times++) {
        events.push(more({ ...log, events }, "input.accepted", { input: `i${times}`, kind: "queue", text: "t" }))
        events.push(rewound({ ...log, events }, events.length - 1))
      }
      expect(await scene.store.adopt({ ...log, events })).toMatchObject({ outcome: "imported" })
      await scene.reopen()
      const { seq, live, branch } = await scene.store.state(id)
      expect({ seq, pieces: live.length, messages: branch.messages }).toEqual({ seq: 2001, pieces: 1001, messages: 0 })
      expect((await scene.store.verify()).problems).toEqual([])
    })

    it("does not bring back what was erased, as a copy neither", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      await scene.store.adopt(log)
      await scene.store.erase(id)
      expect(await refusalOf(scene.store.adopt(log))).toMatchObject({ code: "erased" })
      expect(await refusalOf(scene.store.adopt(log, { copy: true }))).toMatchObject({ code: "erased" })
      expect((await scene.store.list()).items).toEqual([])
    })

    it("goes on as a session of its own", async () => {
      const { id } = await beginWithTurn(far.store)
      await scene.store.adopt(await exported(far.store, id))
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await scene.store.append(id, [say.started("t2")], lease)
      expect((await typesOf(scene.store, id)).slice(-2)).toEqual(["session.owned", "turn.started"])
    })
  })
}
