import { describe, expect, it } from "vitest"
import type { ListQuery, Store } from "../../../../src/store/contract.ts"
import { begin, beginDriven, place, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function listing(scene: Scene): void {
  const idsOf = async (query?: ListQuery, store: Store = scene.store) =>
    (await store.list(query)).items.map(({ id }) => id)

  describe("list", () => {
    it("shows what is known of a session, as of its last event", async () => {
      const { id, drive } = await beginDriven(scene.store, { title: "Fix it" })
      const seq = await drive(
        say.input("hello"),
        say.started("t1"),
        say.consumed("hello"),
        say.stopped("t1", "step-limit"),
        say.described({ tags: ["b", "a"], pinned: true }),
      )
      const { log } = await scene.store.state(id)
      const row = {
        id,
        title: "Fix it",
        ...place,
        tags: ["a", "b"],
        pinned: true,
        archived: false,
        trashed: false,
        status: "idle",
        openedAt: log.openedAt,
        updatedAt: log.updatedAt,
        seq,
        messages: 1,
        parent: null,
        owner: { type: "RuntimeHandle", path: "runtime-handle" },
        stop: "step-limit",
        foreignThrough: 0,
        damage: null,
      }
      expect(await scene.store.list()).toEqual({ items: [row], next: null })
      expect(await scene.store.row(id)).toEqual(row)
      await scene.reopen()
      expect(await scene.store.row(id)).toEqual(row)
    })

    it("takes the title from the first input where nobody gave one", async () => {
      const id = await begin(scene.store)
      expect((await scene.store.row(id)).title).toBeNull()
      await scene.store.append(id, [say.input("Fix the parser\nand more"), say.input("second")], "intent")
      expect((await scene.store.row(id)).title).toBe("Fix the parser")
      await scene.store.append(id, [say.described({ title: "Parser" })], "intent")
      expect((await scene.store.row(id)).title).toBe("Parser")
    })

    it("counts what it holds by project and by tag, and the trash apart", async () => {
      expect(await scene.store.overview()).toEqual({ projects: [], tags: [], archived: 0, trashed: 0 })
      const described = async (project: string, data: Parameters<typeof say.described>[0]) => {
        const id = await scene.store.open({ ...place, project })
        await scene.store.append(id, [say.described(data)], "intent")
        return id
      }
      await described("/one", { tags: ["b", "a"] })
      await described("/one", { tags: ["a"], archived: true })
      await described("/one", { tags: ["a"], trashed: true })
      await described("/gone", { trashed: true, archived: true })
      const newest = await described("/two", { title: "t" })
      await later(async () => {
        await scene.store.append(newest, [say.described({ pinned: false })], "intent")
        return (await scene.store.overview()).projects[0]?.project === "/two"
      })
      const { projects, ...rest } = await scene.store.overview()
      expect(projects.map(({ project, sessions, archived }) => [project, sessions, archived])).toEqual([
        ["/two", 1, 0],
        ["/one", 1, 1],
      ])
      expect(projects[0]?.updatedAt).toBe((await scene.store.row(newest)).updatedAt)
      expect(rest).toEqual({
        tags: [
          { tag: "a", sessions: 2 },
          { tag: "b", sessions: 1 },
        ],
        archived: 1,
        trashed: 2,
      })
      await scene.reopen()
      expect(await scene.store.overview()).toEqual({ projects, ...rest })
    })

    it("puts the most recently active first", async () => {
      const [one, two, three] = [await begin(scene.store), await begin(scene.store), await begin(scene.store)]
      expect(await idsOf()).toEqual([three, two, one])
      await later(async () => {
        await scene.store.append(one, [say.described({ pinned: false })], "intent")
        return (await idsOf())[0] === one
      })
      expect(await idsOf()).toEqual([one, three, two])
    })

    it("gives every session once, in pages, while new ones come in", async () => {
      const ids: string[] = []
      for (let n = 0; n < 25; n++) ids.unshift(await begin(scene.store))
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const { items, next }: Awaited<ReturnType<Store["list"]>> = await scene.store.list({
          limit: 4,
          ...(cursor === null ? {} : { cursor }),
        })
        expect(items.length).toBeLessThanOrEqual(4)
        seen.push(...items.map(({ id }) => id))
        cursor = next
        await begin(scene.store)
      } while (cursor !== null)
      expect(seen).toEqual(ids)
    })

    it("has a next page only where there is one", async () => {
      for (let n = 0; n < 4; n++) await begin(scene.store)
      const { next } = await scene.store.list({ limit: 2 })
      expect(await scene.store.list({ limit: 2, cursor: next ?? "" })).toMatchObject({ next: null })
      expect(await scene.store.list({ limit: 4 })).toMatchObject({ next: null })
      expect((await scene.store.list({ limit: 3 })).next).not.toBeNull()
    })

    it.each<[string, ListQuery]>([
      ["no items", { limit: 0 }],
      ["half an item", { limit: 1.5 }],
      ["a cursor that nobody gave", { cursor: "first" }],
    ])("refuses %s", async (_, query) => {
      expect(await refusalOf(scene.store.list(query))).toMatchObject({ code: "invalid" })
    })

    it("finds the sessions of a project", async () => {
      const [one] = [await begin(scene.store, { project: "/one" }), await begin(scene.store, { project: "/two" })]
      expect(await idsOf({ project: "/one" })).toEqual([one])
      expect(await idsOf({ project: "/three" })).toEqual([])
    })

    it("leaves archived and trashed ones out, unless they are asked for", async () => {
      const [plain, archived, trashed, both] = [
        await begin(scene.store),
        await begin(scene.store),
        await begin(scene.store),
        await begin(scene.store),
      ]
      await scene.store.append(archived, [say.described({ archived: true })], "intent")
      await scene.store.append(trashed, [say.described({ trashed: true })], "intent")
      await scene.store.append(both, [say.described({ archived: true, trashed: true })], "intent")
      expect(await idsOf()).toEqual([plain])
      expect(await idsOf({ archived: true })).toEqual([archived])
      expect((await idsOf({ trashed: true })).toSorted()).toEqual([trashed, both].toSorted())
      expect(await idsOf({ trashed: true, archived: true })).toEqual([both])
      await scene.store.append(archived, [say.described({ archived: false })], "intent")
      expect((await idsOf()).toSorted()).toEqual([plain, archived].toSorted())
    })

    it("finds pinned ones, and those that are not", async () => {
      const [plain, pinned] = [await begin(scene.store), await begin(scene.store)]
      await scene.store.append(pinned, [say.described({ pinned: true })], "intent")
      expect(await idsOf({ pinned: true })).toEqual([pinned])
      expect(await idsOf({ pinned: false })).toEqual([plain])
    })

    it("finds a tag as it is now", async () => {
      const [one, two] = [await begin(scene.store), await begin(scene.store)]
      await scene.store.append(one, [say.described({ tags: ["red", "round", "red"] })], "intent")
      await scene.store.append(two, [say.described({ tags: ["redder"] })], "intent")
      expect(await idsOf({ tag: "red" })).toEqual([one])
      expect((await scene.store.row(one)).tags).toEqual(["red", "round"])
      await scene.store.append(one, [say.described({ tags: ["blue"] })], "intent")
      expect(await idsOf({ tag: "red" })).toEqual([])
      expect(await idsOf({ tag: "blue" })).toEqual([one])
    })

    it("finds those of an owner by its path", async () => {
      const { id } = await beginDriven(scene.store)
      await begin(scene.store)
      expect(await idsOf({ owner: "runtime-handle" })).toEqual([id])
      expect(await idsOf({ owner: "RuntimeHandle" })).toEqual([])
    })

    it("finds the sessions recorded for a project or with a workspace inside of it", async () => {
      const recorded = await begin(scene.store, { workspace: "/gone", project: "/p" })
      const inside = await begin(scene.store, { workspace: "/p/a%_b/c", project: "/p/a%_b/c" })
      const itself = await begin(scene.store, { workspace: "/p", project: "/" })
      await begin(scene.store, { workspace: "/p2", project: "/p2" })
      expect((await idsOf({ within: "/p" })).sort()).toEqual([recorded, inside, itself].sort())
      expect(await idsOf({ within: "/p/a%_b" })).toEqual([inside])
      expect(await idsOf({ within: "/" })).toHaveLength(4)
      expect(await idsOf({ within: "/p/a" })).toEqual([])
    })

    it("combines filters", async () => {
      const [one, two] = [await begin(scene.store, { project: "/p" }), await begin(scene.store, { project: "/p" })]
      await scene.store.append(one, [say.described({ tags: ["x"], pinned: true })], "intent")
      await scene.store.append(two, [say.described({ tags: ["x"] })], "intent")
      expect(await idsOf({ project: "/p", tag: "x", pinned: true, status: "idle" })).toEqual([one])
    })

    it("tells running, waiting, interrupted and idle apart, by the log and the lease", async () => {
      const other = await scene.openAnother()
      const { id, lease, drive } = await beginDriven(scene.store)
      const status = async () => {
        const { status } = await other.row(id)
        for (const asked of ["running", "waiting", "interrupted", "idle"] as const) {
          expect(await idsOf({ status: asked }, other)).toEqual(asked === status ? [id] : [])
        }
        return status
      }
      expect(await status()).toBe("idle")
      await drive(say.started("t1"))
      expect(await status()).toBe("running")
      await drive(say.ask("a1", "t1"))
      expect(await status()).toBe("waiting")
      await scene.store.append(id, [say.answer("a1")], "intent")
      expect(await status()).toBe("running")
      await scene.store.release(lease)
      expect(await status()).toBe("interrupted")
      const second = await scene.store.acquire(id, { type: "RuntimeHandle" })
      expect(await status()).toBe("running")
      await scene.store.append(id, [say.stopped("t1")], second)
      expect(await status()).toBe("idle")
    })

    it("takes an input that waits for an owner for interrupted, and a held one for idle", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      await drive(say.input("go"))
      expect(await scene.store.row(id)).toMatchObject({ status: "running" })
      await scene.store.release(lease)
      expect(await scene.store.row(id)).toMatchObject({ status: "interrupted" })
      const second = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await scene.store.append(id, [say.started("t1"), say.stopped("t1", "crashed")], second)
      expect(await scene.store.row(id)).toMatchObject({ status: "idle" })
    })

    it("pages through a status", async () => {
      const running: string[] = []
      for (let n = 0; n < 9; n++) {
        const { id, drive } = await beginDriven(scene.store)
        if (n % 3 === 0) running.unshift(id)
        if (n % 3 === 0) await drive(say.started("t1"))
      }
      const first = await scene.store.list({ status: "running", limit: 2 })
      const second = await scene.store.list({ status: "running", limit: 2, cursor: first.next ?? "" })
      expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(running)
      expect(second.next).toBeNull()
    })
  })
}

// The clock counts milliseconds, and two appends may share one.
async function later(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve))
}
