import { describe, expect, it } from "vitest"
import type { ForeignEvent } from "../../../../src/session/event.ts"
import { beginWithTurn, exported, more } from "./foreign-log.ts"
import { begin, expectRefused, logOf, type MakeStore, refusalOf, type Scene, setScene } from "./scene.ts"
import * as say from "./script.ts"

export function adoptingNewer(scene: Scene, makeStore: MakeStore): void {
  describe("adopt", () => {
    const far = setScene(makeStore)

    it("keeps events of a newer Holdfast, and lets nobody write after them", async () => {
      const { id } = await beginWithTurn(far.store)
      const { events } = await exported(far.store, id)
      const last = events.at(-1) as ForeignEvent
      const newer: ForeignEvent = {
        ...last,
        id: "newer",
        seq: last.seq + 1,
        type: "dream.dreamt",
        v: 1,
        data: { of: "sheep" },
      }
      const log = { id, events: [...events, newer], blobs: [] }
      expect(await scene.store.adopt(log)).toMatchObject({ outcome: "imported" })
      await scene.reopen()
      expect((await logOf(scene.store, id)).at(-1)).toEqual(newer)
      const refusal = await expectRefused(
        scene.store,
        id,
        () => scene.store.append(id, [say.input("on")], "intent"),
        "newer",
      )
      expect(refusal.message).toContain("dream.dreamt")
    })

    it("keeps the blobs of such events for a fork, and erases them with the last session", async () => {
      const { id } = await beginWithTurn(far.store)
      const { events } = await exported(far.store, id)
      const bytes = new TextEncoder().encode("drawn by a newer one")
      const { blob } = await far.store.putBlob(bytes)
      const absent = { blob: "0".repeat(64), bytes: 1 }
      const drawn = more({ id, events, blobs: [] }, "image.drawn", { picture: { blob, bytes: bytes.length }, absent })
      await scene.store.adopt({ id, events: [...events, drawn], blobs: [{ bytes }] })
      const fork = await begin(scene.store, { parent: { session: id, seq: drawn.seq } })
      expect(await scene.store.erase(id, { forks: "copy" })).toMatchObject({ blobs: 0, copiedTo: [fork] })
      expect(Buffer.from(await scene.store.blob(blob)).toString()).toBe("drawn by a newer one")
      expect((await scene.store.verify()).problems).toEqual([])
      expect(await scene.store.erase(fork)).toMatchObject({ blobs: 1 })
      expect(await refusalOf(scene.store.blob(blob))).toMatchObject({ code: "not-found" })
    })

    it("lets a turn that a newer Holdfast began end", async () => {
      const { id } = await beginWithTurn(far.store)
      const log = await exported(far.store, id)
      const started = more(log, "turn.begun", { turn: "t2" })
      const events = [...log.events, started]
      const ended = { ...more({ ...log, events }, "turn.stopped", { code: "answered", summary: "" }), turn: "t2" }
      expect(await scene.store.adopt({ ...log, events: [...events, ended] })).toMatchObject({ outcome: "imported" })
    })
  })
}
