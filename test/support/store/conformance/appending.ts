import { describe, expect, it } from "vitest"
import type { NewEvent } from "../../../../src/session/event.ts"
import { begin, beginDriven, expectRefused, logOf, refusalOf, type Scene, typesOf } from "./scene.ts"
import * as say from "./script.ts"

export function appending(scene: Scene): void {
  describe("append", () => {
    it("returns the seq of the last event, and numbers them without gaps", async () => {
      const id = await begin(scene.store)
      expect((await scene.store.append(id, [say.input("one"), say.input("two")], "intent")).seq).toBe(3)
      expect((await scene.store.append(id, [say.input("three")], "intent")).seq).toBe(4)
      expect((await logOf(scene.store, id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    })

    it("returns the events as they are in the log", async () => {
      const { id, lease } = await beginDriven(scene.store)
      const started = [say.started("t1"), { ...say.asked("t1"), step: 0 }]
      const { seq, events } = await scene.store.append(id, started, lease)
      expect(events).toEqual(await logOf(scene.store, id, { after: seq - 2 }))
    })

    it("keeps the order in which appends were asked for, of many sessions at once", async () => {
      const ids = [await begin(scene.store), await begin(scene.store), await begin(scene.store)]
      const numbers = Array.from({ length: 20 }, (_, number) => number)
      await Promise.all(
        numbers.flatMap((number) => ids.map((id) => scene.store.append(id, [say.input(`input ${number}`)], "intent"))),
      )
      for (const id of ids) {
        const texts = (await logOf(scene.store, id)).slice(1).map(({ data }) => "text" in data && data.text)
        expect(texts).toEqual(numbers.map((number) => `input ${number}`))
      }
    })

    it("loses nothing and repeats nothing when two processes append at once", async () => {
      const id = await begin(scene.store)
      const stores = [scene.store, await scene.openAnother()]
      const numbers = Array.from({ length: 20 }, (_, number) => number)
      await Promise.all(
        numbers.flatMap((number) =>
          stores.map((store, at) => store.append(id, [say.input(`${at} ${number}`)], "intent")),
        ),
      )
      const log = await logOf(scene.store, id)
      expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1))
      const texts = log.slice(1).map(({ data }) => "text" in data && data.text)
      for (const at of stores.keys()) {
        expect(texts.filter((text) => String(text).startsWith(`${at} `))).toEqual(numbers.map((n) => `${at} ${n}`))
      }
    })

    it("writes all events of an append or none", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await expectRefused(scene.store, id, () => drive(say.started("t1"), say.started("t2")), "illegal")
      expect((await scene.store.state(id)).log.turn).toBeNull()
      await drive(say.started("t2"))
      expect((await scene.store.state(id)).log.turn?.id).toBe("t2")
    })

    it("lets a refused append be no harm to those beside it", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const [first, second, third] = await Promise.allSettled([
        drive(say.started("t1")),
        drive(say.started("t2")),
        drive(say.asked("t1")),
      ])
      expect([first.status, second.status, third.status]).toEqual(["fulfilled", "rejected", "fulfilled"])
      expect(await typesOf(scene.store, id)).toEqual(["session.opened", "session.owned", "turn.started", "model.asked"])
    })

    it("signs for a person where nobody is named, and for the owner where it drives", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await scene.store.append(id, [say.input("hello")], "intent")
      await drive(say.started("t1"))
      const [, owned, person, driver] = (await logOf(scene.store, id)).map(({ by }) => by)
      expect(owned).toEqual({ kind: "owner", name: "runtime-handle" })
      expect(person).toMatchObject({ kind: "person" })
      expect(driver).toEqual({ kind: "owner", name: "runtime-handle" })
    })

    it("signs for the owner after somebody else has written, too", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const other = await scene.openAnother()
      await other.append(id, [say.input("hello")], "intent")
      await drive(say.started("t1"))
      expect((await logOf(scene.store, id)).at(-1)?.by).toEqual({ kind: "owner", name: "runtime-handle" })
    })

    it("keeps who, turn and step as they were given", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const by = { kind: "person", name: "Ada", device: "phone" } as const
      await scene.store.append(id, [{ ...say.input("hello"), by }], "intent")
      await drive(say.started("t1"), { ...say.asked("t1"), step: 3 })
      const [input, , asked] = (await logOf(scene.store, id)).slice(2)
      expect(input?.by).toEqual(by)
      expect(asked).toMatchObject({ turn: "t1", step: 3 })
    })

    it("gives every event an id of its own", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("one"), say.input("two")], "intent")
      expect(new Set((await logOf(scene.store, id)).map((event) => event.id)).size).toBe(3)
    })

    it("keeps fields that it does not know", async () => {
      const id = await begin(scene.store)
      const data = { input: "i", kind: "send", text: "hello", mood: { colour: "green", deep: [1, null] } } as const
      await scene.store.append(id, [{ type: "input.accepted", data }], "intent")
      await scene.reopen()
      expect((await logOf(scene.store, id)).at(-1)?.data).toEqual(data)
    })

    it("keeps text as it is: line breaks, zeroes, any script, half a pair", async () => {
      const id = await begin(scene.store)
      const text = 'a\r\n\t\u0000\u2028"\\ 検索 שלום 👩‍💻 \ud800 end'
      await scene.store.append(id, [say.input(text, { input: "odd" })], "intent")
      await scene.reopen()
      expect((await logOf(scene.store, id)).at(-1)?.data).toMatchObject({ text })
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("is not changed by what the caller does with its objects afterwards", async () => {
      const id = await begin(scene.store)
      const tags = ["one"]
      await scene.store.append(id, [say.described({ tags })], "intent")
      tags.push("two")
      expect((await scene.store.state(id)).log.tags).toEqual(["one"])
      await scene.store.append(id, [say.input("hello")], "intent")
      expect((await scene.store.row(id)).tags).toEqual(["one"])
    })

    it("knows at once what it will read after a reopen, of odd values too", async () => {
      const { id, drive } = await beginDriven(scene.store)
      const odd = { when: new Date(0), none: undefined, list: [undefined, Number.NaN] }
      await drive({ type: "done.defined", data: { task: "it", status: undefined, ...odd } as never })
      const before = await scene.store.state(id)
      await scene.reopen()
      expect(await scene.store.state(id)).toStrictEqual(before)
    })

    it.each<[string, NewEvent[]]>([
      ["no events", []],
      ["a type that there is not", [{ type: "input.imagined", data: {} } as never]],
      ["data that does not fit the type", [{ type: "input.accepted", data: { text: 7 } } as never]],
      ["a good event and a bad one", [say.input("one"), { type: "input.accepted", data: {} } as never]],
      ["nobody as its person", [{ ...say.input("one"), by: { kind: "person", name: "" } }]],
      ["a turn without a name", [{ ...say.input("one"), turn: "" }]],
      ["half a step", [{ ...say.input("one"), step: 0.5 }]],
    ])("refuses %s, and writes nothing", async (_, events) => {
      const id = await begin(scene.store)
      await expectRefused(scene.store, id, () => scene.store.append(id, events, "intent"), "invalid")
    })

    it.each(["session.opened", "session.owned"] as const)("writes %s itself, for nobody else", async (type) => {
      const { id, lease } = await beginDriven(scene.store)
      const [opened, owned] = await logOf(scene.store, id)
      const { data } = (type === "session.opened" ? opened : owned) ?? {}
      for (const by of ["intent", lease] as const) {
        const work = () => scene.store.append(id, [{ type, data } as NewEvent], by)
        await expectRefused(scene.store, id, work, "invalid")
      }
    })

    it("has everything after a reopen that it had before", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await scene.store.append(id, [say.input("hello")], "intent")
      await drive(say.started("t1"), say.consumed("hello"), say.stopped("t1"))
      const before = { log: await logOf(scene.store, id), state: await scene.store.state(id) }
      await scene.reopen()
      expect({ log: await logOf(scene.store, id), state: await scene.store.state(id) }).toEqual(before)
    })

    it("is read by everybody as soon as it is acknowledged", async () => {
      const other = await scene.openAnother()
      const id = await begin(scene.store)
      expect(await typesOf(other, id)).toEqual(["session.opened"])
      await other.append(id, [say.input("from there")], "intent")
      expect(await typesOf(scene.store, id)).toEqual(["session.opened", "input.accepted"])
      expect((await scene.store.state(id)).log.inputs.waiting).toHaveLength(1)
    })

    it("says that a session was erased", async () => {
      const id = await begin(scene.store)
      await scene.store.erase(id)
      expect(await refusalOf(scene.store.append(id, [say.input("hello")], "intent"))).toMatchObject({ code: "erased" })
    })
  })
}
