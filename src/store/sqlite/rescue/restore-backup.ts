import { constants, copyFileSync, existsSync, realpathSync, statSync } from "node:fs"
import { join } from "node:path"
import { HoldfastError } from "../../../session/error.ts"
import type { Report } from "../../contract.ts"
import { storageFailure } from "../commit/failure.ts"
import { connect, using } from "../database.ts"
import { createPrivate, prepareDirectory } from "../directory.ts"
import { keepCopy, putInPlace, removeFile, rename, stamped } from "../durable-file.ts"
import { assertOurs, prepareWriter, repairingName, storeFileName } from "../file.ts"
import { admitBackup } from "../identity.ts"
import { alone } from "../lease/presence.ts"
import { eraseInFile } from "../log/session-rows.ts"
import { type Erasures, erasuresIn, markPending } from "../maintenance/erasures.ts"
import { assertRecovered } from "./completeness.ts"
import { verifyFile } from "./verify.ts"

/** What a restored store holds, where the one before it was put, and what was in the backup but has been erased since. */
export type Restored = {
  kept: string | null
  /** Made in this data directory, or elsewhere: then its sessions are read-only, and its settings are left out. */
  origin: "own" | "foreign"
  /** The file that would show it, where that cannot be read, with why. */
  unreadable: string | null
  sessions: number
  events: number
  blobs: number
  stayErased: string[]
}

/**
 * Replaces the store by a backup, while no process has it open. The backup is checked first and not changed; what
 * was there is kept beside. What was erased since does not come back with it. Durable.
 */
export async function restoreBackup(directory: string, backup: string): Promise<Restored> {
  if (!statSync(backup, { throwIfNoEntry: false })?.isFile()) {
    throw new HoldfastError("storage-missing", `There is no backup ${backup}.`)
  }
  prepareDirectory(directory)
  const presence = alone(directory)
  const file = join(directory, storeFileName)
  const incoming = `${file}.new`
  try {
    removeFile(incoming)
    assertOurs(backup)
    assertRecovered(backup)
    // The last of what was acknowledged may lie beside it still, in a WAL that is folded into the copy below.
    const source = realpathSync(backup)
    for (const suffix of ["", "-wal", "-journal"].filter((each) => existsSync(source + each))) {
      copyFileSync(source + suffix, incoming + suffix, constants.COPYFILE_FICLONE)
      createPrivate(incoming + suffix)
    }
    // What lies behind a damaged frame of its WAL is kept first: looking would write over it.
    const asFound = existsSync(file) && !isRecovered(file) ? keepCopy(directory, stamped("replaced")) : null
    // Looking at the old store also folds into its file what a crash left beside it, so that it is replaced as one.
    const halfway = join(directory, repairingName)
    const stores = [file, join(halfway, storeFileName)].filter((path) => existsSync(path))
    const erasures = stores.map(erasuresIn)
    settle(incoming)
    const { origin, unreadable } = admitBackup(incoming, { directory, backup: source })
    const report = await verifyFile(incoming)
    assertWhole(backup, report)
    const stayErased = eraseAgain(incoming, erasures)
    const { sessions, events, blobs } = stayErased.length > 0 ? await verifyFile(incoming) : report
    const kept = asFound ?? (existsSync(file) ? keepCopy(directory, stamped("replaced")) : null)
    putInPlace(directory, incoming)
    // A repair that was interrupted is over. What it kept stays.
    if (existsSync(halfway)) rename(halfway, join(directory, stamped("damaged")))
    return { kept, origin, unreadable, sessions, events, blobs, stayErased }
  } catch (error) {
    throw storageFailure(error, "restore", backup) ?? error
  } finally {
    removeFile(incoming)
    presence.close()
  }
}

function isRecovered(file: string): boolean {
  try {
    assertRecovered(file)
    return true
  } catch {
    return false // damaged in this way or in another
  }
}

/** Brings the copy to the version of this program. No process drives what comes out of a backup. */
function settle(file: string): void {
  using(connect(file), (writer) => {
    prepareWriter(writer, file)
    writer.exec("PRAGMA journal_mode = DELETE")
    writer.run("UPDATE leases SET owner = NULL, asked_at = NULL, epoch = epoch + 1")
  })
}

/** Erases in the copy what the store that it replaces has erased, and leaves the rest of that to the next opening. */
function eraseAgain(file: string, erasures: readonly Erasures[]): string[] {
  const done = erasures.flatMap((each) => each.done)
  const stayErased = done.length > 0 ? eraseInFile(file, done) : []
  using(connect(file), (writer) => {
    // The backup may be an automatic one, which still holds it.
    for (const session of stayErased) markPending(writer, { session, copies: "keep" })
    for (const remains of erasures.flatMap((each) => each.pending)) markPending(writer, remains)
  })
  return stayErased
}

function assertWhole(backup: string, { problems }: Report): void {
  const [first] = problems.filter(({ derived }) => !derived)
  if (!first) return
  const where =
    first.session === null ? "" : ` (session ${first.session}${first.seq === null ? "" : `, seq ${first.seq}`})`
  throw new HoldfastError(
    "damaged",
    `The backup ${backup} is damaged itself: ${first.what}${where}. Nothing was changed; try another backup.`,
    { details: { problems } },
  )
}
