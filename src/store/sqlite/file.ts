import { closeSync, existsSync, openSync, readSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { HoldfastError } from "../../session/error.ts"
import { writeFailure } from "./commit/write-lock.ts"
import { createFile } from "./create-file.ts"
import { connect, type Database, type Faults, inTransaction, using } from "./database.ts"
import { createPrivate, type JournalMode, journalModeFor, prepareDirectory } from "./directory.ts"
import { enter, isOpenHere, type Presence } from "./lease/presence.ts"
import { assertRecovered, shortSessions } from "./rescue/completeness.ts"
import { quarantine } from "./rescue/quarantine.ts"
import { freshSchema, schemaOf } from "./rescue/schema-text.ts"
import { applicationId, migrations } from "./schema.ts"
import { isUnwritable, unwritableStore } from "./unwritable.ts"
import { warnOf } from "./warning.ts"

export const storeFileName = "holdfast.db"

/** The directory that an interrupted repair leaves behind: the store is between two states until it is done again. */
export const repairingName = "repairing"

export type StoreFile = { file: string; writer: Database; reader: Database; presence: Presence }

/** Opens the store's file for writing, making or migrating it if need be. A newer store is refused, untouched. */
export function openFile(directory: string, faults?: Faults): StoreFile {
  prepareDirectory(directory)
  return opening(directory, { readOnly: false }, (file, isKnown) => {
    if (!isKnown) {
      if (!existsSync(file)) createFile(file, { mode: safeJournalMode(directory), faults, fill: writeSchema })
      createPrivate(file)
    }
    const writer = connect(file, faults ? { faults } : {})
    return whileOpen(writer, () => {
      prepareWriter(writer, file)
      if (!isKnown) quarantineShort(writer, file)
      return { writer, reader: connect(file, { readOnly: true }) }
    })
  })
}

/** Opens an existing store only to look. It must have the version of this program: an older one is migrated first. */
export function openFileToRead(directory: string): StoreFile {
  if (existsSync(join(directory, storeFileName)) && isUnwritable(join(directory, storeFileName))) {
    return openUnwritable(directory)
  }
  // Not SQLite's own read-only mode: that cannot roll back what a crash left behind, and leaves a WAL of its own.
  return opening(directory, { readOnly: true }, (file) => openTwice(file, () => connect(file)))
}

function openUnwritable(directory: string): StoreFile {
  const file = join(directory, storeFileName)
  try {
    refuseForeign(file)
    refuseHalfRepaired(directory)
    const store = unwritableStore(file)
    return whileOpen(store, () => {
      assertRecovered(store.file)
      return { file, presence: store, ...openTwice(file, store.connect) }
    })
  } catch (error) {
    throw writeFailure(error, "open the store", file) ?? error
  }
}

function openTwice(file: string, openOne: () => Database): { writer: Database; reader: Database } {
  const open = () => {
    const connection = openOne()
    return whileOpen(connection, () => {
      connection.exec("PRAGMA query_only = ON")
      assertSchema(connection, file)
      return connection
    })
  }
  const writer = open()
  return whileOpen(writer, () => ({ writer, reader: open() }))
}

function opening(
  directory: string,
  options: { readOnly: boolean },
  open: (file: string, isKnown: boolean) => { writer: Database; reader: Database },
): StoreFile {
  const file = join(directory, storeFileName)
  try {
    // Another store of this process has looked at the file already, and it must not be touched now: see `isOpenHere`.
    const isKnown = isOpenHere(directory)
    if (!isKnown) refuseForeign(file)
    refuseHalfRepaired(directory)
    const presence = enter(directory, options)
    return whileOpen(presence, () => {
      if (!isKnown && existsSync(file)) assertRecovered(file)
      return { file, presence, ...open(file, isKnown) }
    })
  } catch (error) {
    throw writeFailure(error, "open the store", file) ?? error
  }
}

function whileOpen<T>(opened: { close(): void }, next: () => T): T {
  try {
    return next()
  } catch (error) {
    opened.close()
    throw error
  }
}

// A session that lost its end must not continue as if it had none: acknowledged events would get other content.
function quarantineShort(writer: Database, file: string): void {
  const problems = shortSessions(file, writer)
  if (problems.length === 0) return
  inTransaction(writer, () =>
    quarantine({ writer, sessions: new Map() }, { sessions: 0, events: 0, blobs: 0, problems }),
  )
  warnOf("find all that was acknowledged")(
    problems.map(({ session, what }) => `${what} (session ${session})`).join("; ") +
      ". Run 'holdfast doctor --verify'.",
  )
}

function refuseHalfRepaired(directory: string): void {
  if (!existsSync(join(directory, repairingName))) return
  throw new HoldfastError(
    "damaged",
    `A repair of the store in ${directory} was interrupted. Run 'holdfast doctor --repair' again: it continues from the files that were kept.`,
  )
}

/** Settings of a writing connection: a commit is on the disk when it returns, and what is deleted is overwritten. */
export function prepareWriter(writer: Database, file: string): void {
  writer.exec(`PRAGMA journal_mode = ${safeJournalMode(file)}`)
  writer.exec("PRAGMA synchronous = FULL")
  writer.exec("PRAGMA fullfsync = ON")
  writer.exec("PRAGMA checkpoint_fullfsync = ON")
  writer.exec("PRAGMA secure_delete = ON")
  writer.exec("PRAGMA trusted_schema = OFF")
  writer.exec("PRAGMA cell_size_check = ON")
  writer.exec("PRAGMA journal_size_limit = 16777216")
  migrate(writer, file)
}

/** The version of the store in a file, without opening it as a database. */
export function versionOf(file: string): number | undefined {
  const header = headerOf(file)
  return header?.readUInt32BE(userVersionOffset)
}

const userVersionOffset = 60
const applicationIdOffset = 68

function headerOf(file: string): Buffer | undefined {
  if (!existsSync(file)) return undefined
  const header = Buffer.alloc(100)
  const handle = openSync(file, "r")
  try {
    return readSync(handle, header, 0, 100, 0) === 100 ? header : undefined
  } finally {
    closeSync(handle)
  }
}

/** Refuses a file that is no store of ours, or of a newer program. */
export function assertOurs(file: string): void {
  if (versionOf(file) === undefined || headerOf(file)?.readUInt32BE(applicationIdOffset) !== applicationId) {
    throw new HoldfastError("invalid", `${file} is no store of Holdfast, nor a backup of one.`)
  }
  refuseForeign(file)
}

function refuseForeign(file: string): void {
  const header = headerOf(file)
  if (!header) return
  if (header.toString("latin1", 0, 15) !== "SQLite format 3") return
  if (header.readUInt32BE(applicationIdOffset) !== applicationId && header.readUInt32BE(userVersionOffset) !== 0) {
    throw new HoldfastError(
      "invalid",
      `${file} is a database of another program. Set HOLDFAST_HOME to a directory of its own.`,
    )
  }
  refuseNewer(header.readUInt32BE(userVersionOffset), file)
  if (header.readUInt32BE(applicationIdOffset) === applicationId && header.readUInt32BE(userVersionOffset) === 0) {
    throw damagedHeader(file)
  }
}

function damagedHeader(file: string): HoldfastError {
  return new HoldfastError(
    "damaged",
    `The store ${file} is damaged: its first page no longer describes it. Run 'holdfast doctor --repair'.`,
  )
}

// A damaged description of the tables would make SQLite read them wrongly.
function assertSchema(database: Database, file: string): void {
  if (!isDeepStrictEqual(schemaOf(database), freshSchema().texts)) throw damagedHeader(file)
}

/** Refuses to touch a store that a newer program wrote; a damaged number of the version does not make one. */
export function assertNotNewer(file: string): void {
  const version = versionOf(file) ?? 0
  if (version > migrations.length + 1000 || version <= migrations.length) return
  if (!isDeepStrictEqual(schemaIn(file), freshSchema().texts)) refuseNewer(version, file)
}

function schemaIn(file: string): string[] | undefined {
  try {
    return using(connect(file, { readOnly: true }), schemaOf)
  } catch {
    return undefined // damaged as well: nothing speaks against the version, then
  }
}

function refuseNewer(version: number, file: string): void {
  if (version <= migrations.length) return
  throw new HoldfastError(
    "newer",
    `The store ${file} was written by a newer Holdfast (store version ${version}; this one knows ${migrations.length}). Update Holdfast. Nothing was changed.`,
    { details: { version, known: migrations.length } },
  )
}

function migrate(writer: Database, file: string): void {
  const version = () => writer.get<{ user_version: number }>("PRAGMA user_version")?.user_version ?? 0
  if (version() === migrations.length) {
    assertSchema(writer, file)
    return
  }
  writer.exec("BEGIN IMMEDIATE")
  try {
    // Another process may have been first.
    const from = version()
    refuseNewer(from, file)
    writeSchema(writer, from)
    writer.exec("COMMIT")
  } catch (error) {
    if (writer.raw.isTransaction) writer.exec("ROLLBACK")
    throw error
  }
  // The version is read from the header of the file before it is opened: it must not linger in the WAL.
  writer.exec("PRAGMA wal_checkpoint(TRUNCATE)")
}

function writeSchema(writer: Database, from = 0): void {
  for (const migration of migrations.slice(from)) writer.exec(migration, "migration")
  writer.exec(`PRAGMA application_id = ${applicationId}`)
  writer.exec(`PRAGMA user_version = ${migrations.length}`)
}

function safeJournalMode(path: string): JournalMode["mode"] {
  return walIsSafe() ? journalModeFor(path).mode : "delete"
}

// Before 3.51.3 a checkpoint could race with a reset of the WAL and damage the file.
function walIsSafe(): boolean {
  const [major = 0, minor = 0, patch = 0] = (process.versions.sqlite ?? "").split(".").map(Number)
  return major * 1e6 + minor * 1e3 + patch >= 3_051_003
}
