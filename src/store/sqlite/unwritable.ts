import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { pathToFileURL } from "node:url"
import { headsSuffix } from "./commit/heads.ts"
import { connect, type Database } from "./database.ts"
import { storeFileName } from "./file.ts"

/** A way to read a store that cannot be written to; `close` removes what it needed. */
export type UnwritableStore = { file: string; connect(): Database; close(): void }

/** Whether SQLite could not leave a lock, or a file of its own, beside the store's. */
export function isUnwritable(file: string): boolean {
  return !isWritable(file) || !isWritable(dirname(file))
}

/**
 * Reads a store on a read-only file system, or one whose files are read-only. It cannot be written from here, so that
 * without a WAL it is read as it is. With one SQLite needs its -shm file, to lock out others; where that is missing too,
 * which a crash can leave, a copy is read.
 */
export function unwritableStore(file: string): UnwritableStore {
  const nothing = () => undefined
  if (!(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0)) {
    const uri = `${pathToFileURL(file).href}?immutable=1`
    return { file, connect: () => connect(uri, { readOnly: true }), close: nothing }
  }
  if (existsSync(`${file}-shm`)) return { file, connect: () => connect(file, { readOnly: true }), close: nothing }
  const copy = mkdtempSync(join(tmpdir(), "holdfast-"))
  for (const suffix of ["", "-wal", headsSuffix].filter((each) => existsSync(file + each))) {
    copyFileSync(file + suffix, join(copy, storeFileName + suffix))
  }
  const copied = join(copy, storeFileName)
  return { file: copied, connect: () => connect(copied), close: () => rmSync(copy, { recursive: true, force: true }) }
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
