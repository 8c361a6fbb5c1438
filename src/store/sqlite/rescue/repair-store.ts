import { existsSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { HoldfastError } from "../../../session/error.ts"
import type { Problem, Report } from "../../contract.ts"
import { livenessOf } from "../../owner.ts"
import { storageFailure } from "../commit/failure.ts"
import { type Heads, readHeads } from "../commit/heads.ts"
import { connect, type Database, inTransaction, using } from "../database.ts"
import { createPrivate } from "../directory.ts"
import { keepCopy, putInPlace, removeFile, rename, stamped } from "../durable-file.ts"
import { assertNotNewer, prepareWriter, repairingName, storeFileName } from "../file.ts"
import { leasesIn } from "../lease/lease.ts"
import { alone } from "../lease/presence.ts"
import { attempt, withBackups } from "./backups.ts"
import { shortfallOf } from "./completeness.ts"
import { givenUpIn, isGivenUp, noteGivenUp } from "./given-up.ts"
import { quarantine } from "./quarantine.ts"
import { type Recovered, recover } from "./recover.ts"
import { salvage } from "./salvage.ts"
import { verifyFile } from "./verify.ts"

/** The result of a repair. */
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
 * Repairs the store in a directory while no process has it open: verifies it, keeps the damaged files, builds a new file
 * from every row that can be made out in them and from the automatic backups, event by event along the chain, puts it in
 * their place at once, and names what is lost. A damaged file that an earlier repair made is kept only if more could be
 * brought back now. After a crash it can be run again.
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
    const found = await verifyFile(file)
    if (found.problems.length === 0) return outcome(null, found, nothing)
    const kept = keepCopy(directory, stamped("damaged"))
    return await replace(directory, { from: kept, kept, ...(areGivenUp(file, found.problems) ? { found } : {}) })
  } catch (error) {
    throw storageFailure(error, "repair", file) ?? error
  } finally {
    presence.close()
  }
}

const nothing: Recovered = { fromBackup: { sessions: 0, events: 0, blobs: 0 }, gone: [], settings: [] }

/** `found` is what an earlier repair has left: if no more can be brought back, the store stays as it is. */
type Replacement = { from: string; kept: string; found?: Report }

// Between the old file and the new one there is a moment when neither is whole: what was kept then lies under a name
// that prevents every opening, and a repair starts again from there.
async function replace(directory: string, { from, kept, found }: Replacement): Promise<Repaired> {
  const halfway = join(directory, repairingName)
  const files = {
    damaged: join(from, storeFileName),
    scratch: join(from, "scratch.db"),
    built: join(directory, `${storeFileName}.new`),
  }
  const clear = () => [files.scratch, files.built].forEach(removeFile)
  clear()
  const { report, recovered } = await build(directory, files).catch((error: unknown) => {
    clear()
    // The store is still as it was found, and needs no copy of itself.
    if (from !== halfway) rmSync(from, { recursive: true })
    throw error
  })
  if (found && isDeepStrictEqual(report, found)) {
    clear()
    rmSync(from, { recursive: true })
    return outcome(null, report, recovered)
  }
  removeFile(files.scratch)
  if (from !== halfway) rename(from, halfway)
  putInPlace(directory, files.built)
  rename(halfway, kept)
  return outcome(kept, report, recovered)
}

type Files = { damaged: string; scratch: string; built: string }

/** Builds a new file of what can be recovered, checks it, and takes the sessions out of use whose log stays damaged. */
async function build(directory: string, { damaged, scratch, built }: Files) {
  const recovered = using(connect(scratch), (salvaged) => {
    // A transaction that a crash interrupted is undone as any opening would undo it.
    if (existsSync(`${damaged}-journal`)) attempt(() => using(connect(damaged), (each) => each.get(anyRow)))
    const { acknowledged, use } = acknowledgedIn(damaged)
    salvage(damaged, salvaged, use)
    return withBackups(directory, (backups) =>
      fill(built, (target) => recover(target, salvaged, backups, acknowledged)),
    )
  })
  const report = await verifyFile(built)
  using(connect(built), (writer) =>
    inTransaction(writer, () => {
      quarantine({ writer, sessions: new Map() }, report)
      noteGivenUp(writer, report.problems)
    }),
  )
  return { recovered, report }
}

/** Makes a store of one file without companions: it is made durable as a whole when it is put in place. */
function fill<T>(file: string, work: (target: Database) => T): T {
  createPrivate(file)
  return using(connect(file), (target) => {
    prepareWriter(target, file)
    for (const pragma of ["journal_mode = DELETE", "synchronous = OFF", "foreign_keys = OFF"]) {
      target.exec(`PRAGMA ${pragma}`)
    }
    return inTransaction(target, () => work(target))
  })
}

const anyRow = "SELECT 1 FROM sqlite_schema"

/** Where the sessions ended that are short in a file; of one that SQLite cannot read, all that were noted, and its log counts. */
function acknowledgedIn(file: string): { acknowledged: Heads; use: "applied" | "as damaged" } {
  const noted = readHeads(file)
  const short = attempt(() =>
    using(connect(file, { readOnly: true }), (each) => shortfallOf(file, each, noted).sessions),
  )
  if (!short) return { acknowledged: noted, use: "as damaged" }
  const acknowledged = new Map(short.map((each) => [each.session, each.acknowledged]))
  return { acknowledged, use: acknowledged.size === 0 ? "applied" : "as damaged" }
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
  const given = attempt(() => using(connect(file, { readOnly: true }), givenUpIn))
  return given !== undefined && problems.every((problem) => isGivenUp(given, problem))
}

function assertUndriven(file: string): void {
  const leases = attempt(() => using(connect(file, { readOnly: true }), leasesIn))
  const driven = leases?.find(({ holder }) => livenessOf(holder.process) !== "dead")
  if (!driven) return
  const { session, holder } = driven
  const { pid, host } = holder.process
  throw new HoldfastError(
    "owned",
    `Session ${session} is driven by ${holder.path} (process ${pid}, host ${host}). End it before you repair the store.`,
    { details: { session, owner: { type: holder.type, path: holder.path, pid, host } } },
  )
}
