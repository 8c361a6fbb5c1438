import { existsSync, type Stats, statSync } from "node:fs"
import { join } from "node:path"
import { HoldfastError, isHoldfastError } from "../../../session/error.ts"
import { type Liveness, livenessOf } from "../../owner.ts"
import { storageFailure } from "../commit/failure.ts"
import { freeBytes, spaceGuard } from "../commit/space.ts"
import type { Database } from "../database.ts"
import { type JournalMode, journalModeFor } from "../directory.ts"
import { openFileToRead, repairingName, storeFileName, versionOf } from "../file.ts"
import { leasesIn } from "../lease/lease.ts"
import { automaticBackups } from "../maintenance/backup.ts"
import { migrations } from "../schema.ts"
import { type GivenUp, givenUpIn, isDamageGivenUp } from "./given-up.ts"

/** What a data directory shows from outside, whatever state it is in. */
export type Inspection = {
  directory: { path: string; exists: boolean; mode: number | null }
  /** The file system, as far as an existing parent tells. */
  journal: JournalMode | null
  space: { free: number; low: boolean } | null
  file: { path: string; bytes: number; mode: number; walBytes: number; version: number | null } | null
  knownVersion: number
  backups: ReadonlyArray<{ file: string; at: string; bytes: number }>
  /** What is in the store; null where it is not there or cannot be opened. */
  contents: Contents | null
  failure: HoldfastError | null
}

type Contents = {
  journalMode: string
  sessions: number
  archived: number
  trashed: number
  erased: number
  /** Events that the search index has not taken in yet. */
  unindexed: number
  damaged: ReadonlyArray<{ session: string; damage: string; givenUp: boolean }>
  /** What a repair could not bring back. */
  givenUp: GivenUp
  leases: ReadonlyArray<{ session: string; owner: string; pid: number; host: string; liveness: Liveness }>
}

/** Looks at a data directory without making, migrating or repairing anything. */
export function inspectStore(path: string): Inspection {
  const failures: HoldfastError[] = []
  const attempt = <T>(look: () => T): T | null => {
    try {
      return look()
    } catch (error) {
      const failure = storageFailure(error, "look at", path)
      if (!isHoldfastError(failure)) throw error
      failures.push(failure)
      return null
    }
  }
  const found = attempt(() => directoryAt(path))
  const file = found ? attempt(() => fileAt(join(path, storeFileName))) : null
  const isStore = (file && file.bytes > 0) || (found && existsSync(join(path, repairingName)))
  return {
    directory: { path, exists: Boolean(found), mode: found ? found.mode & 0o777 : null },
    journal: found ? attempt(() => journalModeFor(path)) : null,
    space: found
      ? attempt(() => ({ free: freeBytes(path), low: spaceGuard({ directory: path }).low() !== undefined }))
      : null,
    file,
    knownVersion: migrations.length,
    backups: found ? (attempt(() => automaticBackups(path).map(backupAt)) ?? []) : [],
    contents: isStore ? attempt(() => contentsOf(path, file?.version ?? null)) : null,
    failure: failures[0] ?? null,
  }
}

function directoryAt(path: string): Stats | null {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found || found.isDirectory()) return found ?? null
  throw new HoldfastError(
    "storage-access",
    `${path} is not a directory. Move it out of the way, or set HOLDFAST_HOME to another directory.`,
  )
}

function fileAt(path: string): Inspection["file"] {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) return null
  const walBytes = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0
  return { path, bytes: found.size, mode: found.mode & 0o777, walBytes, version: versionOf(path) ?? null }
}

function backupAt(file: string): Inspection["backups"][number] {
  const { mtimeMs, size } = statSync(file)
  return { file, at: new Date(mtimeMs).toISOString(), bytes: size }
}

function contentsOf(directory: string, version: number | null): Contents | null {
  const { writer, reader, presence } = openFileToRead(directory)
  try {
    // An older store has other tables: it is migrated when it is next used.
    return version === migrations.length ? reader.consistently(() => readContents(reader)) : null
  } finally {
    reader.close()
    writer.close()
    presence.close()
  }
}

function readContents(db: Database): Contents {
  const count = (sql: string) => db.get<{ n: number }>(sql)?.n ?? 0
  const givenUp = givenUpIn(db)
  return {
    journalMode: db.get<{ journal_mode: string }>("PRAGMA journal_mode")?.journal_mode ?? "unknown",
    sessions: count("SELECT count(*) AS n FROM sessions"),
    archived: count("SELECT count(*) AS n FROM sessions WHERE archived = 1 AND trashed = 0"),
    trashed: count("SELECT count(*) AS n FROM sessions WHERE trashed = 1"),
    erased: count("SELECT count(*) AS n FROM tombstones"),
    unindexed: count("SELECT count(*) AS n FROM events WHERE n > (SELECT value FROM marks WHERE name = 'indexed')"),
    damaged: db
      .all<{ session: string; damage: string }>(
        "SELECT id AS session, damage FROM sessions WHERE damage IS NOT NULL ORDER BY n",
      )
      .map((row) => ({ ...row, givenUp: isDamageGivenUp(givenUp, row.session, row.damage) })),
    givenUp,
    leases: leasesIn(db).map(({ session, holder: { path, process } }) => {
      return { session, owner: path, pid: process.pid, host: process.host, liveness: livenessOf(process) }
    }),
  }
}
