import { expect, it } from "vitest"
import type { Event } from "../../src/session/event.ts"
import { applyDelta, type Delta, noPartials } from "../../src/session/partial.ts"
import * as say from "../support/store/conformance/script.ts"
import type { Actor } from "./process.ts"
import { scene } from "./scene.ts"

it("brings the input of a process without a lease to the driver", async () => {
  const { start } = scene()
  const [driver, person] = [await start(), await start()]
  const id = await driver.call("open")
  await driver.call("acquire", id, { type: "RuntimeHandle" })
  driver.call("follow", id, 2).catch(() => undefined)
  const [[seq] = []] = await person.call("send", [id], 1)
  expect(await driver.next()).toMatchObject({ seq, type: "input.accepted", session: id })
})

it("loses and repeats no event while two other processes write and seal", { timeout: 120_000 }, async () => {
  const { start, use } = scene()
  const writers = [await start({ rotateAfterBytes: 4096 }), await start({ rotateAfterBytes: 4096 })]
  const [first] = writers
  const followers = [await start(), await start()]
  const id = (await first?.call("open")) ?? ""
  for (const follower of followers) follower.call("follow", id, 0).catch(() => undefined)
  const count = 500
  const sent = Promise.all(writers.map((writer) => writer.call("send", [id], count)))
  const seen = await Promise.all(followers.map((follower) => items(follower, 1 + writers.length * count)))
  await sent
  await use(async (store) => {
    const log = await Array.fromAsync(store.read(id))
    for (const events of seen) expect(events).toEqual(log)
    expect((await store.verify()).problems).toEqual([])
  })
})

it("finds every event in its place while another process seals them away", async () => {
  const { start } = scene()
  const [writer, ...readers] = await Promise.all([start({ rotateAfterBytes: 250 }), start(), start()])
  const id = await writer.call("open")
  const count = 400
  const reading = Promise.all(readers.map((reader) => reader.call("reread", id, count + 1)))
  await writer.call("send", [id], count)
  for (const times of await reading) expect(times).toBeGreaterThan(3)
})

it("brings the text that another process streams, each piece once, and the outcome after it", async () => {
  const { start } = scene()
  const [driver, follower] = [await start(), await start()]
  const id = await driver.call("open")
  const lease = await driver.call("acquire", id, { type: "RuntimeHandle" })
  const intent = await driver.call("append", id, [say.started("t1"), say.asked("t1")], { epoch: lease.epoch })
  follower.call("follow", id, intent).catch(() => undefined)
  const text = Array.from({ length: 200 }, (_, index) => `word ${index} 漢字 `).join("")
  const streaming = driver.call("stream", lease, intent, text, 40)
  let partials = noPartials
  let deltas = 0
  while (partials.get(intent)?.text !== text) {
    const delta = (await follower.next()) as Delta
    expect(delta).toMatchObject({ seq: intent, channel: "text", offset: partials.get(intent)?.text?.length ?? 0 })
    partials = applyDelta(partials, delta)
    deltas++
  }
  await streaming
  expect(deltas).toBeGreaterThan(1)
  await driver.call("append", id, [say.answered(intent, text, "t1")], { epoch: lease.epoch })
  expect(await follower.next()).toMatchObject({ type: "model.answered", data: { text } })
})

async function items(actor: Actor, count: number): Promise<Event[]> {
  const found: Event[] = []
  while (found.length < count) found.push((await actor.next()) as Event)
  return found
}
