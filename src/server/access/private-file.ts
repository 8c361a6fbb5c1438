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
import { syncDirectory } from "../../host/directory.ts"
import { HoldfastError } from "../../session/error.ts"

/** What the file says; undefined where there is none. A secret that others can read is refused: it is none any more. */
export function readPrivate(path: string): string | undefined {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined
    throw unreadable(path, error)
  }
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw unreadable(path)
    if (process.platform !== "win32" && (found.mode & 0o077) !== 0) {
      throw new HoldfastError(
        "storage-access",
        `Others can read ${path}, which holds a secret. Remove it, and a new one is made; or, if nobody has seen it: chmod 600.`,
        { details: { path } },
      )
    }
    return readFileSync(file, "utf8")
  } finally {
    closeSync(file)
  }
}

/** Makes the file, whole and on the disk, if there is none; says whether it did. */
export function makePrivate(path: string, text: string): boolean {
  return placed(path, text, (temporary) => {
    try {
      linkSync(temporary, path)
      return true
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false
      throw error
    }
  })
}

/** Puts the file in place of the one before. Durable. */
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
  const message = `${path} cannot be read as a file of ours. Look at what it is, or remove it: a new one is made.`
  return new HoldfastError("storage-access", message, { cause, details: { path } })
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
