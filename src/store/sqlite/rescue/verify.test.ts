import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { logOf, place } from "../../../../test/support/store/conformance/scene.ts"
import * as say from "../../../../test/support/store/conformance/script.ts"
import { connect } from "../database.ts"
import { storeFileName } from "../file.ts"
import { openSqliteStore, type SqliteStore } from "../store.ts"

let directory: string
let store: SqliteStore
let id: string
const open = () => openSqliteStore({ directory, rotateAfterBytes: 2000, snapshotAfterEvents: 20 })

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  store = open()
  id = await store.open({ ...place, title: "a title" })
  for (let n = 1; n < 30; n++) await store.append(id, [say.input(`words of input ${n}`)], "intent", { key: `k${n}` })
  await store.append(id, [say.described({ tags: ["one", "two"] })], "intent")
})
afterEach(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

/** Changes rows behind the store's back, as a damaged disk or a careless hand would. */
async function tamper(...statements: string[]): Promise<void> {
  await store.close()
  const database = connect(join(directory, storeFileName))
  database.exec("PRAGMA foreign_keys = OFF")
  for (const sql of statements) database.exec(sql)
  database.close()
  store = open()
}

const problems = async (of?: string) => (await store.verify(of)).problems

describe("verify", () => {
  it("counts what it looked at, and finds nothing wrong with a sound store", async () => {
    const fork = await store.open({ ...place, parent: { session: id, seq: 10 } })
    await store.putBlob(Buffer.from("bytes"))
    expect(await store.verify()).toEqual({ sessions: 2, events: 32, blobs: 1, problems: [] })
    expect(await store.verify(fork)).toEqual({ sessions: 1, events: 1, blobs: 0, problems: [] })
    await expect(store.verify("nobody")).rejects.toMatchObject({ code: "not-found" })
  })

  it.each([
    ["a plain", "x".repeat(32_768), "x".repeat(40_000)],
    ["a capital", "X".repeat(32_768), "X".repeat(40_000)],
    ["a Greek", "ω".repeat(16_384), `α${"ω".repeat(20_000)}`],
    ["a widened", "ﬁ".repeat(16_384), `a${"ﬁ".repeat(20_000)}`],
  ])("finds nothing wrong with %s word that is longer than a word of the index", async (_, longest, longer) => {
    await store.append(id, [say.input(`a ${longest} b ${longer} c ${longer}-d`)], "intent")
    await store.close()
    store = open()
    expect(await problems()).toEqual([])
    expect((await store.search({ text: `c ${longer.slice(0, 400)}* d` })).items).toHaveLength(1)
  })

  it("names a changed event by session and seq, and the forks that inherit it", async () => {
    const fork = await store.open({ ...place, parent: { session: id, seq: 31 } })
    const before = await store.open({ ...place, parent: { session: id, seq: 29 } })
    await tamper(
      "UPDATE events SET body = CAST(replace(CAST(body AS TEXT), 'input 29', 'input 99') AS BLOB) WHERE seq = 30",
    )
    expect(await problems()).toEqual([
      { session: id, seq: 30, what: "the event does not match its hash", derived: false },
      { session: fork, seq: 30, what: `it inherits the damage of session ${id}`, derived: false },
    ])
    expect(await problems(before)).toEqual([])
    expect(await problems(fork)).toMatchObject([{ session: fork, seq: 30, derived: false }])
  })

  it("finds an end that was cut off, and one that the row does not know of", async () => {
    await tamper("DELETE FROM events WHERE seq = 31")
    expect(await problems()).toEqual([{ session: id, seq: 31, what: "events are missing", derived: false }])
    await tamper("UPDATE sessions SET head = 28, hash = (SELECT hash FROM events WHERE seq = 27)")
    expect(await problems()).toMatchObject([
      { session: id, seq: 29, what: "the events through seq 31 were acknowledged and are missing" },
      { session: id, seq: 29, what: "the log does not end as its row says" },
    ])
  })

  it("says it once however far a row pretends that the log goes", async () => {
    await tamper("UPDATE sessions SET head = 9000000000000")
    expect(await problems()).toMatchObject([
      { session: id, seq: 32, what: "events are missing (through seq 9000000000000)" },
    ])
    const damages: object[] = []
    expect((await logOf(store, id, { onDamage: (damage) => damages.push(damage) })).length).toBe(31)
    expect(damages).toEqual([{ session: id, from: 32, to: 9_000_000_000_000, what: "events are missing" }])
  })

  it("takes an event whose stored hash alone is wrong for good, and says that the hash can be made again", async () => {
    await tamper("UPDATE events SET hash = zeroblob(16) WHERE seq = 29")
    expect(await problems()).toMatchObject([{ session: id, seq: 29, derived: true }])
    expect((await logOf(store, id)).length).toBe(31)
  })

  it("names a damaged segment by the events that it held", async () => {
    await tamper("UPDATE segments SET data = zeroblob(length(data)) WHERE first = (SELECT min(first) FROM segments)")
    const [problem] = await problems()
    expect(problem).toMatchObject({ session: id, seq: 1, derived: false })
    expect(problem?.what).toMatch(/segment does not match its hash \(through seq \d+\)/)
  })

  it("does not take the segment of another session for its own", async () => {
    const other = await store.open({ ...place })
    for (let n = 1; n < 30; n++) await store.append(other, [say.input(`other input ${n}`)], "intent")
    await tamper("DELETE FROM segments WHERE session = 1", "UPDATE segments SET session = 1 WHERE session = 2")
    expect(await problems(id)).toMatchObject([{ session: id, seq: 1, derived: false }])
    await expect(logOf(store, id)).rejects.toMatchObject({ code: "damaged" })
  })

  it("does not take the events of a stranger for inherited ones", async () => {
    const stranger = await store.open({ ...place })
    for (let n = 1; n < 12; n++) await store.append(stranger, [say.input(`of a stranger ${n}`)], "intent")
    const fork = await store.open({ ...place, parent: { session: id, seq: 10 } })
    await store.append(fork, [say.input("its own")], "intent")
    const truth = await logOf(store, fork)
    await tamper("UPDATE sessions SET parent = 2 WHERE n = 3")
    expect(await logOf(store, fork, { onDamage: () => undefined })).toEqual(truth.slice(11))
    expect(await problems()).toContainEqual(expect.objectContaining({ session: fork, seq: 1, derived: false }))
  })

  it("does not believe an index that hands out an event under another number", async () => {
    await store.close()
    const file = join(directory, storeFileName)
    const bytes = readFileSync(file)
    // An entry of the index: the length of its header, the types of session 1, seq and n, then seq and n.
    const entry = bytes.indexOf(Buffer.of(4, 9, 1, 1, 29))
    expect(entry).toBeGreaterThan(0)
    bytes.writeInt8(-117, entry + 4)
    writeFileSync(file, bytes)
    store = open()
    const read = await logOf(store, id, { onDamage: () => undefined })
    expect(read.filter(({ seq }) => seq < 1 || seq > 31)).toEqual([])
    expect(await problems()).toContainEqual({ session: id, seq: 29, what: "events are missing", derived: false })
  })

  it("names a blob that does not match its hash, and one that an event names and nobody has", async () => {
    const [kept, gone] = [await store.putBlob(Buffer.from("kept")), await store.putBlob(Buffer.from("gone"))]
    const attachments = [kept, gone].map((blob) => ({ ...blob, name: "a file" }))
    await store.append(id, [say.input("with files", { attachments })], "intent")
    await tamper(
      `UPDATE blobs SET data = x'00' WHERE hash = '${kept.blob}'`,
      `DELETE FROM blobs WHERE hash = '${gone.blob}'`,
    )
    expect(await problems()).toEqual([
      {
        session: id,
        seq: 32,
        what: `it names the blob ${gone.blob}, which is missing`,
        derived: false,
        blob: gone.blob,
      },
      { session: null, seq: null, what: `blob ${kept.blob} does not match its hash`, derived: false, blob: kept.blob },
    ])
    await expect(store.blob(kept.blob)).rejects.toMatchObject({ code: "damaged" })
    await store.putBlob(Buffer.from("kept"))
    expect(Buffer.from(await store.blob(kept.blob)).toString()).toBe("kept")
  })

  it.each([
    ["the list", "UPDATE sessions SET title = 'another', messages = 7"],
    ["the tags", "DELETE FROM tags WHERE tag = 'two'"],
    ["the keys", "DELETE FROM keys WHERE key = 'k7'"],
    ["the body of a key", "UPDATE keys SET digest = 'another' WHERE key = 'k7'"],
    ["the end of a key", "UPDATE keys SET result = '9' WHERE key = 'k7'"],
    ["the turns", "INSERT INTO begun VALUES (1, 'turn', 'never', 3)"],
    ["the inputs", "DELETE FROM begun WHERE seq = 5"],
    ["the documents", "DELETE FROM documents WHERE seq = 5"],
    ["the words of the index", "DELETE FROM search WHERE rowid = 5"],
    ["a snapshot", "UPDATE snapshots SET data = zeroblob(8)"],
    ["a snapshot of another place", "UPDATE snapshots SET seq = seq - 1"],
    ["the references of blobs", "INSERT INTO blob_refs VALUES (1, 'none')"],
    ["the checksum of a segment", "UPDATE segments SET hash = zeroblob(16)"],
    ["the size of what is hot", "UPDATE sessions SET hot_bytes = 1"],
  ])("tells that %s can be rebuilt, and gives the true state", async (_what, sql) => {
    const state = await store.state(id)
    await tamper(sql)
    const found = await problems()
    expect(found.length).toBeGreaterThan(0)
    expect(found.every(({ derived }) => derived)).toBe(true)
    expect(await store.state(id)).toEqual(state)
  })
})

describe("quarantine", () => {
  const damage = "UPDATE events SET body = x'7b7d' WHERE seq = 30"

  it("marks a damaged session in the list when it cannot be written any more, and no sooner", async () => {
    await tamper(damage)
    const other = await store.open(place)
    await expect(logOf(store, id)).rejects.toMatchObject({ code: "damaged" })
    expect((await store.row(id)).damage).toBeNull()
    const changes = store.changes()[Symbol.asyncIterator]()
    await changes.next()
    await expect(store.append(id, [say.input("more")], "intent")).rejects.toMatchObject({
      code: "damaged",
      details: { from: 30 },
    })
    expect((await changes.next()).value).toMatchObject({ sessions: [id] })
    await changes.return?.()
    const found = "seq 30: the event does not match its hash"
    expect((await store.row(id)).damage).toBe(found)
    expect((await store.row(other)).damage).toBeNull()
    // As a repair would say it.
    expect(await store.quarantine(await store.verify())).toEqual({ set: [], cleared: [] })
  })

  it("makes a damaged session read-only, and lets it be forked before the damage", async () => {
    await tamper(damage)
    expect(await store.quarantine(await store.verify())).toEqual({ set: [id], cleared: [] })
    expect((await store.row(id)).damage).toBe("seq 30: the event does not match its hash")
    await expect(store.append(id, [say.input("more")], "intent")).rejects.toMatchObject({ code: "damaged" })
    const rest: number[] = []
    for await (const { seq } of store.read(id, { onDamage: () => undefined })) rest.push(seq)
    expect(rest).toEqual(Array.from({ length: 31 }, (_, at) => at + 1).filter((seq) => seq !== 30))
    const fork = await store.open({ ...place, parent: { session: id, seq: 29 } })
    expect((await store.append(fork, [say.input("from here")], "intent")).seq).toBe(31)
    await expect(store.open({ ...place, parent: { session: id, seq: 30 } })).rejects.toMatchObject({ code: "damaged" })
  })

  it("lets a session go that is whole again, but only after a report that looked at it", async () => {
    const other = await store.open({ ...place })
    await tamper(damage.replace("x'7b7d'", "CAST(body || x'20' AS BLOB)"))
    await store.quarantine(await store.verify())
    await tamper("UPDATE events SET body = substr(body, 1, length(body) - 1) WHERE seq = 30")
    expect(await store.quarantine(await store.verify(other))).toEqual({ set: [], cleared: [] })
    expect(await store.quarantine(await store.verify())).toEqual({ set: [], cleared: [id] })
    expect((await store.append(id, [say.input("more")], "intent")).seq).toBe(32)
  })
})
