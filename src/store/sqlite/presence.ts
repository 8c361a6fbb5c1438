import { realpathSync } from "node:fs"
import { join } from "node:path"
import { HoldfastError, isHoldfastError } from "../../session/error.ts"
import { connect, type Database } from "./database.ts"
import { createPrivate } from "./directory.ts"
import { storageFailure } from "./failure.ts"

/** A hold on the data directory, until it is let go. */
export type Presence = { close(): void }

/**
 * Says that the store is open in this process: whoever wants to replace its files has to wait until it is closed.
 * The hold is a read lock on an empty database, because that one is there whatever state the store itself is in.
 */
export function enter(directory: string, options: { readOnly?: boolean } = {}): Presence {
  const key = realpathSync(directory)
  const present = here.get(key) ?? { database: lockToStay(directory, options), holders: 0 }
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
    const database = lock(directory, "BEGIN EXCLUSIVE")
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
  return here.has(realpathSync(directory))
}

const here = new Map<string, { database: Database | undefined; holders: number }>()

// Who may only look cannot always leave a lock, and has nothing to lose.
function lockToStay(directory: string, { readOnly = false }: { readOnly?: boolean }): Database | undefined {
  try {
    return lock(directory, "BEGIN")
  } catch (error) {
    const refused = isHoldfastError(error) && (error.code === "storage-access" || error.code === "read-only")
    if (readOnly && refused) return undefined
    throw error
  }
}

function inUse(directory: string, cause?: unknown): HoldfastError {
  return new HoldfastError(
    "storage-busy",
    `The store in ${directory} is in use: its files can only be replaced while nobody has it open. End the other Holdfast processes, then try again.`,
    { cause },
  )
}

function lock(directory: string, begin: "BEGIN" | "BEGIN EXCLUSIVE"): Database {
  const path = join(directory, "presence.lock")
  createPrivate(path)
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
