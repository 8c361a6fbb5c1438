import { hash as digest } from "node:crypto"
import { zstdCompressSync } from "node:zlib"
import { HoldfastError } from "../../../session/error.ts"
import type { BlobRef } from "../../../session/event/common.ts"
import type { Core } from "../core.ts"
import type { Database } from "../database.ts"
import type { LogLocation } from "./event-rows.ts"
import { unpackBytes } from "./unpack.ts"

type BlobRow = { bytes: number; packed: number; data: Uint8Array }

/** Stores bytes for an event that is still to come. Runs inside a transaction. */
export function putBlob(core: Core, bytes: Uint8Array, mediaType?: string): BlobRef {
  const before = core.writer.changes
  const ref = writeBlob(core, bytes, mediaType)
  if (core.writer.changes === before) notePut(core.writer, ref.blob)
  // A blob that was spared for another caller is now spared for this one.
  core.writer.run("UPDATE marks SET value = ? WHERE name = ?", Date.now(), `spared ${ref.blob}`)
  return ref
}

/** Stores bytes once, compressed where that helps. Runs inside a transaction. */
function writeBlob(core: Core, bytes: Uint8Array, mediaType?: string): BlobRef {
  const hash = digest("sha256", bytes, "hex")
  if (!isStored(core, hash)) writePacked(core, packBlob(bytes, hash))
  return { blob: hash, bytes: bytes.length, ...(mediaType === undefined ? {} : { mediaType }) }
}

/** A blob as it is stored. */
export type PackedBlob = { hash: string; bytes: number; packed: number; data: Uint8Array }

export function packBlob(bytes: Uint8Array, hash: string): PackedBlob {
  const packed = zstdCompressSync(bytes)
  // Nothing at all is stored packed too: Node 22 takes empty bytes for NULL.
  const smaller = packed.length < bytes.length || bytes.length === 0
  return { hash, bytes: bytes.length, packed: Number(smaller), data: smaller ? packed : bytes }
}

/** Stores a blob that was packed before, if it is not there. Runs inside a transaction. */
export function putPacked(core: Core, blob: PackedBlob): void {
  if (!isStored(core, blob.hash)) writePacked(core, blob)
}

function isStored(core: Core, hash: string): boolean {
  const stored = core.writer.get<BlobRow>("SELECT bytes, packed, data FROM blobs WHERE hash = ?", hash)
  return stored !== undefined && unpackBlob(hash, stored) !== undefined
}

// Bytes that rotted are healed by those who have them.
function writePacked(core: Core, { hash, bytes, packed, data }: PackedBlob): void {
  core.writer.run(
    `INSERT INTO blobs (hash, bytes, packed, put_at, data) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET bytes = excluded.bytes, packed = excluded.packed, data = excluded.data`,
    hash,
    bytes,
    packed,
    Date.now(),
    data,
  )
}

/** Notes that an event of a session names a blob: what was put before is not put for it any more. Runs inside a transaction. */
export function nameBlob(writer: Database, { n }: LogLocation, hash: string): void {
  writer.run("INSERT OR IGNORE INTO blob_refs (session, hash) VALUES (?, ?)", n, hash)
  writer.run(
    "INSERT OR IGNORE INTO marks (name, value) SELECT ?, value FROM marks WHERE name = ?",
    `put ${hash} ${n}`,
    `put ${hash}`,
  )
}

/** How long a blob that was put again is kept for its caller after the last session that names it is erased. */
const graceMs = 60 * 60 * 1000

/**
 * Removes the blobs that only one session names; returns how many. One that was put again and has not been named by it
 * since belongs to another caller, whose event is on its way. Runs inside a transaction.
 */
export function dropBlobs(writer: Database, place: LogLocation, now = Date.now()): number {
  const blobs = writer.all<{ hash: string }>("SELECT hash FROM blob_refs WHERE session = ?", place.n)
  writer.run("DELETE FROM blob_refs WHERE session = ?", place.n)
  let removed = 0
  for (const { hash } of blobs) {
    const putAt = markOf(writer, `put ${hash}`)
    const isNamedSince = markOf(writer, `put ${hash} ${place.n}`) !== undefined
    // Another session may get the number.
    writer.run("DELETE FROM marks WHERE name = ?", `put ${hash} ${place.n}`)
    if (isNamed(writer, hash)) continue
    if (putAt !== undefined && Math.abs(now - putAt) < graceMs && !isNamedSince) {
      writer.run(setMark, `spared ${hash}`, putAt)
      continue
    }
    writer.run("DELETE FROM blobs WHERE hash = ?", hash)
    removed++
  }
  return removed
}

/** Whether there are blobs whose time to be named is over. */
export function hasStalePuts(db: Database, now = Date.now()): boolean {
  const sql = `SELECT 1 FROM marks WHERE (name GLOB 'put *' OR name GLOB 'spared *') AND ${stale}`
  return db.get(sql, ...limits(now)) !== undefined
}

/**
 * Removes spared blobs that were not named in time, and returns them: they may be in copies of the store too, and stay
 * marked until `forgetSpared`. Runs inside a transaction.
 */
export function dropStalePuts(writer: Database, now = Date.now()): string[] {
  writer.run(`DELETE FROM marks WHERE name GLOB 'put *' AND ${stale}`, ...limits(now))
  const sql = `SELECT name FROM marks WHERE name GLOB 'spared *' AND ${stale}`
  const spared = writer.all<{ name: string }>(sql, ...limits(now)).map(({ name }) => name.slice("spared ".length))
  const isTaken = (hash: string) => isNamed(writer, hash)
  forgetSpared(writer, spared.filter(isTaken), now)
  const unnamed = spared.filter((hash) => !isTaken(hash))
  for (const hash of unnamed) writer.run("DELETE FROM blobs WHERE hash = ?", hash)
  return unnamed
}

/** Forgets the spared blobs, except those that were put again meanwhile. Runs inside a transaction. */
export function forgetSpared(writer: Database, hashes: readonly string[], now = Date.now()): void {
  for (const hash of hashes)
    writer.run(`DELETE FROM marks WHERE name = ? AND ${stale}`, `spared ${hash}`, ...limits(now))
}

/** Whether there is a blob that no event names. */
export function isLoose(db: Database, hash: string): boolean {
  return db.get("SELECT 1 FROM blobs WHERE hash = ?", hash) !== undefined && !isNamed(db, hash)
}

/** In a copy no caller is about to name what was put. Runs inside a transaction. */
export function forgetPuts(writer: Database): void {
  writer.run("DELETE FROM marks WHERE name GLOB 'put *'")
}

// The clock only decides when the time is over; which came first follows from the order of the transactions.
function notePut(writer: Database, hash: string): void {
  writer.run("DELETE FROM marks WHERE name GLOB ?", `put ${hash} *`)
  writer.run(setMark, `put ${hash}`, Date.now())
}

const setMark = "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"

// A time that is far ahead was noted before the clock was set back.
const stale = "(value <= ? OR value >= ?)"
const limits = (now: number) => [now - graceMs, now + graceMs] as const

function markOf(db: Database, name: string): number | undefined {
  return db.get<{ value: number }>("SELECT value FROM marks WHERE name = ?", name)?.value
}

function isNamed(db: Database, hash: string): boolean {
  return db.get("SELECT 1 FROM blob_refs WHERE hash = ?", hash) !== undefined
}

/** The bytes of a blob, checked against its hash. */
export function readBlob(db: Database, hash: string): Uint8Array {
  const row = db.get<BlobRow>("SELECT bytes, packed, data FROM blobs WHERE hash = ?", hash)
  if (!row) throw new HoldfastError("not-found", `There is no blob ${hash}.`)
  const bytes = unpackBlob(hash, row)
  if (!bytes) {
    throw new HoldfastError("damaged", `Blob ${hash} does not match its hash. Run 'holdfast doctor --repair'.`, {
      details: { blob: hash },
    })
  }
  return bytes
}

/** The bytes of a stored blob, or nothing if they do not match its hash. */
export function unpackBlob(hash: string, { bytes: recorded, packed, data }: BlobRow): Uint8Array | undefined {
  try {
    const bytes = packed ? unpackBytes(data, recorded) : data
    return digest("sha256", bytes, "hex") === hash ? bytes : undefined
  } catch {
    return undefined // damaged bytes need not be decompressible: the callers name the blob
  }
}
