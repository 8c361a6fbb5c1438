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
