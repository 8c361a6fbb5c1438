import { describe, expect, it } from "vitest"
import { begin, logOf, place, refusalOf, type Scene } from "./scene.ts"
import { input } from "./script.ts"

export function opening(scene: Scene): void {
  describe("open", () => {
    it("gives a session an id, and its log the first event", async () => {
      const id = await scene.store.open({ ...place, title: "Fix the parser" })
      expect(await logOf(scene.store, id)).toEqual([
        {
          id: expect.any(String),
          session: id,
          seq: 1,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          by: expect.objectContaining({ kind: "person" }),
          type: "session.opened",
          v: 1,
          data: { ...place, title: "Fix the parser" },
        },
      ])
    })

    it("takes the id, the person and the starting session that the caller names", async () => {
      const by = { kind: "person", name: "Ada", device: "tablet" } as const
      const startedBy = { session: "elsewhere", seq: 4 }
      expect(await begin(scene.store, { id: "my-session", by, startedBy })).toBe("my-session")
      const [first] = await logOf(scene.store, "my-session")
      expect(first).toMatchObject({ by, data: { startedBy } })
    })

    it("begins with its settings, in one step with the opening", async () => {
      const settings = { model: "ollama/qwen3", permissionMode: "read-only" } as const
      const by = { kind: "person", name: "Ada" } as const
      const first = await scene.store.open({ ...place, by, settings }, { key: "click" })
      expect(await scene.store.open({ ...place, by, settings }, { key: "click" })).toBe(first)
      const again = await scene.reopen()
      expect((await logOf(again, first)).map(({ seq, by, type, data }) => ({ seq, by, type, data }))).toEqual([
        { seq: 1, by, type: "session.opened", data: place },
        { seq: 2, by, type: "session.configured", data: settings },
      ])
      expect((await again.state(first)).log).toMatchObject({ model: "ollama/qwen3", permission: { mode: "read-only" } })
      // The key is that of the opening: the session has none yet.
      expect((await again.append(first, [input("hello")], "intent", { key: "click" })).seq).toBe(3)
      expect((await again.verify()).problems).toEqual([])
    })

    it("begins a fork with settings of its own", async () => {
      const session = await scene.store.open({ ...place, settings: { model: "a/b", permissionMode: "read-only" } })
      const fork = await scene.store.open({ ...place, parent: { session, seq: 1 }, settings: { model: "c/d" } })
      expect((await logOf(scene.store, fork)).map(({ type }) => type)).toEqual([
        "session.opened",
        "session.opened",
        "session.configured",
      ])
      expect((await scene.store.state(fork)).log).toMatchObject({ model: "c/d" })
      expect((await scene.store.verify()).problems).toEqual([])
    })

    it("gives ids that sort in the order of opening", async () => {
      const ids = [await begin(scene.store), await begin(scene.store), await begin(scene.store)]
      expect(ids.toSorted()).toEqual(ids)
    })

    it("refuses an id that is taken", async () => {
      await begin(scene.store, { id: "taken" })
      expect(await refusalOf(begin(scene.store, { id: "taken", title: "other" }))).toMatchObject({ code: "exists" })
      expect((await logOf(scene.store, "taken")).length).toBe(1)
    })

    it("refuses an id that was erased, for ever", async () => {
      await begin(scene.store, { id: "gone" })
      await scene.store.erase("gone")
      expect(await refusalOf(begin(scene.store, { id: "gone" }))).toMatchObject({ code: "erased" })
      const again = await scene.reopen()
      expect(await refusalOf(begin(again, { id: "gone" }))).toMatchObject({ code: "erased" })
    })

    it.each([
      ["an empty id", { id: "" }],
      ["an endless id", { id: "x".repeat(257) }],
      ["no workspace", { workspace: "" }],
      ["a nameless person", { by: { kind: "person", name: "" } as const }],
      ["settings that are none", { settings: { permissionMode: "everything" as "allow" } }],
    ])("refuses %s, and nothing is opened", async (_, more) => {
      expect(await refusalOf(begin(scene.store, more))).toMatchObject({ code: "invalid" })
      expect((await scene.store.list()).items).toEqual([])
    })

    it("opens once for a key, in all processes and after a reopen", async () => {
      const first = await scene.store.open(place, { key: "click" })
      const second = await scene.openAnother()
      expect(await second.open(place, { key: "click" })).toBe(first)
      expect(await (await scene.reopen()).open(place, { key: "click" })).toBe(first)
      expect((await scene.store.list()).items.map(({ id }) => id)).toEqual([first])
    })

    it("refuses a key that opened another session", async () => {
      await scene.store.open(place, { key: "click" })
      const other = scene.store.open({ ...place, title: "other" }, { key: "click" })
      expect(await refusalOf(other)).toMatchObject({ code: "key-reused" })
    })

    it("keeps keys of open and keys of a session apart", async () => {
      const id = await scene.store.open(place, { key: "click" })
      expect((await scene.store.append(id, [input("hello")], "intent", { key: "click" })).seq).toBe(2)
    })

    it("knows no session that was never opened", async () => {
      for (const work of [
        () => scene.store.append("nowhere", [input("hello")], "intent"),
        () => logOf(scene.store, "nowhere"),
        () => scene.store.state("nowhere"),
        () => scene.store.row("nowhere"),
        () => scene.store.partials("nowhere"),
        () => scene.store.acquire("nowhere", { type: "RuntimeHandle" }),
        () => Array.fromAsync(scene.store.follow("nowhere", { after: 0 })),
        () => scene.store.verify("nowhere"),
        () => scene.store.erase("nowhere"),
        () => begin(scene.store, { parent: { session: "nowhere", seq: 1 } }),
      ]) {
        expect(await refusalOf(work)).toMatchObject({ code: "not-found" })
      }
    })
  })
}
