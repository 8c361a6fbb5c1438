import { describe, expect, it } from "vitest"
import type { ListChange, Store } from "../../../../src/store/contract.ts"
import { beginWithTurn, exported } from "./foreign-log.ts"
import { begin, beginDriven, listen, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function changes(scene: Scene): void {
  const watchList = (store: Store, after?: string) => {
    const abort = new AbortController()
    const items = store
      .changes({ signal: abort.signal, ...(after === undefined ? {} : { after }) })
      [Symbol.asyncIterator]()
    const next = async (): Promise<ListChange> => {
      const { done, value } = await items.next()
      return done ? expect.fail("it ended") : value
    }
    return {
      next,
      /** Listens until a session is named. */
      async until(id: string): Promise<ListChange> {
        for (let change = await next(); ; change = await next()) {
          if ("sessions" in change && change.sessions.includes(id)) return change
        }
      },
      async stop(): Promise<ListChange[]> {
        abort.abort()
        return Array.fromAsync({ [Symbol.asyncIterator]: () => items })
      },
      ended: async () => (await items.next()).done ?? false,
    }
  }
  const versionOf = async (store: Store) => {
    const watcher = watchList(store)
    const { version } = await watcher.next()
    await watcher.stop()
    return version
  }
  const since = async (store: Store, version: string) => {
    const watcher = watchList(store, version)
    const change = await watcher.next()
    await watcher.stop()
    return "sessions" in change ? [...change.sessions].sort() : "resync"
  }

  describe("changes", () => {
    it("begin with the version of now, and name nobody", async () => {
      await begin(scene.store)
      const watcher = watchList(scene.store)
      expect(await watcher.next()).toEqual({ version: expect.any(String), sessions: [] })
      expect(await watcher.stop()).toEqual([])
    })

    it("name the session that a setting is about", async () => {
      const [about, other] = [await begin(scene.store), await begin(scene.store)]
      const version = await versionOf(scene.store)
      await scene.store.setSetting(`read:${about}`, 3, { session: about })
      await scene.store.setSetting(`read:${other}`, 3)
      expect(await since(scene.store, version)).toEqual([about])
    })

    it("name the session of each append, of this process and others", async () => {
      const [first, second] = [await begin(scene.store), await begin(scene.store)]
      const other = await scene.openAnother()
      for (const listener of [scene.store, other]) {
        const watcher = watchList(listener)
        await watcher.next()
        for (const [store, id] of [
          [scene.store, first],
          [other, second],
        ] as const) {
          const next = watcher.next()
          await store.append(id, [say.input(`to ${id}`, { input: crypto.randomUUID() })], "intent")
          expect(await next).toEqual({ version: expect.any(String), sessions: [id] })
        }
        await watcher.stop()
      }
    })

    it("name sessions that are opened, adopted and erased", async () => {
      const watcher = watchList(scene.store)
      await watcher.next()
      const id = await begin(scene.store)
      await watcher.until(id)
      const { id: original } = await beginWithTurn(scene.store)
      const { id: adopted } = await scene.store.adopt(await exported(scene.store, original), { copy: true })
      await watcher.until(adopted)
      await scene.store.erase(id)
      await watcher.until(id)
      await watcher.stop()
    })

    it("name a session when its lease is taken, and when it is given back", async () => {
      const id = await begin(scene.store)
      const other = await scene.openAnother()
      const watcher = watchList(other)
      await watcher.next()
      const lease = await scene.store.acquire(id, { type: "Agent" })
      await watcher.until(id)
      await scene.store.release(lease)
      await watcher.until(id)
      const last = await versionOf(scene.store)
      await scene.store.release(lease)
      expect(await since(scene.store, last)).toEqual([])
      await watcher.stop()
    })

    it("do not tell of streamed text", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const seq = await drive(say.started("t1"), say.asked("t1"))
      const other = await scene.openAnother()
      const version = await versionOf(other)
      const text = listen(other, id, seq)
      scene.store.checkpoint(lease, seq, { channel: "text", offset: 0, text: "Hello" })
      await text.next()
      await text.stop()
      expect(await since(other, version)).toEqual([])
      const marker = await begin(scene.store)
      expect(await since(other, version)).toEqual([marker])
    })

    it("go on from a version, after a reopen too, and name each session once", async () => {
      const [first, , third] = [await begin(scene.store), await begin(scene.store), await begin(scene.store)]
      const version = await versionOf(scene.store)
      expect(await since(scene.store, version)).toEqual([])
      for (const text of ["one", "two"]) await scene.store.append(first, [say.input(text)], "intent")
      const lease = await scene.store.acquire(third, { type: "Agent" })
      await scene.store.release(lease)
      expect(await since(scene.store, version)).toEqual([first, third].sort())
      await scene.store.erase(third)
      await scene.reopen()
      expect(await since(scene.store, version)).toEqual([first, third].sort())
      expect(await since(await scene.openAnother(), version)).toEqual([first, third].sort())
    })

    it("come to a slow listener at once, with a version that covers them", async () => {
      const watcher = watchList(scene.store)
      await watcher.next()
      const ids = [await begin(scene.store), await begin(scene.store), await begin(scene.store)]
      const named = new Set<string>()
      let version = ""
      while (named.size < ids.length) {
        const change = await watcher.next()
        version = change.version
        if ("sessions" in change) for (const id of change.sessions) named.add(id)
      }
      expect([...named].sort()).toEqual([...ids].sort())
      expect(await since(scene.store, version)).toEqual([])
      await watcher.stop()
    })

    it.each(["", "no version", "another.7"])(
      "ask for a look at the whole list when the version is %j",
      async (version) => {
        const id = await begin(scene.store)
        const watcher = watchList(scene.store, version)
        const change = await watcher.next()
        expect(change).toEqual({ version: expect.any(String), resync: true })
        await scene.store.append(id, [say.input("later")], "intent")
        await watcher.until(id)
        await watcher.stop()
      },
    )

    it("end when they are aborted, and when the store is closed", async () => {
      const other = await scene.openAnother()
      const watcher = watchList(other)
      await watcher.next()
      const next = watcher.ended()
      await other.close()
      expect(await next).toBe(true)
      expect(await watchList(scene.store).stop()).toEqual([])
      expect(await refusalOf(async () => Array.fromAsync(other.changes()))).toMatchObject({ code: "closed" })
    })
  })
}
