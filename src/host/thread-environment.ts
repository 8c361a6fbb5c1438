import { compileCache } from "./compile-cache.ts"

/** The environment of a new thread, with this process's compile cache, which threads do not inherit. */
export function threadEnvironment(): NodeJS.ProcessEnv {
  const cache = compileCache()
  return cache === undefined ? process.env : { ...process.env, NODE_COMPILE_CACHE: cache }
}
