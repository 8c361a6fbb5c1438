import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import type { Store } from "../../../../src/store/contract.ts"
import { begin, beginDriven, expectRefused, logOf, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

const bytesOf = (text: string) => new TextEncoder().encode(text)

export function keeping(scene: Scene): void {
  describe("blobs", () => {
    const samples: Array<[string, Uint8Array]> = [
      ["nothing", new Uint8Array()],
      ["text", bytesOf("hello ".repeat(1000))],
      ["every byte", Uint8Array.from({ length: 256 }, (_, byte) => byte)],
    ]
    it.each(samples)("give back what was put: %s", async (_, bytes) => {
      const ref = await scene.store.putBlob(bytes, "text/plain")
      const blob = createHash("sha256").update(bytes).digest("hex")
      expect(ref).toEqual({ blob, bytes: bytes.length, mediaType: "text/plain" })
      expect(await scene.store.putBlob(bytes)).toEqual({ blob, bytes: bytes.length })
      expect(Buffer.from(await (await scene.reopen()).blob(blob))).toEqual(Buffer.from(bytes))
    })

    it("are not found where they were not put", async () => {
      expect(await refusalOf(scene.store.blob("0".repeat(64)))).toMatchObject({ code: "not-found" })
    })

    it("are put before an event names them", async () => {
      const id = await begin(scene.store)
      const attachment = { blob: createHash("sha256").update("a").digest("hex"), bytes: 1, name: "a.txt" }
      const attach = () => scene.store.append(id, [say.input("see", { attachments: [attachment] })], "intent")
      await expectRefused(scene.store, id, attach, "not-found")
      await scene.store.putBlob(bytesOf("a"))
      expect((await attach()).seq).toBe(2)
    })
  })

  describe("settings", () => {
    it("keep small values, for all processes and after a reopen", async () => {
      const other = await scene.openAnother()
      await scene.store.setSetting("draft", { text: "hello", at: [1, null] })
      expect(await other.setting("draft")).toEqual({ text: "hello", at: [1, null] })
      await other.setSetting("draft", "bye")
      await scene.reopen()
      expect(await scene.store.setting("draft")).toBe("bye")
    })

    it("can be read several at once, in the order in which they are asked for", async () => {
      await scene.store.setSetting("draft", { text: "hello" })
      await scene.store.setSetting("read", 7)
      expect(await scene.store.settings(["read", "missing", "draft"])).toEqual([7, undefined, { text: "hello" }])
      expect(await scene.store.settings([])).toEqual([])
    })

    it("are not there before they are set, and after they are unset", async () => {
      expect(await scene.store.setting("draft")).toBeUndefined()
      await scene.store.setSetting("draft", null)
      expect(await scene.store.setting("draft")).toBeNull()
      await scene.store.setSetting("draft", undefined)
      expect(await scene.store.setting("draft")).toBeUndefined()
    })
  })

  describe("verify", () => {
    it("finds no problem where there is none", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(say.input("one"), say.started("t1"), say.stopped("t1"))
      const fork = await begin(scene.store, { parent: { session: id, seq: 3 } })
      await scene.store.append(fork, [say.rewound(2, 4), say.input("two")], "intent")
      expect(await scene.store.verify(id)).toMatchObject({ sessions: 1, events: 5, problems: [] })
      expect(await scene.store.verify()).toMatchObject({ sessions: 2, events: 8, problems: [] })
      await scene.reopen()
      expect(await scene.store.verify()).toMatchObject({ sessions: 2, events: 8, problems: [] })
    })
  })

  describe("erase", () => {
    const listed = async () => (await scene.store.list()).items.map((row) => row.id)

    it("removes a session from everywhere, and leaves a tombstone and a receipt", async () => {
      const { blob, bytes } = await scene.store.putBlob(bytesOf("needle in a blob"))
      const kept = await begin(scene.store, { title: "kept needle" })
      const id = await begin(scene.store)
      const attachments = [{ blob, bytes, name: "a.txt" }]
      await scene.store.append(id, [say.input("needle", { attachments }), say.described({ tags: ["x"] })], "intent")
      const receipt = await scene.store.erase(id)
      expect(receipt).toEqual({
        session: id,
        erasedAt: expect.any(String),
        events: 3,
        blobs: 1,
        copiedTo: [],
        copies: [],
      })
      const expectGone = async () => {
        expect(await listed()).toEqual([kept])
        expect((await scene.store.search({ text: "needle" })).items.map(({ session }) => session)).toEqual([kept])
        expect((await scene.store.list({ tag: "x" })).items).toEqual([])
        for (const work of [
          () => logOf(scene.store, id),
          () => scene.store.state(id),
          () => scene.store.row(id),
          () => scene.store.erase(id),
          () => scene.store.acquire(id, { type: "RuntimeHandle" }),
        ]) {
          expect(await refusalOf(work)).toMatchObject({ code: "erased", details: { erasedAt: receipt.erasedAt } })
        }
        expect(await refusalOf(scene.store.blob(blob))).toMatchObject({ code: "not-found" })
      }
      await expectGone()
      await scene.reopen()
      await expectGone()
    })

    it("takes along what is kept of the session beside its log, and nothing else", async () => {
      const [id, other] = [await begin(scene.store), await begin(scene.store)]
      const keys = ["draft", "read", "trouble"].flatMap((kind) => [`${kind}:${id}`, `${kind}:${other}`])
      for (const key of [...keys, "draft", id]) await scene.store.setSetting(key, "needle")
      await scene.store.erase(id)
      const expectGone = async () => {
        for (const key of [...keys, "draft", id]) {
          expect([key, await scene.store.setting(key)]).toEqual([key, key.endsWith(`:${id}`) ? undefined : "needle"])
        }
      }
      await expectGone()
      expect(await refusalOf(scene.store.setSetting(`draft:${id}`, "needle"))).toMatchObject({ code: "erased" })
      await scene.store.setSetting(`draft:${id}`, undefined)
      await scene.reopen()
      await expectGone()
    })

    it("keeps a blob that another session names", async () => {
      const { blob, bytes } = await scene.store.putBlob(bytesOf("shared"))
      const [one, two] = [await begin(scene.store), await begin(scene.store)]
      for (const id of [one, two]) {
        await scene.store.append(id, [say.input("see", { attachments: [{ blob, bytes, name: "a" }] })], "intent")
      }
      expect((await scene.store.erase(one)).blobs).toBe(0)
      expect(Buffer.from(await scene.store.blob(blob)).toString()).toBe("shared")
      expect((await scene.store.erase(two)).blobs).toBe(1)
    })

    it("keeps a blob that was put again for an event that is still to come", async () => {
      const put = () => scene.store.putBlob(bytesOf("awaited"))
      const { blob, bytes } = await put()
      const attachments = [{ blob, bytes, name: "a" }]
      const [one, two] = [await begin(scene.store), await begin(scene.store)]
      await scene.store.append(one, [say.input("see", { attachments })], "intent")
      await put()
      expect((await scene.store.erase(one)).blobs).toBe(0)
      await scene.store.append(two, [say.input("see", { attachments })], "intent")
      expect((await scene.store.erase(two)).blobs).toBe(1)
    })

    it("is refused while somebody drives the session", async () => {
      const { id, lease } = await beginDriven(scene.store)
      await expectRefused(scene.store, id, () => scene.store.erase(id), "owned")
      await scene.store.release(lease)
      await scene.store.erase(id)
    })

    it("is refused with the names of the forks, which share the beginning", async () => {
      const id = await begin(scene.store)
      const parent = { session: id, seq: 1 }
      const forks = [await begin(scene.store, { parent }), await begin(scene.store, { parent })]
      for (const options of [undefined, { forks: "refuse" }] as const) {
        const refusal = await expectRefused(scene.store, id, () => scene.store.erase(id, options), "has-forks")
        expect([...(refusal.details.forks as string[])].toSorted()).toEqual(forks.toSorted())
      }
      for (const fork of forks) await scene.store.erase(fork)
      await scene.store.erase(id)
    })

    /** A session and a fork of a fork of it, each with a blob and a text of its own. */
    const family = async (store: Store) => {
      const speak = async (id: string, text: string) => {
        const { blob, bytes } = await store.putBlob(bytesOf(`blob of ${text}`))
        const input = say.input(`needle ${text}`, { attachments: [{ blob, bytes, name: text }] })
        return (await store.append(id, [input], "intent")).seq
      }
      const first = await begin(store)
      const shared = await speak(first, "first")
      await speak(first, "private")
      const second = await begin(store, { parent: { session: first, seq: shared } })
      const sharedToo = await speak(second, "second")
      await speak(second, "private, too")
      const third = await begin(store, { parent: { session: second, seq: sharedToo } })
      await speak(third, "third")
      return [first, second, third] as const
    }
    const blobsOf = async (id: string) => {
      const log = await logOf(scene.store, id)
      const hashes = log.flatMap((event) =>
        event.type === "input.accepted" ? (event.data.attachments as Named[]) : [],
      )
      return Promise.all(hashes.map(async ({ blob }) => Buffer.from(await scene.store.blob(blob)).toString()))
    }
    type Named = { blob: string }

    it("keeps the forks whole where they are given a copy of what they share", async () => {
      const [first, second, third] = await family(scene.store)
      const whole = async () => {
        const seen = []
        for (const id of [second, third]) {
          seen.push([await logOf(scene.store, id), await scene.store.state(id), await scene.store.row(id)])
        }
        return seen
      }
      const before = await whole()
      const privately = createHash("sha256").update("blob of private").digest("hex")
      const receipt = await scene.store.erase(first, { forks: "copy" })
      expect(receipt).toMatchObject({ events: 3, blobs: 1, copiedTo: [second] })
      expect(await whole()).toEqual(before)
      await scene.reopen()
      expect(await whole()).toEqual(before)
      expect(await blobsOf(third)).toEqual(["blob of first", "blob of second", "blob of third"])
      expect(await refusalOf(scene.store.blob(privately))).toMatchObject({ code: "not-found" })
      expect((await scene.store.search({ text: "needle first" })).items.map(({ session }) => session)).toEqual([second])
      expect((await scene.store.search({ text: "needle private" })).items).toMatchObject([{ session: second, seq: 5 }])
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
      expect((await scene.store.append(second, [say.input("on")], "intent")).seq).toBe(6)
    })

    it("keeps a fork whole where first its parent and then its grandparent go", async () => {
      const [first, second, third] = await family(scene.store)
      const before = await logOf(scene.store, third)
      expect(await scene.store.erase(second, { forks: "copy" })).toMatchObject({ copiedTo: [third] })
      await scene.store.erase(first, { forks: "copy" })
      expect(await logOf(scene.store, third)).toEqual(before)
      expect(await blobsOf(third)).toEqual(["blob of first", "blob of second", "blob of third"])
      expect(await listed()).toEqual([third])
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
      await scene.store.erase(third)
      expect(await scene.store.verify()).toMatchObject({ sessions: 0, problems: [] })
    })

    it("leaves search pages whole after a copy", async () => {
      const [first] = await family(scene.store)
      await begin(scene.store, { parent: { session: first, seq: 2 } })
      await scene.store.erase(first, { forks: "copy" })
      const { items } = await scene.store.search({ text: "needle" })
      const paged = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<Store["search"]>> = await scene.store.search({
          text: "needle",
          limit: 1,
          ...(cursor === null ? {} : { cursor }),
        })
        paged.push(...page.items)
        cursor = page.next
      } while (cursor !== null)
      expect(paged).toEqual(items)
      expect(items).toHaveLength(5)
    })
  })
}
