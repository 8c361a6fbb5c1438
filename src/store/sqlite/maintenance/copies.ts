import { existsSync, readdirSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import type { StoreCopy } from "../../contract.ts"
import { isUuid } from "../../uuid.ts"
import { storageFailure } from "../commit/failure.ts"
import { connect, type Database, type Faults, using } from "../database.ts"
import { removeFile, rename } from "../durable-file.ts"
import { storeFileName } from "../file.ts"
import { isLoose } from "../log/blobs.ts"
import { dropLooseBlobs, eraseInFile, hasSessionSettings } from "../log/session-rows.ts"
import { salvagedRows } from "../rescue/salvage.ts"
import { syncPath } from "../sync-path.ts"
import { automaticBackups, backupDirectory } from "./backup.ts"
import { type Erasure, type PendingErasure, pendingOf } from "./erasures.ts"

type Copy = Omit<StoreCopy, "outcome"> & { file: string }

/** Erased sessions: what is to be put in their place, and what is to become of damaged copies. */
export type Erased = PendingErasure & { erasure: Erasure }

/**
 * Clears the copies in a data directory of erased sessions. Those that are whole lose nothing else. What a repair or a
 * restore has kept may be all that is left of other sessions: damaged, it goes only if that was asked for.
 */
export function clearCopies(directory: string, erased: readonly Erased[], faults?: Faults): StoreCopy[] {
  remove(unfinishedCopies(directory))
  return copiesIn(directory).flatMap((copy) => {
    const outcome = clear(copy, erased, faults)
    return outcome ? [{ path: copy.path, kind: copy.kind, outcome }] : []
  })
}

/** Clears the copies in a data directory of blobs that they do not name. What is damaged stays as it is. */
export function clearBlobs(directory: string, hashes: readonly string[], faults?: Faults): void {
  remove(unfinishedCopies(directory))
  for (const { file } of copiesIn(directory)) {
    const holds = (copy: Database) => hashes.some((hash) => isLoose(copy, hash)) && isWhole(copy)
    if (existsSync(file) && reading(file, holds)) unlessDamaged(file, () => dropLooseBlobs(file, hashes, faults))
  }
}

function clear(copy: Copy, erased: readonly Erased[], faults?: Faults): StoreCopy["outcome"] | undefined {
  // Another process may have been first.
  if (!existsSync(copy.path)) return undefined
  const verdict = existsSync(copy.file) ? look(copy, erased) : "half removed"
  if (verdict === "clear") return undefined
  if (verdict === "holds" && isCleaned(copy, erased, faults)) return "cleaned"
  if (verdict !== "half removed") {
    if (!mayHold(copy.file, erased)) return undefined
    const unwanted = erased.filter(({ copies }) => copies === "remove")
    if (copy.kind !== "backup" && !mayHold(copy.file, unwanted)) return "left"
  }
  // First under a name that says so: the process may die when it is half gone.
  const part = `${copy.path}.part`
  rename(copy.path, part)
  removeFile(copy.file)
  remove([part])
  return "removed"
}

const keptName = /^(damaged|replaced)-\d{4}-\d\d-\d\dT[\d-]+Z$/

function copiesIn(directory: string): Copy[] {
  const backups = automaticBackups(directory).map((path) => ({ path, kind: "backup" as const, file: path }))
  const kept = readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const kind = entry.isDirectory() ? keptName.exec(entry.name)?.[1] : undefined
    const path = join(directory, entry.name)
    return kind ? [{ path, kind: kind as "damaged" | "replaced", file: join(path, storeFileName) }] : []
  })
  return [...backups, ...kept]
}

// A backup that is being made may have started before the erasure: it fails, and starts again. A repair or
// a restore never runs while the store is open: what is there of one was interrupted.
function unfinishedCopies(directory: string): string[] {
  const folder = backupDirectory(directory)
  const backups = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".part")) : []
  const isCutOff = (name: string) =>
    name.startsWith(`${storeFileName}.new`) || (name.endsWith(".part") && keptName.test(name.slice(0, -".part".length)))
  const others = readdirSync(directory).filter(isCutOff)
  return [...backups.map((name) => join(folder, name)), ...others.map((name) => join(directory, name))]
}

// Gone for good before the mark is: after a power failure nothing would look for them again.
function remove(paths: readonly string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
  for (const parent of new Set(paths.map((path) => dirname(path)))) syncPath(parent)
}

/** What a copy says of itself, as far as SQLite can read it. */
function look({ file }: Copy, erased: readonly Erased[]): "clear" | "holds" | "damaged" {
  const verdict = reading(file, (copy) => {
    if (!isWhole(copy)) return "damaged"
    // The WAL that was kept with a copy may hold what was erased from it just before.
    const pending = new Set(pendingOf(copy).map(({ session }) => session))
    const hasRow = (id: string) => copy.get("SELECT 1 FROM sessions WHERE id = ?", id) !== undefined
    const holds = (id: string) => pending.has(id) || hasRow(id) || hasSessionSettings(copy, id)
    return erased.some(({ session }) => holds(session)) ? "holds" : "clear"
  })
  return verdict ?? "damaged"
}

/** Looks into a copy and leaves nothing behind; nothing comes of it where the copy is damaged. */
function reading<T>(file: string, look: (copy: Database) => T): T | undefined {
  const before = new Set(readdirSync(dirname(file)))
  // Only a writer undoes what a crash interrupted.
  const seen = unlessDamaged(file, () => using(connect(file, { readOnly: !existsSync(`${file}-journal`) }), look))
  // SQLite leaves files of its own beside a store with a WAL that it only read.
  for (const name of readdirSync(dirname(file))) {
    if (!before.has(name) && name.startsWith(storeFileName)) rmSync(join(dirname(file), name), { force: true })
  }
  return seen
}

const logTables = ["events", "segments", "documents", "partials", "snapshots"] as const

function isWhole(copy: Database): boolean {
  if (copy.get<{ quick_check: string }>("PRAGMA quick_check(1)")?.quick_check !== "ok") return false
  const isAstray = (table: string) =>
    copy.get(`SELECT 1 FROM ${table} WHERE session NOT IN (SELECT n FROM sessions)`) !== undefined
  return !logTables.some(isAstray)
}

function isCleaned({ file }: Copy, erased: readonly Erased[], faults?: Faults): boolean {
  const erasures = erased.map(({ erasure }) => erasure)
  return unlessDamaged(file, () => eraseInFile(file, erasures, faults)) !== undefined
}

/** Does something with a copy; nothing comes of it where the copy is damaged. */
function unlessDamaged<T>(file: string, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    const failure = storageFailure(error, "look into", file)
    // It can be read, only not now.
    const passes: readonly unknown[] = ["storage-busy", "storage-full", "storage-io"]
    if (passes.includes(failure?.code)) throw failure
    return undefined
  }
}

/**
 * Whether a damaged copy holds an erased session, or may: it names it, or holds events of a session that it does not name
 * any more, or nothing that can be made out at all.
 */
function mayHold(file: string, erased: readonly Erased[]): boolean {
  if (erased.length === 0) return false
  const ids = new Set(erased.map(({ session }) => session))
  const names = new Map<number, Set<string>>()
  const tombstones = new Set<string>()
  const numbers = new Set<number>()
  const name = (n: number, id: string) => names.set(n, (names.get(n) ?? new Set()).add(id))
  // What lies in a WAL has not overwritten what is in the file.
  const states = existsSync(`${file}-wal`) ? (["applied", "as damaged", "ignored"] as const) : (["applied"] as const)
  for (const log of states) {
    for (const { table, values } of salvagedRows(file, log)) {
      const [first, second] = values
      if (table === "tombstones") tombstones.add(String(first))
      if (table === "sessions" && ids.has(String(second))) return true
      if (table === "sessions") name(Number(first), String(second))
      if (table === "index" && values.length === 2 && typeof second === "number") name(second, String(first))
      if (table === "segments") numbers.add(Number(first))
      if (table === "events" || table === "partials") numbers.add(Number(second))
    }
  }
  // The index of the tombstones looks like that of the sessions.
  const isName = (id: string) => ids.has(id) || (isUuid(id) && !tombstones.has(id))
  const namesOf = (n: number) => [...(names.get(n) ?? [])].filter(isName)
  return names.size + numbers.size === 0 || [...numbers].some((n) => isUnsure(namesOf(n), ids))
}

const isUnsure = (names: readonly string[], ids: ReadonlySet<string>) =>
  names.length === 0 || names.some((name) => ids.has(name))
