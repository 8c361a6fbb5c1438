import { expect, it } from "vitest"
import { thisProcess } from "../../src/store/owner.ts"
import { sharedClock } from "../crash/journal.ts"
import * as say from "../support/store/conformance/script.ts"
import { scene } from "./scene.ts"

const owner = { type: "RuntimeHandle" }

it("tells the second process who drives the session", async () => {
  const { start } = scene()
  const [first, second] = [await start(), await start()]
  const id = await first.call("open")
  await first.call("acquire", id, owner)
  await expect(second.call("acquire", id, owner)).rejects.toMatchObject({
    code: "owned",
    message: expect.stringContaining(`runtime-handle (process ${first.pid})`),
    details: { session: id, owner: { type: "RuntimeHandle", path: "runtime-handle", pid: first.pid } },
  })
})

it("lets the second process take over as soon as the first is killed", async () => {
  const { start } = scene()
  const rounds = 7
  const second = await start()
  const taken: number[] = []
  for (let round = 0; round < rounds; round++) {
    const first = await start()
    const id = await first.call("open")
    const { epoch } = await first.call("acquire", id, owner)
    await first.call("append", id, [say.started("t1"), say.asked("t1")], { epoch })
    const contending = second.call("contend", id, owner)
    await second.next() // it was refused, now or (an item that was left over) in an earlier round
    const killedAt = sharedClock()
    await first.kill()
    const goneAt = sharedClock()
    const { lease, at, refusedAt } = await contending
    expect(lease.epoch).toBe(epoch + 1)
    // Who tries once the owner is gone has it at once.
    expect(refusedAt).toBeLessThan(goneAt)
    taken.push(at - killedAt)
    await second.call("release", lease)
  }
  const median = taken.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.POSITIVE_INFINITY
  console.log(`take-over after a kill: median ${median.toFixed(1)} ms, longest ${taken.at(-1)?.toFixed(1)} ms`)
})

it("shows the next owner what the killed one had streamed", async () => {
  const { start } = scene()
  const [first, second] = [await start(), await start()]
  const id = await first.call("open")
  const lease = await first.call("acquire", id, owner)
  const intent = await first.call("append", id, [say.started("t1"), say.asked("t1")], { epoch: lease.epoch })
  const text = "x".repeat(3000)
  const following = second.call("follow", id, intent)
  following.catch(() => undefined)
  await first.call("checkpoint", lease, intent, text)
  expect(await second.next()).toEqual({ seq: intent, channel: "text", offset: 0, text })
  await first.kill()
  await second.call("acquire", id, owner)
  expect(await second.call("partials", id)).toEqual([[intent, { text }]])
})

it("never takes the lease from a suspended process of this machine, however long it is silent", async () => {
  const { start } = scene()
  const leaseTtlMs = 20
  const [first, second] = [await start({ leaseTtlMs }), await start({ leaseTtlMs })]
  const id = await first.call("open")
  const { epoch } = await first.call("acquire", id, owner)
  first.signal("SIGSTOP")
  const until = performance.now() + 10 * leaseTtlMs
  while (performance.now() < until) {
    await expect(second.call("acquire", id, owner)).rejects.toMatchObject({ code: "owned" })
  }
  first.signal("SIGCONT")
  await first.call("append", id, [say.started("t1")], { epoch })
})

it("rejects the late append and the late checkpoint of an owner elsewhere that fell silent", async () => {
  const { start, use } = scene()
  const leaseTtlMs = 150
  const identity = { ...thisProcess(), host: "another host" }
  const [first, second] = [await start({ leaseTtlMs, identity }), await start({ leaseTtlMs })]
  const id = await first.call("open")
  const lease = await first.call("acquire", id, owner)
  const intent = await first.call("append", id, [say.started("t1"), say.asked("t1")], { epoch: lease.epoch })
  first.signal("SIGSTOP")
  const before = performance.now()
  const { lease: next, refused } = await second.call("contend", id, owner)
  expect(performance.now() - before).toBeGreaterThanOrEqual(leaseTtlMs)
  expect(refused).toBeGreaterThan(0)
  first.signal("SIGCONT")
  await expect(first.call("append", id, [say.started("t2")], { epoch: lease.epoch })).rejects.toMatchObject({
    code: "fenced",
    details: { session: id, epoch: next.epoch },
  })
  await first.call("checkpoint", lease, intent, "text of a zombie")
  await first.call("close")
  expect(await use((store) => store.partials(id))).toEqual(new Map())
  await second.call("append", id, [say.described({ title: "Goes on" })], { epoch: next.epoch })
})

it("leaves the lease with an owner elsewhere that answers", async () => {
  const { start } = scene()
  const leaseTtlMs = 900
  const identity = { ...thisProcess(), host: "another host" }
  const [first, second] = [await start({ leaseTtlMs, identity }), await start({ leaseTtlMs })]
  const id = await first.call("open")
  const { epoch } = await first.call("acquire", id, owner)
  const contending = second.call("contend", id, owner)
  const until = performance.now() + 2.5 * leaseTtlMs
  while (performance.now() < until) expect(await second.next()).toBe("refused")
  await first.call("append", id, [say.started("t1")], { epoch })
  await first.kill()
  // Dead, it answers no more.
  expect((await contending).lease.epoch).toBe(epoch + 1)
})

it("drives nothing after the last owner let go", async () => {
  const { start, use } = scene()
  const [first, second] = [await start(), await start()]
  const id = await first.call("open")
  await first.call("acquire", id, owner)
  await first.call("close")
  await second.call("acquire", id, owner)
  expect((await use((store) => store.state(id))).log.owner).toMatchObject({ epoch: 2, pid: second.pid })
})
