import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { syncDirectory } from "../host/directory.ts"
import { HoldfastError } from "../session/error.ts"
import { storageFailure } from "../store/sqlite/failure.ts"

/**
 * Writes a private file, whole or not at all: under another name first, synced, then renamed, and the directory synced.
 */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string>,
  existing: "keep" | "replace",
): Promise<void> {
  const to = resolve(path)
  if (existing === "keep" && existsSync(to)) {
    throw new HoldfastError("exists", `There is a file ${path} already. Name another one, or add --force.`)
  }
  const temp = join(dirname(to), `.${basename(to)}.${process.pid}.part`)
  try {
    const file = openSync(temp, "wx", 0o600)
    try {
      for await (const piece of pieces) writeFileSync(file, piece)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temp, to)
    syncDirectory(dirname(to))
  } catch (error) {
    rmSync(temp, { force: true })
    throw storageFailure(error, "write", path) ?? error
  }
}
