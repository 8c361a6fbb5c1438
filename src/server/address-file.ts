import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "zod"
import { HoldfastError } from "../session/error.ts"
import { livenessOf, thisProcess } from "../store/owner.ts"
import { storageFailure } from "../store/sqlite/commit/failure.ts"
import { connect, type Database } from "../store/sqlite/database.ts"

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

/** This process's claim to be the one server of a data directory. */
export type Claim = {
  /** Writes where the server listens to the file that other processes read. */
  publish(url: string): void
  release(): void
}

/**
 * Becomes the server of a data directory; `owned` if another process is. A lock decides, which the kernel releases
 * with the process; the file beside it only says where the server listens.
 */
export function claimAddress(directory: string): Claim {
  const path = join(directory, "server.json")
  const lock = lockFor(join(directory, "server.lock"))
  if (!lock) throw taken(read(path))
  // Write and rename, so that no reader sees half of it.
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
  return { publish: write, release }
}

/** An exclusive SQLite lock on an empty database; undefined if another process holds it. */
function lockFor(path: string): Database | undefined {
  // Never open this file except through SQLite: closing any descriptor drops the process's fcntl locks.
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

/** Where the server of a data directory listens; null where none is known. */
export function serverAddressIn(directory: string): string | null {
  return read(join(directory, "server.json"))?.url ?? null
}

/** The current server, if it is known: a file left by a dead process says nothing about one that is just starting. */
function read(path: string): Address | null {
  try {
    const address = form.parse(JSON.parse(readFileSync(path, "utf8")))
    return livenessOf(address.process) === "dead" ? null : address
  } catch {
    return null // not written yet, or gone: the lock is held anyway, by an unknown process
  }
}

function taken(other: Address | null): HoldfastError {
  const where = other?.url ? ` at ${other.url}` : ""
  const who = other ? ` (process ${other.process.pid})` : ""
  return new HoldfastError(
    "owned",
    `A server is already running on this data directory${where}${who}. Stop it first, or choose another directory with HOLDFAST_HOME.`,
    { details: { url: other?.url ?? null, pid: other?.process.pid ?? null } },
  )
}
