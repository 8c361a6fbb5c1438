import { randomUUID } from "node:crypto"
import { linkSync, rmSync } from "node:fs"
import { systemCode } from "../../base/system-error.ts"
import { connect, type Database, type Faults, inTransaction, using } from "./database.ts"
import { createPrivate, type JournalMode } from "./directory.ts"
import { syncPath } from "./sync-path.ts"

/**
 * Makes the file of a new store aside and puts it into its place whole, with one sync instead of one for each step. Its
 * entry in the directory is durable with the first commit: SQLite syncs the directory with the journal that it makes there.
 */
export function createFile(
  file: string,
  { mode, faults, fill }: { mode: JournalMode["mode"]; faults?: Faults | undefined; fill(database: Database): void },
): void {
  const aside = `${file}.${randomUUID()}`
  try {
    createPrivate(aside)
    using(connect(aside, faults ? { faults } : {}), (database) => {
      database.exec("PRAGMA journal_mode = MEMORY")
      database.exec("PRAGMA synchronous = OFF")
      inTransaction(database, () => fill(database))
      database.exec(`PRAGMA journal_mode = ${mode}`)
    })
    faults?.("before store file fsync")
    syncPath(aside)
    faults?.("before store file link")
    linkSync(aside, file)
    faults?.("after store file link")
  } catch (error) {
    // Another process was faster, or there are no hard links here: then it is made in its place.
    if (!inPlaceInstead.includes(systemCode(error) ?? "")) throw error
  } finally {
    for (const suffix of ["", "-journal", "-wal", "-shm"]) rmSync(aside + suffix, { force: true })
  }
}

const inPlaceInstead = ["EEXIST", "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK", "EXDEV"]
