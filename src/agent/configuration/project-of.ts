import { existsSync, realpathSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** The project of a directory: the real path of its git top level, else of the directory itself. */
export function projectOf(path: string = process.cwd()): string {
  const start = existsSync(path) ? realpathSync(path) : resolve(path)
  for (let directory = start; ; directory = dirname(directory)) {
    // A file in a work tree, otherwise a directory.
    if (existsSync(join(directory, ".git"))) return directory
    if (dirname(directory) === directory) return start
  }
}
