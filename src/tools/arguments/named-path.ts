import { lstat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { unless } from "../../base/system-error.ts"

/** Roots that models make up for the directory that they work in, deepest first. */
const inventedRoots = [
  "/path/to/workspace",
  "/path/to/project",
  "/path/to/repo",
  "/path/to",
  "/home/user/workspace",
  "/home/user/project",
  "/home/user",
  "/mnt/data",
  "/workspace",
  "/workspaces",
  "/project",
  "/repo",
  "/app",
  "/code",
] as const

/**
 * The path in the workspace that a model means by one with a made-up root; undefined where the path is right as it is,
 * or may mean two things. It only chooses a name: what is done with it is held to the same rules as any other.
 */
export async function pathMeant(path: string, workspace: string): Promise<string | undefined> {
  const candidates = path.startsWith("/") ? await withoutRoot(path, workspace) : await withoutPrefix(path, workspace)
  const there = await among(candidates, (candidate) => exists(join(workspace, candidate)))
  if (there.length > 0) return there.length === 1 ? there[0] : undefined
  // Of a file that is yet to be made, the directory tells where it belongs; a relative path makes its own.
  if (!path.startsWith("/")) return undefined
  const placed = await among(candidates, (candidate) => exists(join(workspace, dirname(candidate))))
  return placed.length === 1 ? placed[0] : undefined
}

/** What exists on this machine is meant as it is written. */
async function withoutRoot(path: string, workspace: string): Promise<string[]> {
  const [, first = ""] = path.split("/")
  if (first === "" || isWithin(path, workspace)) return []
  const own = `/${basename(workspace)}`
  const roots = [own, ...inventedRoots].filter((root) => path.startsWith(`${root}/`))
  const invented = await among(roots, async (root) => !(await exists(root)))
  const bare = (await exists(`/${first}`)) ? [] : [path.slice(1)]
  return distinct([...bare, ...invented.slice(0, 1).map((root) => path.slice(root.length + 1))])
}

/** The name of the workspace before a path in it, or the mark of a mention. */
async function withoutPrefix(path: string, workspace: string): Promise<string[]> {
  const prefix = [`${basename(workspace)}/`, "@"].find((start) => path.startsWith(start))
  if (prefix === undefined || (await exists(join(workspace, path)))) return []
  return distinct([path.slice(prefix.length)])
}

/** A name that leads out of the workspace again is none that is meant. */
function distinct(candidates: readonly string[]): string[] {
  const names = candidates.map((candidate) => candidate.replace(/^\/+/, ""))
  return [...new Set(names)].filter((name) => name !== "" && !name.split("/").includes(".."))
}

async function among(names: readonly string[], holds: (name: string) => Promise<boolean>): Promise<string[]> {
  const kept = await Promise.all(names.map(holds))
  return names.filter((_, index) => kept[index])
}

async function exists(path: string): Promise<boolean> {
  const missing = ["ENOENT", "ENOTDIR", "EACCES", "ENAMETOOLONG", "ELOOP"] as const
  return (await unless(missing, lstat(path))) !== undefined
}
