import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Event, ForeignEvent } from "../../src/session/event.ts"
import type { SessionState } from "../../src/session/state.ts"
import type { Hit, SessionRow, Store } from "../../src/store/contract.ts"
import { openSqliteStore, type SqliteStore } from "../../src/store/sqlite/store.ts"
import { randomFrom } from "../crash/random.ts"
import { logOf, place } from "../support/store/conformance/scene.ts"
import * as say from "../support/store/conformance/script.ts"

/** What a store held before anything happened to it. */
export type Truth = {
  logs: ReadonlyMap<string, ReadonlyArray<Event | ForeignEvent>>
  states: ReadonlyMap<string, SessionState>
  rows: ReadonlyMap<string, SessionRow>
  blobs: ReadonlyMap<string, Uint8Array>
  hits: ReadonlyMap<string, readonly Hit[]>
  /** A keyed append: the session, the key, the text and the seq that it led to. */
  keyed: { session: string; key: string; text: string; seq: number }
}

export const storeFile = "holdfast.db"

export function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), "holdfast-"))
}

/** A fresh directory with a copy of a store, and of its backup where it should have one. */
export function copyOf(directory: string, options: { backup?: string } = {}): string {
  const copy = newDirectory()
  copyFileSync(join(directory, storeFile), join(copy, storeFile))
  if (options.backup !== undefined) {
    mkdirSync(join(copy, "backups"))
    copyFileSync(options.backup, join(copy, "backups", "holdfast-20260101T000000000Z.db"))
  }
  return copy
}

export function remove(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}

const texts = [
  "the quick needle",
  "naïve café – ünïcode",
  "日本語の検索テスト",
  "emoji 🪢🌊 and “quotes”",
  "plain words again",
]

/** Fills a store with hot, sealed, forked and adopted sessions, blobs, keys, tags, snapshots, partials and an erased one. */
export async function fillStore(store: Store, options: { events?: number } = {}): Promise<Truth["keyed"]> {
  const { events = 60 } = options
  const random = randomFrom(7)
  const noise = Uint8Array.from({ length: 13_000 }, () => random.between(0, 255))
  const blobs = [
    await store.putBlob(new TextEncoder().encode("a small one"), "text/plain"),
    await store.putBlob(new TextEncoder().encode("compressible ".repeat(3000)), "text/plain"),
    await store.putBlob(noise),
  ]
  const gone = await store.open({ ...place, title: "to be erased" })
  await store.append(gone, [say.input("this one goes")], "intent")

  const long = await store.open({ ...place, title: "the long one" })
  const lease = await store.acquire(long, { type: "RuntimeHandle" })
  for (let index = 0; index < events; index++) {
    const text = `${texts[index % texts.length]} number ${index}`
    const attachments = index % 17 === 3 ? blobs.map((blob, at) => ({ ...blob, name: `file ${at}` })) : undefined
    await store.append(long, [say.input(text, attachments ? { attachments } : {})], "intent")
    const { seq: head } = await store.append(long, [say.consumed(text), say.asked()], lease)
    await store.append(long, [say.answered(head, `answer ${index}: ${"word ".repeat(index % 40)}`)], lease)
  }
  await store.release(lease)
  const fork = await store.open({ ...place, title: "a fork", parent: { session: long, seq: 30 } })
  await store.append(
    fork,
    [say.input("goes another way"), say.described({ tags: ["one", "zwei"], pinned: true })],
    "intent",
  )
  const forkOfFork = await store.open({ ...place, title: "a fork of the fork", parent: { session: fork, seq: 32 } })
  await store.append(forkOfFork, [say.input("and another"), say.rewound(20, 34)], "intent").catch(() => undefined)

  const exported = await logOf(store, fork)
  const wholeBlobs = await Promise.all(blobs.map(async (blob) => ({ bytes: await store.blob(blob.blob) })))
  await store.adopt({ id: fork, events: exported as ForeignEvent[], blobs: wholeBlobs }, { copy: true })

  const short = await store.open({ ...place, project: "/projects/other", title: "short" }, { key: "opened with a key" })
  await store.append(short, [say.described({ title: "named by hand", archived: true, tags: ["zwei"] })], "intent")
  const text = "with a key and a large text ".repeat(300)
  const { seq } = await store.append(short, [say.input(text), say.permitted("read-only")], "intent", { key: "k1" })
  for (let index = 0; index < 12; index++) {
    await store.append(short, [say.input(`short ${texts[index % texts.length]} ${index}`)], "intent", {
      key: `key ${index}`,
    })
  }
  const open = await store.open({ ...place, title: "in the middle of a turn" })
  const driving = await store.acquire(open, { type: "RuntimeHandle" })
  await store.append(open, [say.input("work"), say.permitted("allow")], "intent")
  const { seq: asked } = await store.append(open, [say.started("t1"), say.consumed("work"), say.asked("t1")], driving)
  store.checkpoint(driving, asked, { channel: "text", offset: 0, text: "half an ans" })
  await store.setSetting("draft", { text: "unsent" })
  await store.setSetting("model", "demo")
  await store.erase(gone)
  return { session: short, key: "k1", text, seq }
}

/** Makes a store and a backup of it, and notes all that it holds. */
export async function makeFixture(
  options: { events?: number } = {},
): Promise<{ directory: string; backup: string; truth: Truth }> {
  const directory = newDirectory()
  const filling = openSqliteStore({ directory, rotateAfterBytes: 6000, snapshotAfterEvents: 40 })
  const keyed = await fillStore(filling, options)
  await filling.close()
  const store = openSqliteStore({ directory, rotateAfterBytes: 6000, snapshotAfterEvents: 40 })
  const backup = join(directory, "copy.db")
  await store.backup(backup)
  const truth = await truthOf(store, keyed)
  await store.close()
  return { directory, backup, truth }
}

export const queries = ["needle", "café", "検索", "word", "key", "answer 3"]

async function truthOf(store: SqliteStore, keyed: Truth["keyed"]): Promise<Truth> {
  const rows = await rowsOf(store)
  const ids = [...rows.keys()]
  const logs = new Map(await Promise.all(ids.map(async (id) => [id, await logOf(store, id)] as const)))
  const states = new Map(await Promise.all(ids.map(async (id) => [id, await store.state(id)] as const)))
  const named = JSON.stringify([...logs.values()]).matchAll(/"blob":"([0-9a-f]{64})"/g)
  const blobs = new Map<string, Uint8Array>()
  for (const [, hash = ""] of named) blobs.set(hash, await store.blob(hash))
  const hits = new Map(await Promise.all(queries.map(async (text) => [text, await hitsOf(store, text)] as const)))
  return { logs, states, rows, blobs, hits, keyed }
}

/** Every row of the list. */
export async function rowsOf(store: Store): Promise<Map<string, SessionRow>> {
  const rows = new Map<string, SessionRow>()
  for (const filter of [{}, { archived: true }, { trashed: true }]) {
    for (const row of (await store.list({ ...filter, limit: 500 })).items) rows.set(row.id, row)
  }
  return rows
}

export async function hitsOf(store: Store, text: string): Promise<Hit[]> {
  return (await store.search({ text, limit: 500 })).items
}
