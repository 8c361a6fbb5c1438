import { createHash } from "node:crypto"
import { constants } from "node:fs"
import { open, readlink } from "node:fs/promises"
import { isLink, linkMode } from "../../base/link-mode.ts"
import { unless } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"

/** The largest file that a tool reads or writes as a whole. */
export const largestFile = 10 * 1024 * 1024

/** The SHA-256 of some bytes, in hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}

export type FileContent = { bytes: Uint8Array; mode: number }

/**
 * The bytes of a file, or undefined where there is none. The path must be real: a symbolic link in its last position,
 * a device, a directory or a file over the limit is refused in words.
 */
export async function readContent(path: string, { shown = path } = {}): Promise<FileContent | undefined> {
  // Without NONBLOCK, opening a named pipe would wait for its writer for ever.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await unless(["ENOENT", "ENOTDIR"], open(path, flags))
  if (!handle) return undefined
  try {
    const stat = await handle.stat()
    if (stat.isDirectory()) throw new HoldfastError("invalid", `${shown} is a directory. Name a file in it.`)
    if (!stat.isFile()) throw new HoldfastError("invalid", `${shown} is no regular file: no tool reads or writes it.`)
    if (stat.size > largestFile) throw tooLarge(shown, stat.size)
    const bytes = await handle.readFile()
    // Files of /proc say that they are empty.
    if (bytes.length > largestFile) throw tooLarge(shown, bytes.length)
    return { bytes, mode: stat.mode & 0o777 }
  } finally {
    await handle.close()
  }
}

/** A content as what it is: a file that holds what a link leads to is not that link. */
export function entryHash(hash: string | null, mode: number | undefined): string | null {
  return hash !== null && isLink(mode) ? `link ${hash}` : hash
}

/** As `readContent`, but a symbolic link has a content too: where it leads. */
export async function readEntry(path: string): Promise<FileContent | undefined> {
  const target = await unless(["ENOENT", "ENOTDIR", "EINVAL"], readlink(path, { encoding: "buffer" }))
  return target ? { bytes: target, mode: linkMode } : readContent(path)
}

function tooLarge(shown: string, bytes: number): HoldfastError {
  const size = `${(bytes / 1024 / 1024).toFixed(1)} MB`
  return new HoldfastError(
    "invalid",
    `${shown} has ${size}, the limit is ${largestFile / 1024 / 1024} MB. Use grep to find the lines, or bash with head, tail or sed.`,
  )
}
