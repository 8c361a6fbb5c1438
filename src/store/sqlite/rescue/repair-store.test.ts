import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { logOf, place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"
import { repairStore } from "./repair-store.ts"
import { restoreBackup } from "./restore-backup.ts"

let directory: string
let id: string
let other: string
const file = () => join(directory, storeFileName)
const open = () => openSqliteStore({ directory, rotateAfterBytes: 2000, snapshotAfterEvents: 20 })

async function using<T>(work: (store: SqliteStore) => Promise<T>): Promise<T> {
  const store = open()
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  await using(async (store) => {
    id = await store.open({ ...place, title: "a title" })
    other = await store.open({ ...place, title: "another" })
    for (let n = 1; n < 30; n++) await store.append(id, [say.input(`words of input ${n}`)], "intent", { key: `k${n}` })
    await store.append(other, [say.input("elsewhere")], "intent")
  })
})
afterEach(() => rmSync(directory, { recursive: true }))

function tamper(...statements: string[]): void {
  const database = connect(file())
  for (const pragma of ["foreign_keys = OFF", "secure_delete = ON"]) database.exec(`PRAGMA ${pragma}`)
  for (const sql of statements) database.exec(sql)
  database.close()
}

const keptIn = (name: string) => readdirSync(directory).filter((entry) => entry.startsWith(name))

const seqs = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe("repair", () => {
  it("leaves a sound store alone", async () => {
    const before = readFileSync(file())
    expect(await repairStore(directory)).toMatchObject({ kept: null, recovered: { sessions: 2, events: 32 }, lost: [] })
    expect(readFileSync(file()).equals(before)).toBe(true)
    expect(keptIn("damaged")).toEqual([])
  })

  it("rebuilds what is derived, and keeps the file as it was found", async () => {
    const truth = await using(async (store) => ({
      row: await store.row(id),
      hits: await store.search({ text: "words" }),
    }))
    tamper(
      "UPDATE sessions SET title = 'another', messages = 7, hot_bytes = 0",
      "INSERT INTO tags VALUES ('wrong', 1)",
      "DELETE FROM keys WHERE key = 'k7'",
      "DELETE FROM documents WHERE seq > 3",
      "DELETE FROM search WHERE rowid > 3",
      "UPDATE snapshots SET data = zeroblob(8)",
    )
    const { kept, lost } = await repairStore(directory)
    expect(lost).toEqual([])
    expect(statSync(join(kept ?? "", storeFileName)).mode & 0o777).toBe(0o600)
    await using(async (store) => {
      expect((await store.verify()).problems).toEqual([])
      expect(await store.row(id)).toEqual(truth.row)
      expect(await store.search({ text: "words" })).toEqual(truth.hits)
      expect((await store.append(id, [say.input("words of input 7")], "intent", { key: "k7" })).seq).toBe(8)
    })
  })

  it("keeps all but the damaged event of a session, takes the session out of use, and says so", async () => {
    tamper("UPDATE events SET body = x'7b7d' WHERE session = 1 AND seq = 29")
    const { kept, lost, recovered } = await repairStore(directory)
    expect(lost).toEqual([{ session: id, seq: 29, what: "the event does not match its hash", derived: false }])
    expect(recovered).toEqual({ sessions: 2, events: 31, blobs: 0 })
    expect(kept).not.toBeNull()
    await using(async (store) => {
      const read = await logOf(store, id, { onDamage: () => undefined })
      expect(read.map(({ seq }) => seq)).toEqual(seqs(30).filter((seq) => seq !== 29))
      await expect(store.append(id, [say.input("more")], "intent")).rejects.toMatchObject({ code: "damaged" })
      expect((await store.append(other, [say.input("more")], "intent")).seq).toBe(3)
    })
  })

  it("keeps what comes after events that are gone without a trace, as far as it proves itself", async () => {
    tamper("DELETE FROM events WHERE session = 1 AND seq = 28")
    const { lost } = await repairStore(directory)
    expect(lost).toMatchObject([
      { session: id, seq: 28, what: "events are missing" },
      { session: id, seq: 29, what: "the event does not match its hash" },
    ])
    await using(async (store) => {
      const read = await logOf(store, id, { onDamage: () => undefined })
      expect(read.map(({ seq }) => seq)).toEqual([...seqs(27), 30])
    })
  })

  it("remembers that a log went on, when its end is lost", async () => {
    tamper("DELETE FROM events WHERE session = 1 AND seq > 28")
    expect((await repairStore(directory)).lost).toMatchObject([{ session: id, seq: 29 }])
    await using(async (store) => {
      expect(await store.row(id)).toMatchObject({ seq: 30, damage: "seq 29: events are missing (through seq 30)" })
    })
  })

  it.each([
    ["an event", "UPDATE events SET body = x'7b7d' WHERE session = 1 AND seq = 29"],
    ["events in the middle", "DELETE FROM events WHERE session = 1 AND seq = 28"],
    ["the end of a log", "DELETE FROM events WHERE session = 1 AND seq > 28"],
  ])("keeps no other copy when a repair has given up %s already, until a backup helps", async (_what, sql) => {
    const spare = join(directory, "spare.db")
    await using((store) => store.backup(spare))
    tamper(sql)
    const { lost, recovered } = await repairStore(directory)
    const after = readFileSync(file())
    expect(keptIn("damaged").length).toBe(1)
    expect(await repairStore(directory)).toMatchObject({ kept: null, lost, recovered })
    expect(readFileSync(file()).equals(after)).toBe(true)
    expect(keptIn("damaged").length).toBe(1)
    expect(readdirSync(directory).filter((name) => /repairing|\.new|part/.test(name))).toEqual([])
    tamper("UPDATE events SET body = x'7b7d' WHERE session = 2 AND seq = 2")
    expect((await repairStore(directory)).lost.length).toBe(lost.length + 1)
    expect(keptIn("damaged").length).toBe(2)
    mkdirSync(join(directory, "backups"))
    renameSync(spare, join(directory, "backups", "holdfast-20260101T000000000Z.db"))
    expect(await repairStore(directory)).toMatchObject({ kept: expect.any(String), lost: [] })
  })

  it.each([
    ["the number of the last event", "UPDATE sessions SET head = 17 WHERE n = 1"],
    ["the number of the last event, far off", "UPDATE sessions SET head = 1125899906842654 WHERE n = 1"],
    ["the hash of the last event", "UPDATE sessions SET hash = zeroblob(16) WHERE n = 1"],
    ["the checksum and the ends of a segment", "UPDATE segments SET hash = x'00', after = zeroblob(16)"],
    ["the beginning of a segment", "UPDATE segments SET before = zeroblob(16)"],
    ["whose a segment is", "UPDATE segments SET origin = 'nobody'"],
    ["whose an event is", "UPDATE events SET origin = 'nobody' WHERE session = 1 AND seq = 29"],
    ["where an event belongs", "UPDATE events SET hash = zeroblob(16) WHERE session = 1 AND seq IN (29, 30)"],
  ])("makes %s again from what the events prove", async (_what, sql) => {
    const before = await using(async (store) => ({ log: await logOf(store, id), row: await store.row(id) }))
    tamper(sql)
    expect((await repairStore(directory)).lost).toEqual([])
    await using(async (store) => {
      expect(await logOf(store, id)).toEqual(before.log)
      expect(await store.row(id)).toEqual(before.row)
      expect((await store.verify()).problems).toEqual([])
      expect((await store.append(id, [say.input("more")], "intent")).seq).toBe(31)
    })
  })

  it("goes on with the commits that a crash left in the write-ahead log", async () => {
    const store = open()
    await store.append(id, [say.input("only in the log")], "intent")
    const crashed = mkdtempSync(join(tmpdir(), "holdfast-"))
    for (const suffix of ["", "-wal"]) copyFileSync(file() + suffix, join(crashed, storeFileName + suffix))
    await store.close()
    const bytes = readFileSync(join(crashed, storeFileName))
    bytes.fill(0, 0, 4096)
    writeFileSync(join(crashed, storeFileName), bytes)
    expect((await repairStore(crashed)).lost).toEqual([])
    const again = openSqliteStore({ directory: crashed })
    expect((await logOf(again, id)).at(-1)).toMatchObject({ seq: 31, data: { text: "only in the log" } })
    await again.close()
    rmSync(crashed, { recursive: true })
  })

  it("fences the drivers of before", async () => {
    const lease = await using((store) => store.acquire(id, { type: "RuntimeHandle" }))
    tamper("UPDATE events SET body = x'7b7d' WHERE session = 2 AND seq = 2")
    await repairStore(directory)
    await using(async (store) => {
      await expect(store.append(id, [say.asked()], lease)).rejects.toMatchObject({ code: "fenced" })
      expect((await store.acquire(id, { type: "RuntimeHandle" })).epoch).toBeGreaterThan(lease.epoch + 1)
    })
  })

  it("does not bring back what was erased", async () => {
    const backup = join(directory, "backups", "holdfast-20260101T000000000Z.db")
    mkdirSync(join(directory, "backups"))
    const spare = join(directory, "spare.db")
    await using(async (store) => {
      await store.backup(spare)
      await store.erase(other)
    })
    renameSync(spare, backup)
    tamper("UPDATE events SET body = x'7b7d' WHERE session = 1 AND seq = 29")
    expect(await repairStore(directory)).toMatchObject({ lost: [], fromBackup: { sessions: 0, events: 1, blobs: 0 } })
    await using((store) => expect(store.row(other)).rejects.toMatchObject({ code: "erased" }))
  })

  /** Goes back to a state from before some more events, which an automatic backup still has. */
  const goBack = async () => {
    const [older, newer] = [join(directory, "older.db"), join(directory, "newer.db")]
    await using(async (store) => {
      await store.backup(older)
      await store.append(id, [say.input("given up"), say.described({ title: "given up" })], "intent")
      await store.backup(newer)
    })
    await restoreBackup(directory, older)
    mkdirSync(join(directory, "backups"))
    renameSync(newer, join(directory, "backups", "holdfast-20260101T000000000Z.db"))
  }

  it("does not go on with a log that is whole, though a backup knows more", async () => {
    await goBack()
    tamper("UPDATE events SET body = x'7b7d' WHERE session = 2 AND seq = 2")
    expect(await repairStore(directory)).toMatchObject({ lost: [], fromBackup: { events: 1 } })
    await using(async (store) => expect((await logOf(store, id)).length).toBe(30))
  })

  it("does not take an event out of another history", async () => {
    await goBack()
    await using((store) => store.append(id, [say.input("another way"), say.input("and on")], "intent"))
    tamper("UPDATE events SET body = x'7b7d', hash = zeroblob(16) WHERE session = 1 AND seq = 32")
    expect((await repairStore(directory)).lost).toMatchObject([{ session: id, seq: 32 }])
    await using(async (store) => {
      const read = await logOf(store, id, { onDamage: () => undefined })
      expect(read.at(-1)).toMatchObject({ seq: 31, data: { text: "another way" } })
    })
  })

  it("is refused while the store is open, and when there is none", async () => {
    const store = open()
    await expect(repairStore(directory)).rejects.toMatchObject({ code: "storage-busy" })
    await store.close()
    const empty = mkdtempSync(join(tmpdir(), "holdfast-"))
    await expect(repairStore(empty)).rejects.toMatchObject({ code: "storage-missing" })
    rmSync(empty, { recursive: true })
  })

  it("is refused while another host holds a lease, unless told otherwise", async () => {
    const owner = {
      type: "RuntimeHandle",
      path: "there",
      process: { pid: 1, startedAt: "1", host: "far", boot: "b", pidNamespace: "n" },
    }
    tamper(
      `INSERT INTO leases (session, epoch, owner) VALUES (1, 1, '${JSON.stringify(owner)}')`,
      "UPDATE sessions SET messages = 99",
    )
    await expect(repairStore(directory)).rejects.toMatchObject({ code: "owned" })
    expect((await repairStore(directory, { evenIfOwned: true })).lost).toEqual([])
  })

  it("leaves a store of a newer version as it is, and one whose version alone is damaged is repaired", async () => {
    tamper("PRAGMA user_version = 3")
    expect(() => open()).toThrow(expect.objectContaining({ code: "newer" }))
    expect((await repairStore(directory)).lost).toEqual([])
    await using(async (store) => expect((await logOf(store, id)).length).toBe(30))
    tamper("PRAGMA user_version = 3", "CREATE TABLE novelties (n INTEGER PRIMARY KEY)")
    const before = readFileSync(file())
    await expect(repairStore(directory)).rejects.toMatchObject({ code: "newer" })
    expect(readFileSync(file()).equals(before)).toBe(true)
  })

  it("goes on from the kept files after a crash in the middle, and nobody opens the store before", async () => {
    const bytes = readFileSync(file())
    const halfway = join(directory, "repairing")
    mkdirSync(halfway)
    writeFileSync(join(halfway, storeFileName), bytes)
    rmSync(file())
    expect(() => open()).toThrow(expect.objectContaining({ code: "damaged" }))
    expect(existsSync(file())).toBe(false)
    const { kept, lost } = await repairStore(directory)
    expect(lost).toEqual([])
    expect(readFileSync(join(kept ?? "", storeFileName)).equals(bytes)).toBe(true)
    await using(async (store) => expect((await logOf(store, id)).length).toBe(30))
    expect(readdirSync(directory).filter((name) => /repairing|\.new|part/.test(name))).toEqual([])
  })
})
