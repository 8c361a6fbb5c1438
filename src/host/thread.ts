import { getCompileCacheDir } from "node:module"
import { dirname } from "node:path"

/** The environment of a new thread: it takes compiled code from where this one does, which it would not by itself. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cache = getCompileCacheDir()
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: dirname(cache) }
}
