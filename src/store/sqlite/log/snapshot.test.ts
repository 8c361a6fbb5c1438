import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { begin } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import type { ForeignEvent } from "../../../session/event.ts"
import { foldVersion } from "../../../session/fold.ts"
import { readInSteps } from "../commit/steps.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import type { SqliteOptions } from "../open-core.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"
import { locateLog } from "./event-rows.ts"
import { saveSnapshot } from "./snapshot.ts"

let directory: string
let store: SqliteStore

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true, force: true })
})

const open = (options: SqliteOptions = {}) => {
  store = openSqliteStore({ directory, ...options })
}

/** The events at which the snapshots of a session stand. */
function snapshotsOf(id: string): number[] {
  const database = connect(join(directory, storeFileName), { readOnly: true })
  const rows = database.all<{ seq: number }>(
    "SELECT seq FROM snapshots WHERE session = (SELECT n FROM sessions WHERE id = ?) ORDER BY seq",
    id,
  )
  database.close()
  return rows.map(({ seq }) => seq)
}

describe("snapshots", () => {
  it("are kept of each session, the newest 8", async () => {
    open({ snapshotAfterEvents: 2 })
    const [long, short] = [await begin(store), await begin(store)]
    const early = await store.state(long, { at: 1 })
    for (let sent = 1; sent < 40; sent++) await store.append(long, [say.input(`${sent}`)], "intent")
    for (let sent = 1; sent < 6; sent++) await store.append(short, [say.input(`${sent}`)], "intent")
    expect(snapshotsOf(long)).toEqual([26, 28, 30, 32, 34, 36, 38, 40])
    expect(snapshotsOf(short)).toEqual([2, 4, 6])
    expect(await store.state(long, { at: 1 })).toEqual(early)
  })

  it("are taken anew of long sessions after the version of the fold was raised, without an append", async () => {
    open({ snapshotAfterEvents: 10 })
    const [long, short] = [await begin(store), await begin(store)]
    for (let sent = 1; sent < 25; sent++) await store.append(long, [say.input(`${sent}`)], "intent")
    const state = await store.state(long)
    await store.close()
    const database = connect(join(directory, storeFileName))
    database.run("UPDATE snapshots SET version = version - 1")
    const current = () =>
      database
        .all<{ seq: number; id: string }>(
          "SELECT seq, id FROM snapshots JOIN sessions ON n = session WHERE version = ?",
          foldVersion,
        )
        .map(({ seq, id }) => ({ seq, id }))
    expect(current()).toEqual([])
    open({ snapshotAfterEvents: 10 })
    await expect.poll(current, { timeout: 20_000 }).toEqual([{ seq: 25, id: long }])
    expect(await store.state(long)).toEqual(state)
    expect((await store.row(short)).seq).toBe(1)
    expect((await store.verify()).problems).toEqual([])
    database.close()
  })

  it("stand at every rewind, so that it is folded from far back once", async () => {
    open()
    const id = await begin(store)
    await store.append(id, [say.input("one"), say.input("two")], "intent")
    expect(snapshotsOf(id)).toEqual([])
    const { seq: first } = await store.append(id, [say.rewound(2, 3)], "intent")
    await store.append(id, [say.input("three")], "intent")
    const { seq: second } = await store.append(id, [say.rewound(1, 5)], "intent")
    expect(snapshotsOf(id)).toEqual([first, second])
  })

  it("stand at the end of a log that was taken in", async () => {
    open()
    const id = await begin(store)
    await store.append(id, [say.input("one"), say.input("two")], "intent")
    const events = (await Array.fromAsync(store.read(id, { asStored: true }))) as ForeignEvent[]
    const copy = await store.adopt({ id, events, blobs: [] }, { copy: true })
    expect(snapshotsOf(copy.id)).toEqual([3])
  })

  it("are left out where they cannot be written as one text, but not where the disk refuses them", async () => {
    open()
    const id = await begin(store)
    const state = await store.state(id)
    let deep: object = {}
    for (let level = 0; level < 100_000; level++) deep = { deep }
    const faults = (point: string) => {
      if (point === "before INSERT snapshots") throw new RangeError("the disk is full")
    }
    const database = connect(join(directory, storeFileName), { faults })
    const place = locateLog(database, id)
    if (!place) throw new Error("there is no session")
    const save = (branch: object) => saveSnapshot(database, place, { ...state, ...branch }, place.hash)
    save({ branch: { ...state.branch, artifacts: deep } })
    expect(() => save({})).toThrow("the disk is full")
    database.close()
    expect(snapshotsOf(id)).toEqual([])
  })
})

describe("a log that is read in steps", () => {
  it.each([
    ["hot", {}],
    ["sealed", { rotateAfterBytes: 1000 }],
  ])("has few long events in memory at a time, and many short ones: %s", async (_, options) => {
    open(options)
    const id = await begin(store)
    const long = "x".repeat(3 * 1024 * 1024)
    const lease = await store.acquire(id, { type: "RuntimeHandle" })
    for (let call = 0; call < 4; call++) {
      await store.append(id, [say.called(`${call}`), say.finished(`${call}`, long)], lease)
    }
    for (let times = 0; times < 300; times++) await store.append(id, [say.described({ title: `${times}` })], "intent")
    await store.close()
    const database = connect(join(directory, storeFileName), { readOnly: true })
    const place = locateLog(database, id)
    if (!place) throw new Error("there is no session")
    const steps = [...readInSteps(database, place, 1, place.head)]
    database.close()
    expect(steps.flat().map(({ seq }) => seq)).toEqual(Array.from({ length: place.head }, (_, index) => index + 1))
    for (const step of steps) {
      expect(step.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(8 * 1024 * 1024)
    }
    expect(steps.length).toBeLessThan(6)
  })
})
