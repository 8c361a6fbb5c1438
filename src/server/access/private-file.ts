import { closeSync, constants, fstatSync, linkSync, openSync, readFileSync } from "node:fs"
import { systemCode } from "../../base/system-error.ts"
import { writeDurably } from "../../host/write-durably.ts"
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
  return writeDurably(path, text, (temporary) => {
    try {
      linkSync(temporary, path)
      return true
    } catch (error) {
      if (systemCode(error) === "EEXIST") return false
      throw error
    }
  })
}

function unreadable(path: string, cause?: unknown): HoldfastError {
  const message = `${path} is not a readable file of Holdfast. Inspect or remove it: a new one is created.`
  return new HoldfastError("storage-access", message, { cause, details: { path } })
}
