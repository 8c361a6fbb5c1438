import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { MessageChannel } from "node:worker_threads"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { begin, beginDriven, refusalOf } from "../../../test/support/store/conformance/scene.ts"
import * as say from "../../../test/support/store/conformance/script.ts"
import { describeStore } from "../../../test/support/store/conformance.ts"
import { openLimited } from "../../../test/support/store/limited-file.ts"
import { countedLog, longLog } from "../../../test/support/store/long-log.ts"
import type { Damage, Store } from "../contract.ts"
import { openSqliteStore } from "../sqlite/store.ts"
import { portStore } from "./port-store.ts"
import { servePort } from "./serve-port.ts"

/** A store behind a port. A thread of its own would take a second to start, and there are hundreds of tests. */
function behindPort(store: Store): Store {
  const { port1, port2 } = new MessageChannel()
  servePort(store, port2, (error) => expect.fail(String(error)))
  return portStore(port1)
}

describeStore("the store behind a port", () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  return {
    open() {
      const store = openSqliteStore({ directory })
      const here = behindPort(store)
      return { ...here, close: async () => here.close().then(() => store.close()) }
    },
    destroy: () => rmSync(directory, { recursive: true, force: true }),
  }
})

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true }))

describe("a port that is closed", () => {
  it("lets go of every lease, also where the storage refuses the first", async () => {
    const { store, limit } = openLimited(directory)
    const here = behindPort(store)
    const sessions = [await beginDriven(here), await beginDriven(here)]
    const text = "y".repeat(200_000)
    const asked = await Promise.all(sessions.map(({ drive }) => drive(say.started("t1"), say.asked("t1"))))
    limit(0)
    for (const [index, { lease }] of sessions.entries()) {
      here.checkpoint(lease, asked[index] ?? 0, { channel: "text", offset: 0, text })
    }
    expect(await refusalOf(here.close())).toMatchObject({ code: "storage-full" })
    for (const { id } of sessions) expect((await store.row(id)).status).toBe("interrupted")
    limit(1000)
    await store.close()
  })
})

describe("a log that is adopted through a port", () => {
  it("goes over piece by piece, and others are answered between them", async () => {
    const store = openSqliteStore({ directory })
    const here = behindPort(store)
    const id = await begin(here)
    const { log, seen } = countedLog(longLog(5_000))
    const adopting = here.adopt(log)
    let answers = 0
    for (; seen() < 5_001; answers++) await here.row(id)
    expect(answers).toBeGreaterThan(5)
    expect(await adopting).toEqual({ id: log.id, outcome: "imported", events: 5_001 })
    expect((await store.verify()).problems).toEqual([])
    await here.close()
    await store.close()
  })

  it("leaves nothing behind where one of its events cannot be sent, and can be tried again", async () => {
    const store = openSqliteStore({ directory })
    const here = behindPort(store)
    const log = longLog(1_000)
    const [first, ...rest] = log.events
    const broken = { ...log, events: [...rest, { ...first, data: { title: 7n } }] as never }
    expect(await refusalOf(here.adopt(broken))).toMatchObject({ code: "invalid" })
    expect(await here.list()).toEqual({ items: [], next: null })
    expect(await here.adopt(log)).toEqual({ id: log.id, outcome: "imported", events: 1_001 })
    await here.close()
    await store.close()
  })
})

describe("a log that is read through a port", () => {
  it("tells of each damaged stretch, in its place", async () => {
    const store = openSqliteStore({ directory })
    const here = behindPort(store)
    const id = await begin(here)
    for (const text of ["one", "two", "three"]) await here.append(id, [say.input(text)], "intent")
    const file = new DatabaseSync(join(directory, "holdfast.db"))
    file.exec("UPDATE events SET body = x'00' WHERE seq = 3")
    file.close()
    const received: Array<number | string> = []
    const onDamage = ({ from, to }: Damage) => received.push(`${from} to ${to}`)
    for await (const { seq } of here.read(id, { onDamage })) received.push(seq)
    expect(received).toContain("3 to 3")
    expect(received.filter((item) => typeof item === "number")).toEqual([1, 2, 4])
    await expect(Array.fromAsync(here.read(id))).rejects.toMatchObject({ code: "damaged" })
    await here.close()
    await store.close()
  })

  it("is read no further than it is pulled", async () => {
    const store = openSqliteStore({ directory })
    let pulled = 0
    const counted: Store = {
      ...store,
      async *read(id, options) {
        for await (const event of store.read(id, options)) {
          pulled++
          yield event
        }
      },
    }
    const here = behindPort(counted)
    const id = await begin(here)
    const inputs = Array.from({ length: 400 }, (_, n) => say.input(`input ${n}`))
    await here.append(id, inputs, "intent")
    const items = here.read(id)[Symbol.asyncIterator]()
    await items.next()
    await here.row(id)
    expect(pulled).toBeLessThan(150)
    expect(await Array.fromAsync({ [Symbol.asyncIterator]: () => items })).toHaveLength(400)
    await here.close()
    await store.close()
  })
})

describeStore("one store behind several ports, with everything sealed", () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const store = openSqliteStore({ directory, rotateAfterBytes: 250, snapshotAfterEvents: 3 })
  return {
    open: () => behindPort(store),
    async destroy() {
      await store.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
})
