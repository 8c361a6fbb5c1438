import { chmodSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { dirname, join } from "node:path"
import { headsSuffix } from "./commit/heads.ts"
import { storeFileName } from "./file.ts"
import { syncPath } from "./sync-path.ts"

/** What may lie beside the store's file and belongs to it: without them it is another state of the store. */
const companions = ["-wal", "-shm", "-journal", headsSuffix] as const

/** Copies the store's file, and what belongs to it, into a new directory that is there whole or not at all. */
export function keepCopy(directory: string, name: string): string {
  const kept = join(directory, name)
  const part = `${kept}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { mode: 0o700 })
  for (const suffix of ["", ...companions]) {
    const from = join(directory, storeFileName + suffix)
    const to = join(part, storeFileName + suffix)
    if (!existsSync(from)) continue
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
    chmodSync(to, 0o600)
    syncPath(to)
  }
  syncPath(part)
  rename(part, kept)
  return kept
}

/** Puts a finished file into the place of the store's. What belonged to the old one goes first: it would be replayed. */
export function putInPlace(directory: string, file: string): void {
  syncPath(file)
  for (const suffix of companions) rmSync(join(directory, storeFileName + suffix), { force: true })
  syncPath(directory)
  rename(file, join(directory, storeFileName))
}

/** Removes a database file, and what belongs to it: that would be replayed into the next one of its name. */
export function removeFile(file: string): void {
  for (const suffix of ["", ...companions]) rmSync(file + suffix, { force: true })
}

/** Renames for good. */
export function rename(from: string, to: string): void {
  renameSync(from, to)
  syncPath(dirname(to))
}

/** A name for what is put aside now. */
export function stamped(name: string, now = new Date()): string {
  return `${name}-${now.toISOString().replace(/[:.]/g, "-")}`
}
