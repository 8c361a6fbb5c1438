import { beforeEach, describe, expect, it } from "vitest"
import { beginDriven, logOf } from "../../../test/support/store/conformance/scene.ts"
import * as say from "../../../test/support/store/conformance/script.ts"
import type { Lease, ReadOptions, Store } from "../../store/contract.ts"
import { openMemoryStore } from "../../store/memory/memory-store.ts"
import { type DrivenLog, drivenLog } from "./driven-log.ts"

let store: Store
let lease: Lease
let id: string
let log: DrivenLog
let read: number[]

beforeEach(async () => {
  store = openMemoryStore()
  const driven = await beginDriven(store)
  lease = driven.lease
  id = driven.id
  await driven.drive(say.input("task"), say.started("t1"), say.consumed("task"))
  read = []
  log = await drivenLog(counted(store), id)
})

/** The store, which notes each event that is read from it. */
const counted = (inner: Store): Store => ({
  ...inner,
  async *read(session, options) {
    for await (const event of inner.read(session, options)) {
      read.push(event.seq)
      yield event
    }
  },
})

const append = (...events: Parameters<Store["append"]>[1]) => log.after(log.store.append(id, events, lease))
const step = async (n: number) => {
  await append(say.asked("t1"))
  await append(say.answered(log.state.seq, `answer ${n}`, "t1"))
}
const isNewest = async () => expect(log.state).toEqual(await store.state(id))

describe("the log of a driver", () => {
  it("has the state after what it appended, without a read", async () => {
    await step(1)
    await isNewest()
    expect(read).toEqual([])
  })

  it("has what a person appended before an outcome", async () => {
    await append(say.asked("t1"))
    const asked = log.state.seq
    await store.append(id, [say.input("more"), say.cancelled("t1")], "intent")
    await append(say.answered(asked, "done", "t1"))
    await isNewest()
    expect(log.state.log.turn?.cancel).not.toBeNull()
  })

  it("has what a person said before a decision that was refused for it", async () => {
    await store.append(id, [say.input("more")], "intent")
    await log.after(log.store.append(id, [say.asked("t1")], { epoch: lease.epoch, head: log.state.seq }))
    await isNewest()
    expect(log.state.log.intents.model).toBeNull()
  })

  it("goes back with a rewind", async () => {
    await step(1)
    const { seq } = log.state
    await append(say.stopped("t1"))
    await store.append(id, [say.rewound(seq, log.state.seq)], "intent")
    expect(await log.catchUp()).toBe(true)
    expect(await log.catchUp()).toBe(false)
    await isNewest()
  })

  it("reads what the store has, and each event once", async () => {
    for (let n = 0; n < 3; n++) await step(n)
    const { seq } = log.state
    const places = [0, 3, 6, seq - 1, seq, seq + 1]
    const ranges = places.flatMap((after) => places.map((before) => ({ after, before })))
    const wanted = ranges.flatMap((range): ReadOptions[] => [
      range,
      { ...range, reverse: true },
      { ...range, limit: 2 },
      { ...range, reverse: true, limit: 2 },
    ])
    expect(await logOf(log.store, id)).toEqual(await logOf(store, id))
    read = []
    for (const options of wanted) expect(await logOf(log.store, id, options)).toEqual(await logOf(store, id, options))
    expect(read).toEqual([])
  })

  it("forgets what was not read between two calls of the model", async () => {
    for (let n = 0; n < 3; n++) {
      await step(n)
      await logOf(log.store, id, { after: log.state.seq - 2 })
    }
    await append(say.asked("t1"))
    read = []
    await logOf(log.store, id, { after: log.state.seq - 3 })
    expect(read).toEqual([])
    await logOf(log.store, id, { after: log.state.seq - 4 })
    expect(read).toEqual([log.state.seq - 3])
  })
})

describe("what a driver holds", () => {
  const decide = (...events: Parameters<Store["append"]>[1]) =>
    log.after(log.store.append(id, events, { epoch: lease.epoch, head: log.state.seq }))
  const types = async () => (await logOf(store, id)).map(({ type }) => type)

  it("is in its state and its reads at once, and in the log with the next append", async () => {
    const { seq } = log.state
    const before = await types()
    log.hold([say.described({ title: "held" })], { lease, head: seq })
    expect(log.state).toMatchObject({ seq: seq + 1, log: { title: "held" } })
    expect((await logOf(log.store, id)).at(-1)).toMatchObject({ seq: seq + 1, type: "session.described" })
    expect(await types()).toEqual(before)
    await decide(say.asked("t1"))
    expect(await types()).toEqual([...before, "session.described", "model.asked"])
    await isNewest()
  })

  it("is appended by itself where nothing follows, and what was to come after it comes then", async () => {
    const done: number[] = []
    await append(say.asked("t1"))
    const asked = log.state.seq
    log.hold([say.answered(asked, "held", "t1")], { lease }, async () => done.push((await types()).length))
    expect(done).toEqual([])
    await log.after(log.flush())
    expect(done).toEqual([asked + 1])
    await isNewest()
  })

  it("is decided again where a person was faster", async () => {
    const { seq } = log.state
    log.hold([say.described({ title: "held" })], { lease, head: seq })
    await store.append(id, [say.input("more")], "intent")
    await decide(say.asked("t1"))
    expect((await types()).slice(seq)).toEqual(["input.accepted"])
    await isNewest()
  })

  it("is kept where it is an outcome, and only what was decided on it is refused", async () => {
    const done: string[] = []
    await append(say.asked("t1"))
    const asked = log.state.seq
    log.hold([say.answered(asked, "held", "t1")], { lease }, () => done.push("cleared"))
    await store.append(id, [say.input("more")], "intent")
    await decide(say.stopped("t1"))
    expect((await types()).slice(asked)).toEqual(["input.accepted", "model.answered"])
    expect(done).toEqual(["cleared"])
    await isNewest()
  })
})

describe("the lease of a driver", () => {
  const stop = () => log.after(log.store.append(id, [say.stopped("t1")], { epoch: lease.epoch, head: log.state.seq }))

  it("is given back with the stop record", async () => {
    await stop()
    expect(log.isReleased).toBe(true)
    expect((await store.acquire(id, { type: "Next" })).epoch).toBe(lease.epoch + 1)
  })

  it("is kept while something is left to do", async () => {
    await store.append(id, [{ type: "context.compact-requested", data: {} }], "intent")
    await log.catchUp()
    await stop()
    expect(log.isReleased).toBe(false)
    await append(say.described({ title: "on" }))
  })
})
