import { blobRefsOf } from "../export.ts"
import { assembleLog, attempt, type Backup, type Identity } from "./assemble.ts"
import { unpackBlob } from "./blobs.ts"
import type { Database } from "./database.ts"
import { bareErasure, markPending, pendingOf, tombstonesOf, writeTombstone } from "./erasures.ts"
import type { Heads } from "./heads.ts"
import { identify } from "./identify.ts"
import { decode, placeOf, readRange } from "./log.ts"
import { rebuildDerived } from "./rebuild.ts"
import { removeAside } from "./session-rows.ts"

/** What only the backups had, and the sessions and settings that nothing usable is left of. */
export type Recovered = {
  fromBackup: { sessions: number; events: number; blobs: number }
  gone: string[]
  settings: string[]
}

/**
 * Fills a new, empty store with all that the salvaged rows and the backups prove, and with what is left of the rest.
 * Runs inside a transaction, without the checks of foreign keys: a blob may be lost that an event names.
 */
export function recover(
  target: Database,
  scratch: Database,
  backups: readonly Backup[],
  acknowledged: Heads,
): Recovered {
  const { sessions, gone } = identify(scratch, backups, acknowledged)
  const fromBackup = { sessions: 0, events: 0, blobs: 0 }
  const numbers = numbering(target, scratch)
  for (const session of sessions) {
    putRow(target, scratch, backups, session)
    const log = assembleLog(target, scratch, backups, session, (seq, kept) => numbers(session, seq, kept))
    target.run(
      `UPDATE sessions SET head = ?1, hash = ?2, sealed = ?3, foreign_through = min(foreign_through, ?1) WHERE n = ?4`,
      log.head,
      log.hash,
      log.sealed,
      session.n,
    )
    fromBackup.events += log.fromBackup
    if (session.salvagedAs === null) fromBackup.sessions++
    putBelongings(target, scratch, backups, session)
  }
  const settings = putShared(target, scratch, backups)
  putMarks(target, scratch)
  for (const { session } of tombstonesOf(target)) removeAside(target, session)
  fromBackup.blobs = putBlobs(target, scratch, backups)
  rebuildDerived(target)
  return { fromBackup, gone, settings }
}

// A row that is lost does not say how much of the log came from elsewhere. Privileges do not travel: all of it, then.
function putRow(target: Database, scratch: Database, backups: readonly Backup[], session: Identity): void {
  const { n, id, parent, base, salvagedAs } = session
  target.run(
    `INSERT INTO sessions (n, id, parent, base, head, hash, opened_at, updated_at, project, workspace, foreign_through)
     VALUES (?, ?, ?, ?, ?, x'', 0, 0, '', '', ?)`,
    n,
    id,
    parent?.n ?? null,
    base,
    base,
    Number.MAX_SAFE_INTEGER,
  )
  const row =
    scratch.get<Row>(`SELECT ${shown} FROM sessions WHERE n = ? ORDER BY sure DESC`, salvagedAs) ??
    firstOf(backups, (database) => database.get<Row>(`SELECT ${shown} FROM sessions WHERE id = ?`, id))
  for (const [column, value] of Object.entries(row ?? {})) {
    if (column === "foreign_through" && Number(value) < 0) continue
    target.run(`UPDATE sessions SET ${column} = ? WHERE n = ?`, value, n)
  }
}

type Row = Record<string, string | number | null>

/** What the list showed: all that is left of it where the log cannot be folded any more. */
const shown = `foreign_through, opened_at, updated_at, project, workspace, parent_id, parent_seq, title, pinned, archived,
  trashed, activity, stop, owner_type, owner_path, messages`

// Epochs only grow: one more than anybody has seen fences every driver of before.
function putBelongings(target: Database, scratch: Database, backups: readonly Backup[], session: Identity): void {
  const { n, id, salvagedAs } = session
  const epochs = [
    scratch.get<{ epoch: number | null }>("SELECT max(epoch) AS epoch FROM leases WHERE session = ?", salvagedAs),
    ...backups.map(({ database }) =>
      attempt(() =>
        database.get<{ epoch: number }>("SELECT epoch FROM leases JOIN sessions ON n = session WHERE id = ?", id),
      ),
    ),
  ].map((row) => row?.epoch ?? 0)
  const epoch = Math.max(...epochs.filter((each) => each < Number.MAX_SAFE_INTEGER), 0)
  if (epoch > 0) target.run("INSERT INTO leases (session, epoch) VALUES (?, ?)", n, epoch + 1)
  const copy = (table: string, columns: string) => {
    const rows = scratch.all<Row>(`SELECT ${columns} FROM ${table} WHERE session = ? AND sure = 1`, salvagedAs)
    for (const row of rows) {
      const names = Object.keys(row)
      target.run(
        `INSERT OR IGNORE INTO ${table} (session, ${names.join(", ")}) VALUES (?${", ?".repeat(names.length)})`,
        n,
        ...Object.values(row),
      )
    }
  }
  copy("partials", "n, intent, channel, start, text, at")
  copy("keys", "key, digest, result")
  copy("documents", "n, seq")
  if (salvagedAs === null) copyKeys(target, backups, session)
}

function copyKeys(target: Database, backups: readonly Backup[], { n, id }: Identity): void {
  const rows = firstOf(backups, (database) => {
    const found = database.all<Row>(
      "SELECT key, digest, result FROM keys WHERE session = (SELECT n FROM sessions WHERE id = ?)",
      id,
    )
    return found.length > 0 ? found : undefined
  })
  for (const { key, digest, result } of rows ?? []) {
    target.run(
      "INSERT OR IGNORE INTO keys (session, key, digest, result) VALUES (?, ?, ?, ?)",
      n,
      key ?? "",
      digest ?? "",
      result ?? "",
    )
  }
}

/** Settings, tombstones and the keys of openings; returns the settings that nobody has in a readable form. */
function putShared(target: Database, scratch: Database, backups: readonly Backup[]): string[] {
  const unreadable = new Set<string>()
  const sources = [scratch, ...backups.map(({ database }) => database)]
  const tables = {
    tombstones: "session, erased_at, receipt",
    settings: "key, value",
    keys: "session, key, digest, result",
  } as const
  for (const [table, columns] of Object.entries(tables)) {
    const where = table === "keys" ? "WHERE session = 0" : ""
    for (const database of sources) {
      for (const row of attempt(() => database.all<Row>(`SELECT ${columns} FROM ${table} ${where}`)) ?? []) {
        const values = Object.values(row)
        if (table === "settings" && attempt(() => JSON.parse(String(row.value))) === undefined) {
          unreadable.add(String(row.key))
          continue
        }
        target.run(
          `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (?${", ?".repeat(values.length - 1)})`,
          ...values,
        )
      }
    }
  }
  return [...unreadable].filter((key) => !target.get("SELECT 1 FROM settings WHERE key = ?", key))
}

// Marks may be lost with their page, and what is kept of the damaged file is a copy that nobody has looked into: every
// erasure is finished again.
function putMarks(target: Database, scratch: Database): void {
  const marks = scratch.all<{ name: string; value: number }>(
    "SELECT name, value FROM marks WHERE sure = 1 AND name <> 'indexed' AND name NOT GLOB 'changed *'",
  )
  for (const { name, value } of marks) {
    target.run("INSERT OR IGNORE INTO marks (name, value) VALUES (?, ?)", name, value)
  }
  const erased = new Set(tombstonesOf(target).map(({ session }) => session))
  for (const { session } of pendingOf(target)) {
    if (!erased.has(session)) writeTombstone(target, bareErasure(session, Date.now()))
  }
  for (const session of erased) markPending(target, { session, copies: "keep" })
}

type BlobRow = { hash: string; packed: number; put_at: number; data: Uint8Array }

/** Blobs are known by their bytes. Those that events name and nobody has are looked for in the backups. */
function putBlobs(target: Database, scratch: Database, backups: readonly Backup[]): number {
  const put = (hash: string, { packed, put_at, data }: BlobRow, bytes: Uint8Array) =>
    target.run(
      "INSERT OR IGNORE INTO blobs (hash, bytes, packed, put_at, data) VALUES (?, ?, ?, ?, ?)",
      hash,
      bytes.length,
      packed,
      put_at,
      data,
    )
  const strays: number[] = []
  const rows = scratch.raw.prepare("SELECT rowid AS n, hash, packed, put_at, data FROM blobs").iterate()
  for (const row of rows as Iterable<BlobRow & { n: number }>) {
    const bytes = unpackBlob(row.hash, row)
    if (bytes) put(row.hash, row, bytes)
    else strays.push(row.n)
  }
  let found = 0
  for (const hash of namedIn(target)) {
    if (target.get("SELECT 1 FROM blobs WHERE hash = ?", hash)) continue
    // Only the name, or the mark of compression, may have rotted.
    for (const n of strays) {
      const stray = scratch.get<BlobRow>("SELECT packed, put_at, data FROM blobs WHERE rowid = ?", n)
      for (const packed of [0, 1]) {
        const bytes = stray && unpackBlob(hash, { ...stray, packed })
        if (bytes) put(hash, { ...stray, packed }, bytes)
      }
    }
    for (const { database } of backups) {
      if (target.get("SELECT 1 FROM blobs WHERE hash = ?", hash)) break
      const row = attempt(() => database.get<BlobRow>("SELECT packed, put_at, data FROM blobs WHERE hash = ?", hash))
      const bytes = row && unpackBlob(hash, row)
      if (row && bytes) {
        put(hash, row, bytes)
        found++
      }
    }
  }
  return found
}

function* namedIn(target: Database): Generator<string> {
  for (const { id } of target.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) {
    const place = placeOf(target, id)
    for (let from = (place?.base ?? 0) + 1; place && from <= place.head; from += 512) {
      for (const stored of readRange(target, place, from, Math.min(place.head, from + 511), () => undefined)) {
        const event = decode(stored)
        for (const { blob } of blobRefsOf(event)) yield blob
      }
    }
  }
}

// An event keeps its number; one from a backup or with a number that is taken gets the one that the index knew, or a new one.
function numbering(target: Database, scratch: Database) {
  const most = 2 ** 47
  const isFree = (n: number | undefined): n is number =>
    n !== undefined && n > 0 && n < most && !target.get("SELECT 1 FROM events WHERE n = ?", n)
  let last =
    scratch.get<{ last: number | null }>(
      `SELECT max(n) AS last FROM (SELECT n FROM events UNION ALL SELECT n FROM documents) WHERE n < ${most}`,
    )?.last ?? 0
  return (session: Identity, seq: number, kept?: number): number => {
    if (isFree(kept)) return kept
    const known = scratch.get<{ n: number }>(
      "SELECT n FROM documents WHERE session = ? AND seq = ?",
      session.salvagedAs,
      seq,
    )?.n
    if (isFree(known)) return known
    last += 1
    return last
  }
}

function firstOf<T>(backups: readonly Backup[], look: (database: Database) => T | undefined): T | undefined {
  for (const { database } of backups) {
    const found = attempt(() => look(database))
    if (found !== undefined) return found
  }
  return undefined
}
