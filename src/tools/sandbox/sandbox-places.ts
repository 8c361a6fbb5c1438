import { lstatSync, mkdirSync, readdirSync, readFileSync, realpathSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { secretPlaces } from "../../base/secret-places.ts"
import { unlessSync } from "../../base/system-error.ts"
import type { Environment } from "../job/start-job.ts"

/** The real path of what is there; undefined for what is not, or may not be seen. */
export function realIfThere(path: string): string | undefined {
  return unlessSync(unreachable, () => realpathSync(path))
}

/** Where programs put what is temporary. */
export function temporaryPlaces(): string[] {
  return distinct([tmpdir(), "/tmp", "/var/tmp", "/dev/shm"].flatMap((path) => realIfThere(path) ?? []))
}

/** A cache of a tool: its directory by a variable or below the home, and what in it may be written. */
type Cache = { variable?: string; home?: string; below?: readonly string[]; make?: true }

const caches: readonly Cache[] = [
  { variable: "XDG_CACHE_HOME", home: ".cache", make: true },
  { variable: "npm_config_cache", home: ".npm", make: true },
  { variable: "PNPM_HOME", home: ".local/share/pnpm" },
  { home: ".pnpm-store" },
  { variable: "YARN_CACHE_FOLDER", home: ".yarn/berry" },
  { home: ".bun/install/cache" },
  { home: ".node-gyp" },
  { variable: "PIP_CACHE_DIR" },
  { variable: "CARGO_HOME", home: ".cargo", below: ["registry", "git", ".package-cache", ".global-cache"] },
  { variable: "GOPATH", home: "go", below: ["pkg"] },
  { variable: "GOCACHE" },
  { variable: "GOMODCACHE" },
  {
    variable: "GRADLE_USER_HOME",
    home: ".gradle",
    below: ["caches", "daemon", "native", "notifications", "wrapper", "workers", ".tmp"],
  },
  { home: ".m2", below: ["repository"] },
  { home: ".ivy2/cache" },
  { home: ".sbt/boot" },
  { home: ".nuget/packages" },
  { home: ".composer/cache" },
  { home: ".bundle/cache" },
  { variable: "CCACHE_DIR", home: ".ccache" },
  { home: "Library/Caches" },
]

/** The caches of tools that are there. Those that every machine has are made, as a tool would do itself. */
export function ensureCachePlaces(home: string, env: Environment): string[] {
  return distinct(
    caches.flatMap(({ variable, home: name, below, make }) => {
      const named = variable === undefined ? undefined : env[variable]
      const directory = named?.startsWith("/") ? named : name === undefined ? undefined : join(home, name)
      if (directory === undefined) return []
      if (make) makeIfMissing(directory)
      if (!below) return realIfThere(directory) ?? []
      if (realIfThere(directory) === undefined) return []
      return below.flatMap((part) => {
        const path = join(directory, part)
        if (!part.startsWith(".")) makeIfMissing(path)
        return realIfThere(path) ?? []
      })
    }),
  )
}

/** The keys, passwords and profiles that are there. */
export function secretsThere(home: string): string[] {
  const places = [...secretPlaces.home.map((name) => join(home, name)), ...secretPlaces.anywhere]
  return distinct(places.flatMap((path) => realIfThere(path) ?? []))
}

/** What shells and other programs read when they start, and so could be made to run. */
export const startFiles: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".bash_aliases",
  ".profile",
  ".zshrc",
  ".zshenv",
  ".zprofile",
  ".zlogin",
  ".inputrc",
  ".gitconfig",
  ".config/git",
  ".config/fish",
  ".config/autostart",
  ".config/systemd",
  ".vimrc",
  ".npmrc",
]

/**
 * All of a directory but what leads to the excluded paths, as the fewest paths. A rule of Landlock covers all below its
 * path, so that what is excluded has to be left out.
 */
export function without(directory: string, excluded: readonly string[]): string[] {
  if (excluded.some((path) => isWithin(directory, path))) return []
  const inside = excluded.filter((path) => isWithin(path, directory))
  if (inside.length === 0) return [directory]
  const names = unlessSync(unreachable, () => readdirSync(directory)) ?? []
  return names.flatMap((name) => {
    const path = join(directory, name)
    // Not a link: its target has a path of its own.
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ? [] : without(path, inside)
  })
}

/**
 * The sockets that other programs listen on, by their paths. A command that reaches one can have another program act for it:
 * the container daemon, the session bus, a terminal multiplexer.
 */
export function socketsThere(env: Environment): string[] {
  const table = unlessSync(unreachable, () => readFileSync("/proc/net/unix", "utf8")) ?? ""
  const bound = table.split("\n").flatMap((line) => /^(?:\S+\s+){7}(\/.*)$/.exec(line)?.[1] ?? [])
  const named = [env.SSH_AUTH_SOCK, env.DOCKER_HOST?.replace(/^unix:\/\//, "")]
  const known = named.flatMap((path) => (path?.startsWith("/") ? path : []))
  // Those of another network namespace are not in the table.
  const paths = [...bound, ...known, ...socketsBelow("/run", 2)]
  return distinct(paths.flatMap((path) => realIfThere(path) ?? []))
}

/**
 * The terminals of other programs. Whoever opens one reads what you type there, and writes what you see. New ones that
 * a command makes have other names.
 */
export function terminalsThere(): string[] {
  const names = unlessSync(unreachable, () => readdirSync("/dev/pts")) ?? []
  return names.filter((name) => /^\d+$/.test(name)).map((name) => `/dev/pts/${name}`)
}

function socketsBelow(directory: string, depth: number): string[] {
  const entries = unlessSync(unreachable, () => readdirSync(directory, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name)
    if (entry.isSocket()) return path
    return entry.isDirectory() && depth > 1 ? socketsBelow(path, depth - 1) : []
  })
}

/** Whether two directories are the same, or one holds the other's entry by a link. */
export function isSamePlace(one: string, other: string): boolean {
  const [a, b] = [realIfThere(one), realIfThere(other)]
  return a !== undefined && a === b
}

/** The directories from one down to another, both included. */
export function directoriesBetween(top: string, bottom: string): string[] {
  if (!isWithin(bottom, top)) return []
  return bottom === top ? [top] : [...directoriesBetween(top, dirname(bottom)), bottom]
}

export function distinct(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => resolve(path)))].sort()
}

function makeIfMissing(directory: string): void {
  unlessSync(["EEXIST", "EROFS", "ENOSPC", ...unreachable], () => mkdirSync(directory, { mode: 0o700 }))
}

/** What the file system says of a path that is of no use to a command of this user. */
const unreachable = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"]
