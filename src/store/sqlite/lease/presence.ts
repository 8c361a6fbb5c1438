import { realpathSync } from "node:fs"
import { join, resolve } from "node:path"
import { HoldfastError, isHoldfastError } from "../../../session/error.ts"
import { storageFailure } from "../commit/failure.ts"
import { connect, type Database } from "../database.ts"
import { createPrivate } from "../directory.ts"

/** A hold on the data directory, until it is let go. */
export type Presence = { close(): void }

/**
 * Says that the store is open in this process: replacing its files has to wait until it is closed.
 * The hold is a read lock on an empty database, because that one is there whatever state the store itself is in.
 */
export function enter(directory: string, options: { readOnly?: boolean } = {}): Presence {
  const key = keyOf(directory)
  const isThere = here.has(key)
  const present = here.get(key) ?? { database: undefined, holders: 0 }
  present.database ??= lockToStay(directory, { ...options, isThere })
  return hold(key, present)
}

/** Notes that another thread of this process has the directory open: see `isOpenHere`. The lock is that thread's. */
export function enterForeign(directory: string): Presence {
  const key = keyOf(directory)
  return hold(key, here.get(key) ?? { database: undefined, holders: 0 })
}

function hold(key: string, present: Present): Presence {
  here.set(key, present)
  present.holders++
  let open = true
  return {
    close() {
      if (open) present.holders--
      open = false
      if (present.holders > 0 || here.get(key) !== present) return
      here.delete(key)
      present.database?.close()
    },
  }
}

/** Keeps everybody out while the files of a store are replaced. Refuses at once while it is open anywhere. */
export function alone(directory: string): Presence {
  if (isOpenHere(directory)) throw inUse(directory)
  try {
    const database = lock(directory, "BEGIN EXCLUSIVE", { isThere: false })
    return { close: () => database.close() }
  } catch (error) {
    throw isHoldfastError(error) && error.code === "storage-busy" ? inUse(directory, error) : error
  }
}

/**
 * Whether a store of this process has the directory open. Its database file must then not be opened and closed by other
 * means than SQLite's: that would drop the locks of the whole process (fcntl(2)), and others could take the store for
 * unused.
 */
export function isOpenHere(directory: string): boolean {
  return here.has(keyOf(directory))
}

type Present = { database: Database | undefined; holders: number }

const here = new Map<string, Present>()

function keyOf(directory: string): string {
  try {
    return realpathSync(directory)
  } catch {
    return resolve(directory) // not made yet, so that it cannot be open under another name
  }
}

// Who may only look cannot always leave a lock, and has nothing to lose.
function lockToStay(
  directory: string,
  { readOnly = false, isThere }: { readOnly?: boolean; isThere: boolean },
): Database | undefined {
  try {
    return lock(directory, "BEGIN", { isThere })
  } catch (error) {
    const refused = isHoldfastError(error) && (error.code === "storage-access" || error.code === "read-only")
    if (readOnly && refused) return undefined
    throw error
  }
}

function inUse(directory: string, cause?: unknown): HoldfastError {
  return new HoldfastError(
    "storage-busy",
    `The store in ${directory} is in use: its files can only be replaced while no process has it open. End the other Holdfast processes, then try again.`,
    { cause },
  )
}

function lock(directory: string, begin: "BEGIN" | "BEGIN EXCLUSIVE", { isThere }: { isThere: boolean }): Database {
  const path = join(directory, "presence.lock")
  // Opened and closed by other means than SQLite's, it would lose the lock of another thread.
  if (!isThere) createPrivate(path)
  const database = connect(path, { busyTimeoutMs: 0 })
  try {
    database.exec(begin)
    database.get("SELECT 1 FROM sqlite_schema")
    return database
  } catch (error) {
    database.close()
    throw storageFailure(error, "use", path) ?? error
  }
}
