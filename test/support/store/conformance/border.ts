import { describe, expect, it } from "vitest"
import type { Actor, NewEvent } from "../../../../src/session/event.ts"
import type { NewOwner, NewSession } from "../../../../src/store/contract.ts"
import { begin, beginDriven, expectRefused, logOf, place, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

/** Half a character: it cannot be stored as UTF-8. */
const half = "a\ud800"
const tooLong = "x".repeat(257)

export function border(scene: Scene): void {
  describe("the border", () => {
    it("takes ids of letters, digits and .:_-, up to 256", async () => {
      const ids = ["my-session", "a:b.c_d-2", "A", "x".repeat(256)]
      for (const id of ids) expect(await begin(scene.store, { id })).toBe(id)
    })

    it.each(["two words", "a/b", "a\\b", "a\n", "a\u001b[2J", "é", "a%20b", half])(
      "refuses an id that is no plain word: %j",
      async (id) => {
        expect(await refusalOf(begin(scene.store, { id }))).toMatchObject({ code: "invalid" })
        expect((await scene.store.list()).items).toEqual([])
      },
    )

    it.each<[string, Partial<NewSession>, string?]>([
      ["the title", { title: half }],
      ["the workspace", { workspace: half }],
      ["the project", { project: half }],
      ["the key", {}, half],
    ])("refuses to open with half a character in %s", async (_, more, key) => {
      const work = scene.store.open({ ...place, ...more }, key === undefined ? {} : { key })
      expect(await refusalOf(work)).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
    })

    it.each<[string, NewEvent, string?]>([
      ["a title", say.described({ title: half })],
      ["a tag", say.described({ tags: ["whole", half] })],
      ["an id", say.input("hello", { input: half })],
      ["a key", say.input("hello"), half],
    ])("refuses to append half a character in %s", async (_, event, key) => {
      const id = await begin(scene.store)
      const work = () => scene.store.append(id, [event], "intent", key === undefined ? {} : { key })
      await expectRefused(scene.store, id, work, "invalid")
    })

    it("keeps half a character of a text, and replaces it in the title that is made from the text", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.input("split \ud800 here", { input: "i1" })], "intent")
      await scene.reopen()
      expect((await logOf(scene.store, id)).at(-1)?.data).toMatchObject({ text: "split \ud800 here" })
      expect((await scene.store.row(id)).title).toBe("split \ufffd here")
      expect((await scene.store.verify(id)).problems).toEqual([])
    })

    it.each<[string, NewOwner]>([
      ["no type", { type: "" }],
      ["an empty path", { type: "Agent", path: "" }],
      ["an endless path", { type: "Agent", path: tooLong }],
      ["half a character in its path", { type: "Agent", path: half }],
      ["half a character in its type", { type: half, path: "agent" }],
    ])("refuses an owner with %s, and gives no lease", async (_, owner) => {
      const id = await begin(scene.store)
      await expectRefused(scene.store, id, () => scene.store.acquire(id, owner), "invalid")
      expect(await scene.store.row(id)).toMatchObject({ owner: null })
      expect((await scene.store.acquire(id, { type: "Agent", path: "x".repeat(256) })).epoch).toBe(1)
    })

    it.each([
      ["an empty name", { kind: "person", name: "" }],
      ["an endless name", { kind: "person", name: tooLong }],
      ["an endless device", { kind: "person", name: "Ada", device: tooLong }],
      ["neither a person nor an owner", { kind: "robot", name: "Ada" }],
      ["no name", { kind: "person" }],
      ["a mere text", "Ada"],
      ["nothing", null],
    ])("refuses an event that is signed by %s", async (_, by) => {
      const { id, drive } = await beginDriven(scene.store)
      const signed = { ...say.described({ title: "New" }), by: by as Actor }
      await expectRefused(scene.store, id, () => drive(say.input("hello"), signed), "invalid")
      await expectRefused(scene.store, id, () => scene.store.append(id, [signed], "intent"), "invalid")
    })

    it("knows an append by its key, in whatever order the fields of its body were written", async () => {
      const id = await begin(scene.store)
      const call = (data: object) =>
        scene.store.append(id, [{ type: "session.configured", data } as NewEvent], "intent", { key: "click" })
      const rules = { allow: 1, deny: 2, ask: 3 }
      expect((await call({ model: "demo", mode: "plan", ruleCounts: rules })).seq).toBe(2)
      await scene.reopen()
      expect((await call({ ruleCounts: { ask: 3, deny: 2, allow: 1 }, mode: "plan", model: "demo" })).seq).toBe(2)
      const other = () => call({ model: "demo", mode: "plan", ruleCounts: { ...rules, ask: 4 } })
      await expectRefused(scene.store, id, other, "key-reused")
    })

    it("knows an opening by its key in the same way", async () => {
      const first = await scene.store.open({ workspace: "/w", project: "/p", title: "T" }, { key: "click" })
      expect(await scene.store.open({ title: "T", project: "/p", workspace: "/w" }, { key: "click" })).toBe(first)
    })

    it("takes lists in another order for another body", async () => {
      const id = await begin(scene.store)
      await scene.store.append(id, [say.described({ tags: ["one", "two"] })], "intent", { key: "click" })
      const other = () => scene.store.append(id, [say.described({ tags: ["two", "one"] })], "intent", { key: "click" })
      await expectRefused(scene.store, id, other, "key-reused")
    })
  })
}
