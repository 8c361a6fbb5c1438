import { expect, it } from "vitest"
import { scene } from "./scene.ts"

it("loses nothing when many processes open one new store and append to many sessions at once", {
  timeout: 120_000,
}, async () => {
  const { start, use } = scene()
  const count = 25
  const actors = await Promise.all(Array.from({ length: 6 }, () => start({ rotateAfterBytes: 8192 })))
  const ids = await Promise.all(Array.from({ length: 8 }, (_, index) => actors[index % 6]?.call("open") ?? ""))
  const seqs = await Promise.all(actors.map((actor) => actor.call("send", ids, count)))
  await use(async (store) => {
    for (const [index, id] of ids.entries()) {
      const acknowledged = seqs.flatMap((ofActor) => ofActor[index] ?? []).sort((a, b) => a - b)
      const log = await Array.fromAsync(store.read(id))
      expect(acknowledged).toEqual(Array.from({ length: 6 * count }, (_, place) => place + 2))
      expect(log.map(({ seq }) => seq)).toEqual([1, ...acknowledged])
      expect((await store.row(id)).seq).toBe(log.length)
    }
    expect((await store.verify()).problems).toEqual([])
  })
})
