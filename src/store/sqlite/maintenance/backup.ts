import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { backup } from "node:sqlite"
import { pathToFileURL } from "node:url"
import { HoldfastError } from "../../../session/error.ts"
import { storageFailure } from "../commit/failure.ts"
import { connect, type Database, type Faults, using } from "../database.ts"
import { createPrivate, prepareDirectory } from "../directory.ts"
import { removeFile } from "../durable-file.ts"
import { assertOurs } from "../file.ts"
import { signBackup } from "../identity.ts"
import { syncPath } from "../sync-path.ts"

/** Automatic backups: how often, and how many are kept. */
const backupPolicy = { everyMs: 24 * 60 * 60 * 1000, keep: 3 } as const

/** Copies the store, while it is in use, into one whole file that is on the disk when the promise settles. */
export async function backupTo(source: Database, to: string, faults?: Faults): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    if ((await attemptBackup(source, to, faults)) === "done") return
  }
  throw new HoldfastError(
    "storage-busy",
    `The backup to ${to} was restarted repeatedly, because sessions were being erased. Try again later.`,
  )
}

/** Copies into a file beside, which an erasure may delete: what was copied may hold the erased session. */
async function attemptBackup(source: Database, to: string, faults?: Faults): Promise<"done" | "taken away"> {
  if (existsSync(to)) throw new HoldfastError("exists", `There is a file ${to} already: name another one.`)
  const temp = `${to}.${process.pid}.part`
  let made: string | undefined
  const isTakenAway = () => made !== undefined && inodeOf(temp) !== made
  try {
    createPrivate(temp)
    made = inodeOf(temp)
    faults?.("before backup copy")
    await backup(source.raw, temp)
    faults?.("after backup copy")
    // Opened as it is or not at all: SQLite would make an empty file in its place.
    using(connect(`${pathToFileURL(temp).href}?mode=rw`), (copy) => {
      copy.exec("PRAGMA journal_mode = DELETE")
      signBackup(copy, source, faults)
    })
    assertOurs(temp)
    faults?.("before backup fsync")
    syncPath(temp)
    faults?.("before backup rename")
    if (isTakenAway()) return "taken away"
    renameSync(temp, to)
    made = undefined
    faults?.("before backup directory fsync")
    syncPath(dirname(to))
    faults?.("after backup directory fsync")
    return "done"
  } catch (error) {
    if (isTakenAway()) return "taken away"
    throw storageFailure(error, "back up to", to) ?? error
  } finally {
    removeFile(temp)
  }
}

// The number of a file that is gone may be given to the next one.
function inodeOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false })
  return found && `${found.ino} ${found.birthtimeNs}`
}

export function backupDirectory(directory: string): string {
  return join(directory, "backups")
}

/** The automatic backups, newest first. */
export function automaticBackups(directory: string): string[] {
  const folder = backupDirectory(directory)
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => /^holdfast-.*\.db$/.test(name))
  return files
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

/** The file for a backup that is made now, counted among the automatic ones; its directory is there. */
export function nextBackup(directory: string, now = Date.now()): string {
  const folder = backupDirectory(directory)
  prepareDirectory(folder)
  return join(folder, `holdfast-${new Date(now).toISOString().replace(/[:.]/g, "")}.db`)
}

/** Makes the backup of the day if it is due, and removes those over the number that is kept. */
export async function backupIfDue(source: Database, directory: string, now = Date.now()): Promise<string | undefined> {
  // A date in the future is from before the clock was set back: the age is unknown.
  const isAhead = (file: string) => (madeAt(file) ?? 0) > now
  const newest = Math.max(
    0,
    ...automaticBackups(directory).flatMap((file) => (isAhead(file) ? [] : (madeAt(file) ?? []))),
  )
  if (now - newest < backupPolicy.everyMs) return undefined
  const to = nextBackup(directory, now)
  await backupTo(source, to)
  const others = automaticBackups(directory).filter((file) => file !== to)
  const oldestLast = [...others.filter((file) => !isAhead(file)), ...others.filter(isAhead)]
  for (const old of oldestLast.slice(backupPolicy.keep - 1)) rmSync(old, { force: true })
  return to
}

/** When an automatic backup was made, by its name: an erasure writes to the file later. */
function madeAt(file: string): number | undefined {
  const [, day, hour, minute, second, ms] =
    /^holdfast-(.{10})T(\d\d)(\d\d)(\d\d)(\d{3})Z\.db$/.exec(basename(file)) ?? []
  const at = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(at) ? undefined : at
}
