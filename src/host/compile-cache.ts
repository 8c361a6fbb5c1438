import { mkdirSync } from "node:fs"
import { getCompileCacheDir } from "node:module"
import { homedir } from "node:os"
import { dirname, isAbsolute, join } from "node:path"
import { unlessSync } from "../base/system-error.ts"

/** The directory of this process's compile cache; undefined where it has none. Threads know it by their environment. */
export function compileCache(): string | undefined {
  const own = getCompileCacheDir()
  return own === undefined ? process.env.NODE_COMPILE_CACHE : dirname(own)
}

/**
 * Where compiled code of Holdfast is kept, to be run as it is found: who can write there can run anything as you. The
 * usual place is made here, because a missing one could be made by a command.
 */
export function compileCachePlaces(): string[] {
  const caches = process.env.XDG_CACHE_HOME || process.env.LOCALAPPDATA || join(homedir(), ".cache")
  const own = compileCache()
  return [...(isAbsolute(caches) ? madeIn(caches) : []), ...(own === undefined ? [] : [own])]
}

// As in `bin/holdfast`.
function madeIn(caches: string): string[] {
  const place = join(caches, "holdfast")
  // Where this process may not write, its commands may not either.
  unlessSync(["EACCES", "EPERM", "EROFS", "ENOTDIR", "EEXIST", "ENOSPC"], () =>
    mkdirSync(place, { recursive: true, mode: 0o700 }),
  )
  return [place]
}
