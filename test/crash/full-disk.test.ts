import { execFileSync } from "node:child_process"
import { closeSync, existsSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import type { NewEvent } from "../../src/session/event.ts"
import type { ForeignLog, Store } from "../../src/store/contract.ts"
import { freeBytes } from "../../src/store/sqlite/commit/space.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"
import { uuidv7 } from "../../src/store/uuid.ts"
import { openLimited } from "../support/store/limited-file.ts"

let directory: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const input = (length: number): NewEvent => {
  // Random, so that nothing that compresses makes room.
  const text = Array.from({ length: Math.ceil(length / 36) }, () => crypto.randomUUID()).join("")
  return { type: "input.accepted", data: { input: uuidv7(), kind: "queue", text } }
}
const stop = (asked: number): NewEvent[] => [
  { type: "model.interrupted", turn: "t1", data: { asked, reason: "cancelled", text: "" } },
  { type: "turn.stopped", turn: "t1", data: { code: "storage-failed", summary: "No space" } },
]
const begin: NewEvent[] = [
  { type: "turn.started", turn: "t1", data: { task: "work" } },
  { type: "model.asked", turn: "t1", data: { purpose: "turn", model: "demo" } },
]

async function appendUntilFull(store: Store, id: string, length: number): Promise<number> {
  for (let head = 0; ; ) {
    try {
      head = (await store.append(id, [input(length)], "intent")).seq
    } catch (error) {
      expect(error).toMatchObject({ code: "storage-full" })
      return head
    }
  }
}

it("refuses what a limited file has no room for, keeps what it took, and goes on when there is room", async () => {
  let writer: DatabaseSync | undefined
  const faults = (_point: string, database?: DatabaseSync) => {
    if (!writer?.isOpen) writer = database
  }
  const store = openSqliteStore({ directory, lowWatermarkBytes: 0, faults })
  const id = await store.open({ workspace: "/work", project: "/work" })
  const pages = Number(writer?.prepare("PRAGMA page_count").get()?.page_count)
  writer?.exec(`PRAGMA max_page_count = ${pages + 40}`)
  const head = await appendUntilFull(store, id, 4000)
  expect(head).toBeGreaterThan(5)
  // Many at once are refused one by one: what still fits is taken.
  const many = await Promise.allSettled(
    [input(9000), input(20), input(9000)].map((event) => store.append(id, [event], "intent")),
  )
  const taken = many.filter(({ status }) => status === "fulfilled").length
  expect(await Array.fromAsync(store.read(id))).toHaveLength(head + taken)
  writer?.exec("PRAGMA max_page_count = 1000000")
  expect((await store.append(id, [input(4000)], "intent")).seq).toBe(head + taken + 1)
  await store.close()
  await expectWhole(id, head + taken + 1)
})

const reason = whyNoSmallDisk()

it("leaves nothing behind of a log that does not fit after all", async () => {
  const { store, limit } = openLimited(directory)
  const id = await store.open({ workspace: "/work", project: "/work" })
  limit(2000)
  const adopting = store.adopt(logOf(12_000_000))
  const beside = store.append(id, [input(20)], "intent")
  await expect(adopting).rejects.toMatchObject({ code: "storage-full" })
  // More than SQLite keeps in memory was in the WAL by then.
  expect(statSync(join(directory, "holdfast.db-wal")).size).toBeLessThan(1_000_000)
  expect(existsSync(join(directory, "space.reserve"))).toBe(true)
  expect((await beside).seq).toBe(2)
  await store.close()
  await expectWhole(id, 2)
})

describe.skipIf(reason)(`a disk that is full${reason ? ` (skipped: ${reason})` : ""}`, () => {
  beforeEach(() => void execFileSync("mount", ["-t", "tmpfs", "-o", "size=8m", "holdfast", directory]))
  afterEach(() => void execFileSync("umount", ["--lazy", directory]))

  it("gives its reserve back so that the stop record and the streamed text still fit", async () => {
    const store = openSqliteStore({ directory, lowWatermarkBytes: 0 })
    const id = await store.open({ workspace: "/work", project: "/work" })
    const lease = await store.acquire(id, { type: "RuntimeHandle" })
    const { seq: intent } = await store.append(id, begin, { epoch: lease.epoch })
    fillDisk()
    expect(existsSync(join(directory, "space.reserve"))).toBe(true)
    // The text and an event of another session go into one transaction, which fails as a whole: each is then tried alone.
    store.checkpoint(lease, intent, { channel: "text", offset: 0, text: "x".repeat(3000) })
    const other = store.open({ workspace: "/work", project: "/work" })
    expect((await store.append(id, stop(intent), { epoch: lease.epoch })).seq).toBe(intent + 2)
    await other
    expect(existsSync(join(directory, "space.reserve"))).toBe(false)
    await store.close()
    await expectWhole(id, intent + 2)
  })

  it("refuses with storage-full, loses nothing, and goes on when there is space", async () => {
    const store = openSqliteStore({ directory, lowWatermarkBytes: 0 })
    const id = await store.open({ workspace: "/work", project: "/work" })
    const ballast = fillDisk()
    const head = await appendUntilFull(store, id, 30_000)
    expect(await Array.fromAsync(store.read(id))).toHaveLength(head)
    await expect(store.append(id, [input(60_000)], "intent")).rejects.toMatchObject({ code: "storage-full" })
    rmSync(ballast)
    expect((await store.append(id, [input(60_000)], "intent")).seq).toBe(head + 1)
    await store.close()
    await expectWhole(id, head + 1)
  })

  it("takes no log that would fill it, and writes nothing of it", async () => {
    const store = openSqliteStore({ directory, lowWatermarkBytes: 1_000_000 })
    const id = await store.open({ workspace: "/work", project: "/work" })
    const free = freeBytes(directory)
    await expect(store.adopt(logOf(6_000_000))).rejects.toMatchObject({
      code: "low-space",
      details: { watermark: 1_000_000, needed: expect.any(Number) },
    })
    // What was opened before may be indexed meanwhile.
    expect(free - freeBytes(directory)).toBeLessThan(500_000)
    expect(existsSync(join(directory, "space.reserve"))).toBe(true)
    expect((await store.append(id, [input(20)], "intent")).seq).toBe(2)
    expect(await store.adopt(logOf(500_000))).toMatchObject({ outcome: "imported" })
    await store.close()
    await expectWhole(id, 2)
  })

  it("gets its reserve back when there is space again", async () => {
    const store = openSqliteStore({ directory, lowWatermarkBytes: 0 })
    const id = await store.open({ workspace: "/work", project: "/work" })
    const ballast = fillDisk()
    await appendUntilFull(store, id, 30_000)
    expect(existsSync(join(directory, "space.reserve"))).toBe(false)
    rmSync(ballast)
    await store.append(id, [input(20)], "intent")
    await expect.poll(() => existsSync(join(directory, "space.reserve"))).toBe(true)
    await store.close()
  })

  it("keeps text that could not be written, and writes it when there is space", async () => {
    const store = openSqliteStore({ directory, lowWatermarkBytes: 0 })
    const id = await store.open({ workspace: "/work", project: "/work" })
    const lease = await store.acquire(id, { type: "RuntimeHandle" })
    const { seq: intent } = await store.append(id, begin, { epoch: lease.epoch })
    const ballast = fillDisk()
    const head = await appendUntilFull(store, id, 30_000)
    const text = "y".repeat(200_000)
    store.checkpoint(lease, intent, { channel: "text", offset: 0, text })
    // The flush meets a full disk, beside an append that may still fit.
    const [beside] = await Promise.allSettled([store.append(id, [input(10)], "intent")])
    // The next one tries it again, and says why it failed.
    await expect(store.append(id, [input(10)], "intent")).rejects.toMatchObject({ code: "storage-full" })
    rmSync(ballast)
    const before = beside.status === "fulfilled" ? beside.value.seq : head
    expect((await store.append(id, [input(10)], "intent")).seq).toBe(before + 1)
    const reader = openSqliteStore({ directory, lowWatermarkBytes: 0 })
    expect(await reader.partials(id)).toEqual(new Map([[intent, { text }]]))
    await reader.close()
    await store.close()
  })
})

/** A log from elsewhere of about so many bytes. */
function logOf(bytes: number): ForeignLog {
  const session = uuidv7()
  const [at, by] = ["2026-01-01T00:00:00.000Z", { kind: "person" as const, name: "ada" }]
  const event = (seq: number, { type, data }: NewEvent) => ({ id: uuidv7(), session, seq, at, by, type, v: 1, data })
  const opened = event(1, { type: "session.opened", data: { workspace: "/elsewhere", project: "/elsewhere" } })
  const inputs = Array.from({ length: Math.ceil(bytes / 50_000) }, (_, index) => event(index + 2, input(50_000)))
  return { id: session, events: [opened, ...inputs], blobs: [] }
}

async function expectWhole(id: string, events: number): Promise<void> {
  const store = openSqliteStore({ directory, lowWatermarkBytes: 0 })
  expect(await Array.fromAsync(store.read(id))).toHaveLength(events)
  expect((await store.verify()).problems).toEqual([])
  await store.close()
}

function fillDisk(): string {
  const path = join(directory, "ballast")
  const file = openSync(path, "w")
  try {
    for (;;) writeSync(file, Buffer.alloc(4096))
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" })
    return path
  } finally {
    closeSync(file)
  }
}

function whyNoSmallDisk(): string | undefined {
  if (process.platform !== "linux") return "it needs a small file system, which is mounted on Linux only"
  const place = mkdtempSync(join(tmpdir(), "holdfast-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "holdfast", place], { stdio: "ignore" })
    execFileSync("umount", [place])
    return undefined
  } catch {
    return "only root may mount a small file system"
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
