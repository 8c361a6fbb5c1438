import { blobRefsOf } from "../../transfer/export-lines.ts"
import type { Heads } from "../commit/heads.ts"
import { readInSteps } from "../commit/steps.ts"
import type { Database } from "../database.ts"
import { unpackBlob } from "../log/blobs.ts"
import { decode, locateLog } from "../log/event-rows.ts"
import { removeSessionSettings } from "../log/session-rows.ts"
import { longestValue } from "../log/unpack.ts"
import { erasuresOf, markPending, writeTombstone } from "../maintenance/erasures.ts"
import { attempt } from "./backups.ts"
import { type Identity, identify } from "./identify.ts"
import { rebuildDerived } from "./rebuild.ts"
import { type Recovery, recoverLog } from "./recover-log.ts"

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
  backups: readonly Database[],
  acknowledged: Heads,
): Recovered {
  const recovery: Recovery = { target, scratch, backups, numberFor: numbering(target, scratch) }
  const { sessions, gone } = identify(scratch, backups, acknowledged)
  const fromBackup = { sessions: 0, events: 0, blobs: 0 }
  for (const session of sessions) {
    putRow(recovery, session)
    const log = recoverLog(recovery, session)
    target.run(
      "UPDATE sessions SET head = ?1, hash = ?2, sealed = ?3, foreign_through = min(foreign_through, ?1) WHERE n = ?4",
      log.head,
      log.hash,
      log.sealed,
      session.n,
    )
    putLease(recovery, session)
    putBelongings(recovery, session)
    fromBackup.events += log.fromBackup
    if (session.salvagedAs === null) fromBackup.sessions++
  }
  putShared(recovery)
  const settings = putSettings(recovery)
  putErasures(recovery)
  fromBackup.blobs = putBlobs(recovery)
  rebuildDerived(target)
  return { fromBackup, gone, settings }
}

type Row = Record<string, string | number | null>

/** What the list showed: all that is left of it where the log cannot be folded any more. */
const shown = `foreign_through, opened_at, updated_at, project, workspace, parent_id, parent_seq, title, pinned, archived,
  trashed, activity, stop, owner_type, owner_path, messages`

// A row that is lost does not say how much of the log is foreign. Privileges do not travel: all of it, then.
function putRow({ target, scratch, backups }: Recovery, { n, id, parent, base, salvagedAs }: Identity): void {
  const row =
    scratch.get<Row>(`SELECT ${shown} FROM sessions WHERE n = ? ORDER BY sure DESC`, salvagedAs) ??
    rowsIn(backups, `SELECT ${shown} FROM sessions WHERE id = ?`, id)[0]
  const isKnown = row !== undefined && Number(row.foreign_through) >= 0
  insert(target, "sessions", {
    ...{ opened_at: 0, updated_at: 0, project: "", workspace: "" },
    ...row,
    ...{ n, id, parent: parent?.n ?? null, base, head: base, hash: new Uint8Array() },
    foreign_through: isKnown ? Number(row.foreign_through) : Number.MAX_SAFE_INTEGER,
  })
}

// Epochs only grow: one more than any that was ever seen fences every driver of before.
function putLease({ target, scratch, backups }: Recovery, { n, id, salvagedAs }: Identity): void {
  const seen = [
    ...scratch.all<Row>("SELECT epoch FROM leases WHERE session = ?", salvagedAs),
    ...rowsIn(backups, "SELECT epoch FROM leases JOIN sessions ON n = session WHERE id = ?", id),
  ]
  const epochs = seen.map(({ epoch }) => Number(epoch)).filter((epoch) => epoch < Number.MAX_SAFE_INTEGER)
  const epoch = Math.max(...epochs, 0)
  if (epoch > 0) insert(target, "leases", { session: n, epoch: epoch + 1 })
}

function putBelongings({ target, scratch, backups }: Recovery, { n, id, salvagedAs }: Identity): void {
  const columns = { partials: "n, intent, channel, start, text, at", keys: "key, digest, result", documents: "n, seq" }
  for (const [table, names] of Object.entries(columns)) {
    const rows = scratch.all<Row>(`SELECT ${names} FROM ${table} WHERE session = ? AND sure = 1`, salvagedAs)
    for (const row of rows) insert(target, table, { ...row, session: n })
  }
  if (salvagedAs !== null) return
  const sql = "SELECT key, digest, result FROM keys WHERE session = (SELECT n FROM sessions WHERE id = ?)"
  for (const row of rowsIn(backups, sql, id)) insert(target, "keys", { ...row, session: n })
}

function putShared({ target, scratch, backups }: Recovery): void {
  const all = [scratch, ...backups]
  for (const row of rowsIn(all, "SELECT session, key, digest, result FROM keys WHERE session = 0")) {
    insert(target, "keys", row)
  }
  for (const row of rowsIn(all, "SELECT session, erased_at, receipt FROM tombstones")) insert(target, "tombstones", row)
  // Sessions have new numbers: marks of blobs that name one are void.
  const marks = `SELECT name, value FROM marks WHERE sure = 1 AND name <> 'indexed'
    AND name NOT GLOB 'changed *' AND name NOT GLOB 'put *'`
  for (const row of rowsIn([scratch], marks)) insert(target, "marks", row)
}

/** Returns the settings that neither the file nor a backup has in a readable form. */
function putSettings({ target, scratch, backups }: Recovery): string[] {
  const unreadable = new Set<string>()
  const kept = "SELECT key, value FROM settings"
  for (const row of [...rowsIn([scratch], `${kept} ORDER BY sure DESC`), ...rowsIn(backups, kept)]) {
    if (attempt(() => JSON.parse(String(row.value))) === undefined) unreadable.add(String(row.key))
    else insert(target, "settings", row)
  }
  return [...unreadable].filter((key) => !target.get("SELECT 1 FROM settings WHERE key = ?", key))
}

// Marks may be lost with their page, and what is kept of the damaged file is a copy that no erasure has looked into:
// every erasure is finished again.
function putErasures({ target }: Recovery): void {
  for (const erasure of erasuresOf(target).done) {
    writeTombstone(target, erasure)
    markPending(target, { session: erasure.session, copies: "keep" })
    removeSessionSettings(target, erasure.session)
  }
}

type BlobRow = { hash: string; put_at: number; data: Uint8Array }

/** Blobs are known by their bytes. Those that events name are looked for in the backups too; returns how many came from there. */
function putBlobs({ target, scratch, backups }: Recovery): number {
  const isThere = (hash: string) => target.get("SELECT 1 FROM blobs WHERE hash = ?", hash) !== undefined
  const put = (hash: string, { put_at, data }: BlobRow): boolean => {
    // Only the name, or the mark of compression, may have rotted.
    for (const packed of [1, 0]) {
      const bytes = isThere(hash) ? undefined : unpackBlob(hash, { bytes: longestValue, packed, data })
      if (bytes) insert(target, "blobs", { hash, bytes: bytes.length, packed, put_at, data })
    }
    return isThere(hash)
  }
  const strays: number[] = []
  const rows = scratch.raw.prepare("SELECT rowid AS n, hash, put_at, data FROM blobs").iterate()
  for (const row of rows as Iterable<BlobRow & { n: number }>) if (!put(row.hash, row)) strays.push(row.n)
  const isIn = (database: Database, where: string, value: string | number, hash: string) => {
    const found = attempt(() => database.all<BlobRow>(`SELECT hash, put_at, data FROM blobs WHERE ${where} = ?`, value))
    return found?.some((row) => put(hash, row)) ?? false
  }
  let copied = 0
  for (const hash of namedIn(target)) {
    if (isThere(hash) || strays.some((n) => isIn(scratch, "rowid", n, hash))) continue
    if (backups.some((backup) => isIn(backup, "hash", hash, hash))) copied++
  }
  return copied
}

function* namedIn(target: Database): Generator<string> {
  for (const { id } of target.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) {
    const place = locateLog(target, id)
    if (!place) continue
    for (const step of readInSteps(target, place, place.base + 1, place.head, () => undefined)) {
      for (const stored of step) for (const { blob } of blobRefsOf(decode(stored))) yield blob
    }
  }
}

/** The rows that any of some databases gives, in their order: the first one counts. */
function rowsIn(databases: readonly Database[], sql: string, ...parameters: string[]): Row[] {
  return databases.flatMap((database) => attempt(() => database.all<Row>(sql, ...parameters)) ?? [])
}

type Values = Record<string, string | number | Uint8Array | null>

function insert(target: Database, table: string, row: Values): void {
  const names = Object.keys(row)
  target.run(
    `INSERT OR IGNORE INTO ${table} (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(row),
  )
}

// An event keeps its number; one from a backup or with a number that is taken gets the one that the index knew, or a new one.
function numbering(target: Database, scratch: Database): Recovery["numberFor"] {
  const most = 2 ** 47
  const isFree = (n: number | undefined): n is number =>
    n !== undefined && n > 0 && n < most && !target.get("SELECT 1 FROM events WHERE n = ?", n)
  let last =
    scratch.get<{ last: number | null }>(
      `SELECT max(n) AS last FROM (SELECT n FROM events UNION ALL SELECT n FROM documents) WHERE n < ${most}`,
    )?.last ?? 0
  return ({ salvagedAs }, seq, kept) => {
    const sql = "SELECT n FROM documents WHERE session = ? AND seq = ?"
    const known = [kept, scratch.get<{ n: number }>(sql, salvagedAs, seq)?.n].find(isFree)
    if (known === undefined) last += 1
    return known ?? last
  }
}
