import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { HoldfastError } from "../../session/error.ts"
import type { Problem, Report } from "../contract.ts"
import { livenessOf } from "../owner.ts"
import { attempt, type Backup } from "./assemble.ts"
import { automaticBackups } from "./backup.ts"
import { unpackBlob } from "./blobs.ts"
import { acknowledgedIn, shortfallOf } from "./completeness.ts"
import { connect, type Database, inTransaction } from "./database.ts"
import { createPrivate } from "./directory.ts"
import { keepCopy, putInPlace, removeFile, rename, stamped } from "./durable-file.ts"
import { storageFailure } from "./failure.ts"
import { assertNotNewer, prepareWriter, repairingName, storeFileName } from "./file.ts"
import { givenUpIn, isGivenUp, noteGivenUp } from "./given-up.ts"
import { type Heads, readHeads } from "./heads.ts"
import { holderOf } from "./lease.ts"
import { alone } from "./presence.ts"
import { quarantine } from "./quarantine.ts"
import { rebuildDerived } from "./rebuild.ts"
import { type Recovered, recover } from "./recover.ts"
import { salvage } from "./salvage.ts"
import { verifyFile } from "./verify.ts"

/** What came of a repair. */
export type Repaired = {
  /** Where the files lie as they were found; nothing if they were left so. */
  kept: string | null
  /** What the store holds now. */
  recovered: { sessions: number; events: number; blobs: number }
  /** Which of it only a backup still had. */
  fromBackup: { sessions: number; events: number; blobs: number }
  /** What could not be brought back. Damaged sessions can be read, and forked before the damage. */
  lost: Problem[]
}

/**
 * Repairs the store in a directory while nobody has it open. What is derived is rebuilt in place; for anything else a new
 * file is built beside, from every row that can be made out in the damaged one and from the automatic backups, event by
 * event along the chain, and put in its place at once. The damaged files are kept, unless they are what an earlier repair
 * made and no more could be brought back. After a crash it can be run again.
 */
export async function repairStore(directory: string, options: { evenIfOwned?: boolean } = {}): Promise<Repaired> {
  const file = join(directory, storeFileName)
  const halfway = join(directory, repairingName)
  if (!existsSync(halfway) && !(statSync(file, { throwIfNoEntry: false })?.size ?? 0)) {
    throw new HoldfastError("storage-missing", `There is no store in ${directory}. If there was one, restore a backup.`)
  }
  const presence = alone(directory)
  try {
    if (existsSync(halfway))
      return await replace(directory, { from: halfway, kept: join(directory, stamped("damaged")) })
    assertNotNewer(file)
    if (!options.evenIfOwned) assertUndriven(file)
    const report = await verifyFile(file)
    if (report.problems.length === 0) return outcome(null, report, nothing)
    if (report.problems.every(({ derived }) => derived)) return await rebuildInPlace(directory, file, report.problems)
    const kept = keepCopy(directory, stamped("damaged"))
    return await replace(directory, {
      from: kept,
      kept,
      ...(areGivenUp(file, report.problems) ? { found: report } : {}),
    })
  } catch (error) {
    throw storageFailure(error, "repair", file) ?? error
  } finally {
    presence.close()
  }
}

const nothing: Recovered = { fromBackup: { sessions: 0, events: 0, blobs: 0 }, gone: [], settings: [] }

async function rebuildInPlace(directory: string, file: string, problems: readonly Problem[]): Promise<Repaired> {
  const kept = keepCopy(directory, stamped("damaged"))
  const writer = connect(file)
  try {
    prepareWriter(writer, file)
    inTransaction(writer, () => {
      for (const { blob } of problems) if (blob !== undefined) measureBlob(writer, blob)
      rebuildDerived(writer)
    })
  } finally {
    writer.close()
  }
  return outcome(kept, await verifyFile(file), nothing)
}

/** `found` is what an earlier repair has left: if no more can be brought back, the store stays as it is. */
type Replacement = { from: string; kept: string; found?: Report }

// Between the old file and the new one there is a moment when neither is whole: what was kept then lies under a name
// that lets nobody open the store, and a repair begins again from there.
async function replace(directory: string, { from, kept, found }: Replacement): Promise<Repaired> {
  const halfway = join(directory, repairingName)
  const built = join(directory, `${storeFileName}.new`)
  const { report, recovered } = await buildBeside(directory, from, built)
  if (found && isDeepStrictEqual(report, found)) {
    removeFile(built)
    rmSync(from, { recursive: true })
    return outcome(null, report, recovered)
  }
  if (from !== halfway) rename(from, halfway)
  putInPlace(directory, built)
  rename(halfway, kept)
  return outcome(kept, report, recovered)
}

async function buildBeside(directory: string, from: string, built: string) {
  const damaged = join(from, storeFileName)
  const scratchFile = join(from, "scratch.db")
  for (const path of [scratchFile, built]) removeFile(path)
  const backups = openBackups(directory)
  try {
    // A transaction that a crash cut off is undone as any opening would undo it.
    if (existsSync(`${damaged}-journal`)) attempt(() => lookOnce(damaged))
    const scratch = connect(scratchFile)
    const acknowledged = attempt(() =>
      reading(damaged, (database) => acknowledgedIn(shortfallOf(damaged, database, readHeads(damaged)))),
    )
    const log = acknowledged?.size === 0 ? "applied" : "as damaged"
    const recovered = build(built, scratch, () => {
      salvage(damaged, scratch, log)
      return { backups, acknowledged: acknowledged ?? readHeads(damaged) }
    })
    return { recovered, report: await settle(built) }
  } catch (error) {
    // The store is still as it was found, and needs no copy of itself.
    removeFile(built)
    if (from !== join(directory, repairingName)) rmSync(from, { recursive: true })
    throw error
  } finally {
    removeFile(scratchFile)
    for (const { database } of backups) database.close()
  }
}

type Sources = { backups: readonly Backup[]; acknowledged: Heads }

function build(file: string, scratch: Database, carve: () => Sources): Recovered {
  createPrivate(file)
  const target = connect(file)
  try {
    const { backups, acknowledged } = carve()
    prepareWriter(target, file)
    // One file without companions, made durable as a whole when it is done.
    target.exec("PRAGMA journal_mode = DELETE")
    target.exec("PRAGMA synchronous = OFF")
    target.exec("PRAGMA foreign_keys = OFF")
    return inTransaction(target, () => recover(target, scratch, backups, acknowledged))
  } finally {
    scratch.close()
    target.close()
  }
}

/** Checks the new file, and takes the sessions out of use whose log stays damaged. */
async function settle(file: string): Promise<Report> {
  const report = await verifyFile(file)
  const writer = connect(file)
  try {
    inTransaction(writer, () => {
      quarantine({ writer, sessions: new Map() }, report)
      noteGivenUp(writer, report.problems)
    })
  } finally {
    writer.close()
  }
  return report
}

function outcome(kept: string | null, report: Report, recovered: Recovered): Repaired {
  const { sessions, events, blobs, problems } = report
  const lost = (session: string | null, what: string) => ({ session, seq: null, what, derived: false })
  return {
    kept,
    recovered: { sessions, events, blobs },
    fromBackup: recovered.fromBackup,
    lost: [
      ...problems.filter(({ derived }) => !derived),
      ...recovered.gone.map((session) => lost(session, "nothing of it is left but its name")),
      ...recovered.settings.map((key) => lost(null, `the setting ${JSON.stringify(key)} could not be read`)),
    ],
  }
}

function areGivenUp(file: string, problems: readonly Problem[]): boolean {
  const database = attempt(() => connect(file, { readOnly: true }))
  const given = attempt(() => database && givenUpIn(database))
  database?.close()
  return given !== undefined && problems.every((problem) => isGivenUp(given, problem))
}

function measureBlob(writer: Database, hash: string): void {
  const row = writer.get<{ packed: number; data: Uint8Array }>("SELECT packed, data FROM blobs WHERE hash = ?", hash)
  const bytes = row && unpackBlob(hash, row)
  if (bytes) writer.run("UPDATE blobs SET bytes = ? WHERE hash = ?", bytes.length, hash)
}

function openBackups(directory: string): Backup[] {
  return automaticBackups(directory).flatMap((file) => {
    const database = attempt(() => connect(file, { readOnly: true }))
    return database ? [{ file, database }] : []
  })
}

function assertUndriven(file: string): void {
  const database = attempt(() => connect(file, { readOnly: true }))
  const rows = attempt(() =>
    database?.all<{ id: string; owner: string | null }>(
      "SELECT id, owner FROM leases JOIN sessions ON n = session WHERE owner IS NOT NULL",
    ),
  )
  database?.close()
  for (const { id, owner } of rows ?? []) {
    const holder = holderOf(owner)
    if (!holder || livenessOf(holder.process) === "dead") continue
    const { pid, host } = holder.process
    throw new HoldfastError(
      "owned",
      `Session ${id} is driven by ${holder.path} (process ${pid}, host ${host}). End it before you repair the store.`,
      { details: { session: id, owner: { type: holder.type, path: holder.path, pid, host } } },
    )
  }
}

function lookOnce(file: string): void {
  const database = connect(file)
  try {
    database.get("SELECT 1 FROM sqlite_schema")
  } finally {
    database.close()
  }
}

function reading<T>(file: string, look: (database: Database) => T): T {
  const database = connect(file, { readOnly: true })
  try {
    return look(database)
  } finally {
    database.close()
  }
}
