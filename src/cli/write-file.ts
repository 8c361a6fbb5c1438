import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { syncDirectory } from "../host/sync-directory.ts"
import { HoldfastError } from "../session/error.ts"
import { storageFailure } from "../store/sqlite/commit/failure.ts"

/** Writes a file, private by default, atomically and durably: temporary name, fsync, rename, fsync of the directory. */
export async function writeWhole(
  path: string,
  pieces: AsyncIterable<string> | readonly string[],
  existing: "keep" | "replace",
  mode = 0o600,
): Promise<void> {
  const to = resolve(path)
  if (existing === "keep" && existsSync(to)) {
    throw new HoldfastError("exists", `${path} already exists. Choose another name, or add --force.`)
  }
  const temp = join(dirname(to), `.${basename(to)}.${process.pid}.part`)
  try {
    const file = openSync(temp, "wx", mode)
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
