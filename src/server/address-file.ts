import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { HoldfastError } from "../session/error.ts"
import { livenessOf, thisProcess } from "../store/owner.ts"
import { connect, type Database } from "../store/sqlite/database.ts"
import { storageFailure } from "../store/sqlite/failure.ts"

const form = z.object({
  process: z.object({
    pid: z.int(),
    startedAt: z.string(),
    host: z.string(),
    boot: z.string(),
    pidNamespace: z.string(),
  }),
  /** Null while it starts. */
  url: z.string().nullable(),
})
type Address = z.infer<typeof form>

/** The place of the one server that a data directory has. */
export type Claim = {
  /** Tells others where it listens. */
  tell(url: string): void
  release(): void
}

/**
 * Takes the place of the server in a data directory. `owned` if a living one has it. Who has it is decided by a lock that
 * goes with its process, however that ends; the file beside only says where to find it.
 */
export function claimAddress(directory: string): Claim {
  const path = join(directory, "server.json")
  const lock = lockFor(join(directory, "server.lock"))
  if (!lock) throw taken(read(path))
  // Under another name first: nobody reads a half of it.
  const write = (url: string | null) => {
    const address: Address = { process: thisProcess(), url }
    writeFileSync(`${path}.new`, `${JSON.stringify(address)}\n`, { mode: 0o600 })
    renameSync(`${path}.new`, path)
  }
  const release = () => {
    rmSync(path, { force: true })
    lock.close()
  }
  try {
    write(null)
  } catch (error) {
    release()
    throw storageFailure(error, "write", path) ?? error
  }
  return { tell: write, release }
}

/** A lock of SQLite's on an empty database, which one process can have; undefined where another has it. */
function lockFor(path: string): Database | undefined {
  // Never opened by other means than SQLite's: closing it would loosen the lock of this process (fcntl(2)).
  const database = connect(path, { busyTimeoutMs: 0 })
  try {
    database.exec("BEGIN IMMEDIATE")
    return database
  } catch (error) {
    database.close()
    const failure = storageFailure(error, "lock", path)
    if (failure?.code === "storage-busy") return undefined
    throw failure ?? error
  }
}

/** Who has the place, as far as it is known: what a dead one has left says nothing of the one that is just starting. */
function read(path: string): Address | null {
  try {
    const address = form.parse(JSON.parse(readFileSync(path, "utf8")))
    return livenessOf(address.process) === "dead" ? null : address
  } catch {
    return null // not written yet, or gone: the lock is held all the same, by somebody who cannot be named
  }
}

function taken(other: Address | null): HoldfastError {
  const where = other?.url ? ` at ${other.url}` : ""
  const who = other ? ` (process ${other.process.pid})` : ""
  return new HoldfastError(
    "owned",
    `A server runs already on this data${where}${who}. Stop it first, or name another data directory with HOLDFAST_HOME.`,
    { details: { url: other?.url ?? null, pid: other?.process.pid ?? null } },
  )
}
