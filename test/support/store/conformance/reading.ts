import { beforeEach, describe, expect, it } from "vitest"
import { emptyState } from "../../../../src/session/empty-state.ts"
import { apply } from "../../../../src/session/fold.ts"
import { begin, beginDriven, logOf, refusalOf, type Scene } from "./scene.ts"
import * as say from "./script.ts"

export function reading(scene: Scene): void {
  describe("read", () => {
    let id: string
    beforeEach(async () => {
      id = await begin(scene.store)
      await scene.store.append(
        id,
        Array.from({ length: 9 }, (_, n) => say.input(`input ${n}`)),
        "intent",
      )
    })
    const seqs = async (options?: Parameters<typeof logOf>[2]) =>
      (await logOf(scene.store, id, options)).map(({ seq }) => seq)

    it.each([
      ["everything", {}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
      ["what comes after", { after: 7 }, [8, 9, 10]],
      ["what comes before", { before: 4 }, [1, 2, 3]],
      ["what lies between", { after: 3, before: 6 }, [4, 5]],
      ["the first few", { limit: 3 }, [1, 2, 3]],
      ["the next few", { after: 3, limit: 3 }, [4, 5, 6]],
      ["all from the newest back", { reverse: true }, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]],
      ["the newest few", { reverse: true, limit: 3 }, [10, 9, 8]],
      ["the few before", { reverse: true, before: 8, limit: 3 }, [7, 6, 5]],
      ["the newest few after", { reverse: true, after: 8, limit: 3 }, [10, 9]],
      ["nothing after the head", { after: 10 }, []],
      ["nothing beyond it", { after: 50 }, []],
      ["nothing before the first", { before: 1 }, []],
      ["nothing of nothing", { limit: 0 }, []],
      ["nothing of nothing, backwards", { limit: 0, reverse: true }, []],
    ])("gives %s", async (_, options, expected) => {
      expect(await seqs(options)).toEqual(expected)
    })

    it("gives every event once, in pages of either direction, over a long log", async () => {
      for (let from = 0; from < 700; from += 100) {
        await scene.store.append(
          id,
          Array.from({ length: 100 }, (_, n) => say.input(`long ${from + n}`)),
          "intent",
        )
      }
      const all = Array.from({ length: 710 }, (_, index) => index + 1)
      expect(await seqs()).toEqual(all)
      expect(await seqs({ reverse: true })).toEqual(all.toReversed())
      const forward: number[] = []
      for (
        let page = await seqs({ limit: 64 });
        page.length > 0;
        page = await seqs({ after: page.at(-1) ?? 0, limit: 64 })
      ) {
        forward.push(...page)
      }
      const back: number[] = []
      for (
        let page = await seqs({ limit: 64, reverse: true });
        page.length > 0;
        page = await seqs({ before: page.at(-1) ?? 0, limit: 64, reverse: true })
      ) {
        back.push(...page)
      }
      expect({ forward, back }).toEqual({ forward: all, back: all.toReversed() })
    })

    it("can be left in the middle", async () => {
      for await (const event of scene.store.read(id)) if (event.seq === 5) break
      expect((await scene.store.append(id, [say.input("after")], "intent")).seq).toBe(11)
    })

    it("changes nothing", async () => {
      const before = { row: await scene.store.row(id), state: await scene.store.state(id) }
      await logOf(scene.store, id)
      await scene.store.list()
      await scene.store.search({ text: "input" })
      expect({ row: await scene.store.row(id), state: await scene.store.state(id) }).toEqual(before)
    })
  })

  describe("state", () => {
    it("is the fold of the log, at the head and at every event before", async () => {
      const { id, drive } = await beginDriven(scene.store, { title: "Fix it" })
      const asked = await drive(say.input("hello"), say.started("t1"), say.consumed("hello"), say.asked("t1"))
      await drive(say.answered(asked, "hi", "t1"), say.stopped("t1"), say.input("more"), say.described({ tags: ["a"] }))
      let state = emptyState(id)
      expect(await scene.store.state(id, { at: 0 })).toEqual(state)
      for (const event of await logOf(scene.store, id)) {
        state = apply(state, event)
        expect(await scene.store.state(id, { at: event.seq })).toEqual(state)
      }
      expect(await scene.store.state(id)).toEqual(state)
    })

    it("is not known before the first event and after the head", async () => {
      const id = await begin(scene.store)
      expect(await refusalOf(scene.store.state(id, { at: 2 }))).toMatchObject({ code: "not-found" })
    })

    it.each([-1, 0.5, Number.NaN])("refuses %s as the number of an event", async (at) => {
      const id = await begin(scene.store)
      expect(await refusalOf(scene.store.state(id, { at }))).toMatchObject({ code: "invalid" })
      for (const options of [{ after: at }, { before: at }, { limit: at }]) {
        expect(await refusalOf(Array.fromAsync(scene.store.read(id, options)))).toMatchObject({ code: "invalid" })
      }
    })
  })
}
