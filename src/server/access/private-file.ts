import { randomUUID } from "node:crypto"
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs"
import { dirname } from "node:path"
import { systemCode } from "../../base/system-error.ts"
import { syncDirectory } from "../../host/sync-directory.ts"
import { HoldfastError } from "../../session/error.ts"

/**
 * The file's content; undefined if it does not exist. Refuses a file that other users can read: it is no longer a
 * secret.
 */
export function readPrivate(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined
    throw unreadable(path, error)
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw unreadable(path)
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      throw new HoldfastError(
        "storage-access",
        `${path} contains a secret, and other users can read it. Delete it to get a new one, or, if no one has read it, run chmod 600 on it.`,
        { details: { path } },
      )
    }
    return readFileSync(file, "utf8")
  } finally {
    closeSync(file)
  }
}

/** Creates the file atomically and durably unless it exists; returns whether it did. */
export function makePrivate(path: string, text: string): boolean {
  return placed(path, text, (temporary) => {
    try {
      linkSync(temporary, path)
      return true
    } catch (error) {
      if (systemCode(error) === "EEXIST") return false
      throw error
    }
  })
}

/** Replaces the file. Durable. */
export function replacePrivate(path: string, text: string): void {
  placed(path, text, (temporary) => renameSync(temporary, path))
}

function placed<T>(path: string, text: string, place: (temporary: string) => T): T {
  const temporary = `${path}.${randomUUID()}.part`
  try {
    const file = openSync(temporary, "wx", 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    const result = place(temporary)
    syncDirectory(dirname(path))
    return result
  } finally {
    rmSync(temporary, { force: true })
  }
}

function unreadable(path: string, cause?: unknown): HoldfastError {
  const message = `${path} is not a readable file of Holdfast. Inspect or remove it: a new one is created.`
  return new HoldfastError("storage-access", message, { cause, details: { path } })
}
