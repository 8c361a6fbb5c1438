import { describe, expect, it } from "vitest"
import type { ErrorCode } from "../../../../src/session/error.ts"
import type { ForeignEvent, NewEvent } from "../../../../src/session/event.ts"
import { begin, beginDriven, expectRefused, logOf, type MakeStore, type Scene, setScene } from "./scene.ts"
import * as say from "./script.ts"

type Case = { kind: string; begin(id: string): NewEvent; settle(id: string): NewEvent; code: ErrorCode }

const cases: Case[] = [
  { kind: "turn", begin: (id) => say.started(id), settle: (id) => say.stopped(id), code: "stopped" },
  { kind: "input", begin: (id) => say.input(id), settle: say.withdrawn, code: "illegal" },
  { kind: "ask", begin: (id) => say.ask(id), settle: (id) => say.answer(id), code: "illegal" },
]

export function identity(scene: Scene, makeStore: MakeStore): void {
  describe.each(cases)("the id of an earlier $kind", ({ begin: open, settle, code }) => {
    const far = setScene(makeStore)
    const whole = (...ids: string[]) => ids.flatMap((id) => [open(id), settle(id)])

    it("is not used again: at once, much later, after a rewind or a reopen", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await drive(...whole("one"))
      const { details, message } = await expectRefused(scene.store, id, () => drive(open("one")), code)
      expect(details).toMatchObject({ session: id, type: open("one").type })
      expect(message).toContain("one")
      const head = await drive(...whole("two"))
      await expectRefused(scene.store, id, () => drive(open("one")), code)
      await drive(say.rewound(2, head))
      for (const name of ["one", "two"]) await expectRefused(scene.store, id, () => drive(open(name)), code)
      await scene.reopen()
      const lease = await scene.store.acquire(id, { type: "RuntimeHandle" })
      await expectRefused(scene.store, id, () => scene.store.append(id, [open("one")], lease), code)
      await scene.store.append(id, whole("three"), lease)
    })

    it("is not used twice in one append", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await expectRefused(scene.store, id, () => drive(...whole("one", "two", "one")), code)
      await drive(...whole("one", "two"))
    })

    it("is free where what began under it was refused", async () => {
      const { id, drive } = await beginDriven(scene.store)
      await expectRefused(scene.store, id, () => drive(...whole("one"), say.finished("none")), "illegal")
      await drive(...whole("one"))
    })

    it("is known to forks, over each erasure: what they inherit, and nothing else", async () => {
      const { id, lease, drive } = await beginDriven(scene.store)
      const shared = await drive(...whole("one"))
      await drive(...whole("two"))
      await scene.store.release(lease)
      const child = await begin(scene.store, { parent: { session: id, seq: shared } })
      const grandchild = await begin(scene.store, { parent: { session: child, seq: shared + 1 } })
      const driving = await scene.store.acquire(grandchild, { type: "RuntimeHandle" })
      const use = (name: string) => scene.store.append(grandchild, whole(name), driving)
      await expectRefused(scene.store, grandchild, () => use("one"), code)
      await use("two")
      await scene.store.erase(child, { forks: "copy" })
      await scene.store.erase(id)
      for (const name of ["one", "two"]) await expectRefused(scene.store, grandchild, () => use(name), code)
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })

    it("comes along with a log that is taken in, as a copy too", async () => {
      const { id, drive } = await beginDriven(far.store)
      await drive(...whole("one"))
      const taken = async () => ({ id, events: (await logOf(far.store, id)) as ForeignEvent[], blobs: [] })
      const copy = await scene.store.adopt(await taken(), { copy: true })
      await scene.store.adopt(await taken())
      await drive(...whole("two"))
      await scene.store.adopt(await taken())
      for (const [session, names] of [
        [id, ["one", "two"]],
        [copy.id, ["one"]],
      ] as const) {
        const lease = await scene.store.acquire(session, { type: "RuntimeHandle" })
        const use = (name: string) => scene.store.append(session, whole(name), lease)
        for (const name of names) await expectRefused(scene.store, session, () => use(name), code)
        await use("three")
      }
      expect(await scene.store.verify()).toMatchObject({ problems: [] })
    })
  })

  it("is taken for one kind only: a turn, an input and an ask may have the same", async () => {
    const { drive } = await beginDriven(scene.store)
    await drive(say.started("same"), say.ask("same", "same"), say.input("hello", { input: "same" }))
    await drive(say.answer("same"), say.stopped("same"))
  })
}
