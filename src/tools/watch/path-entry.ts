import { createHash } from "node:crypto"
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from "node:fs"
import { linkMode } from "../../base/link-mode.ts"
import { directoryHash } from "../../session/event/common.ts"
import { type EntryKind, entryKind } from "../files/entry-kind.ts"
import { hashOf } from "../files/file-content.ts"
import { orAbsent } from "./absent.ts"

/** What is at a path: its kind, mode, and what it holds. */
export type PathEntry = { kind: EntryKind; mode: number; hash?: string }

/** Looks at one path without following a link, and reads a file as long as it is not too large. */
export function lookAtPath(path: string, { maxBytes }: { maxBytes: number }): PathEntry | undefined {
  const stats = orAbsent(() => lstatSync(path, { throwIfNoEntry: false }))
  return stats && entryAt(path, stats, { maxBytes })
}

/** The entry of a path whose status is known; above `maxBytes` the hash is of size, inode and time. */
export function entryAt(path: string, stats: Stats, { maxBytes }: { maxBytes: number }): PathEntry {
  const kind = entryKind(stats)
  const mode = kind === "link" ? linkMode : stats.mode & (kind === "file" ? 0o777 : 0o7777)
  switch (kind) {
    case "directory":
      return { kind, mode, hash: directoryHash }
    case "link":
      return { kind, mode, hash: hashOf(orAbsent(() => readlinkSync(path, { encoding: "buffer" })) ?? Buffer.alloc(0)) }
    case "file":
      return { kind, mode, hash: (stats.size <= maxBytes ? hashAt(path) : undefined) ?? identityOf(stats) }
    case "other":
      return { kind, mode }
    default:
      return kind satisfies never
  }
}

/** What a file is known by whose content is not read: it is no hash of any content, and changes with every write. */
function identityOf({ size, mtimeMs, ino }: Stats): string {
  return hashOf(Buffer.from(`holdfast: a file of ${size} bytes, number ${ino}, written at ${mtimeMs}\n`))
}

function hashAt(path: string): string | undefined {
  // Without NONBLOCK, opening what has become a named pipe would wait for its writer for ever.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = orAbsent(() => openSync(path, flags))
  if (file === undefined) return undefined
  try {
    if (!fstatSync(file).isFile()) return undefined
    const hash = createHash("sha256")
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) hash.update(chunk.subarray(0, read))
    return hash.digest("hex")
  } finally {
    closeSync(file)
  }
}

const chunk = Buffer.alloc(64 * 1024)
