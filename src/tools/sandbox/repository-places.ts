import { readdirSync, readFileSync, statSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { unlessSync } from "../../base/system-error.ts"
import { directoriesBetween, isSamePlace, realIfThere } from "./sandbox-places.ts"

/** What of a repository a command may write, and what of it may not change or be replaced. */
export type RepositoryPlaces = {
  /** Its directories, for the index, the objects and the references. */
  writable: string[]
  /** Written only in place: moved away, another could take their place. */
  pinned: string[]
  /** What names programs that git runs. */
  readOnly: string[]
  /** What must not come to be: it would lead git to other configuration. */
  absent: string[]
}

/** The repository that a workspace belongs to. A `.git` file counts only where its repository says the same. */
export function repositoryPlaces(workspace: string): RepositoryPlaces {
  const found = findGit(workspace)
  if (!found) return { writable: [], pinned: [], readOnly: [], absent: [] }
  const { entry, own, common } = found
  const modules = modulesOf(join(common, "modules"))
  const linked = own === common ? [] : [entry, join(own, "commondir"), join(own, "gitdir")]
  const settings = [...modules, common].flatMap((directory) => [join(directory, "config"), join(directory, "hooks")])
  const perWorktree = [own, common].map((directory) => join(directory, "config.worktree"))
  const readOnly = [...settings, ...perWorktree, ...linked].filter((path) => realIfThere(path) !== undefined)
  const pinned = [own, ...modules].flatMap((directory) => directoriesBetween(common, directory))
  const hooks = [...modules, common].map((directory) => join(directory, "hooks"))
  const absent = [join(common, "commondir"), ...hooks, ...perWorktree].filter((path) => !realIfThere(path))
  return { writable: [own, common], pinned: [...new Set([common, ...pinned])], readOnly, absent }
}

type Git = { entry: string; own: string; common: string }

function findGit(workspace: string): Git | undefined {
  for (let directory = workspace; ; directory = dirname(directory)) {
    const entry = join(directory, ".git")
    const stats = unlessSync(unreachable, () => statSync(entry))
    if (stats?.isDirectory()) return isRepository(entry) ? { entry, own: entry, common: entry } : undefined
    if (stats?.isFile()) return linkedGit(entry)
    if (dirname(directory) === directory) return undefined
  }
}

function linkedGit(entry: string): Git | undefined {
  const named = /^gitdir: (.*)\n?$/.exec(textOf(entry))?.[1]
  const own = named === undefined ? undefined : realIfThere(resolve(dirname(entry), named))
  if (own === undefined || !isRepository(own)) return undefined
  const common = realIfThere(resolve(own, textOf(join(own, "commondir")).trim() || ".")) ?? own
  if (!isWithin(own, common)) return undefined
  const back = textOf(join(own, "gitdir")).trim()
  if (back !== "") return isSamePlace(resolve(own, back), entry) ? { entry, own, common } : undefined
  const tree = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(textOf(join(own, "config")))?.[1]
  const isOwn = tree !== undefined && isSamePlace(resolve(own, tree), dirname(entry))
  return isOwn ? { entry, own, common: own } : undefined
}

function isRepository(directory: string): boolean {
  return realIfThere(join(directory, "HEAD")) !== undefined
}

// The repositories of submodules, which may have submodules in turn.
function modulesOf(directory: string, depth = 4): string[] {
  if (depth === 0) return []
  const entries = unlessSync(unreachable, () => readdirSync(directory, { withFileTypes: true })) ?? []
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name)
    if (!entry.isDirectory()) return []
    if (isRepository(path)) return [path, ...modulesOf(join(path, "modules"), depth - 1)]
    // A submodule's name may have slashes.
    return basename(path) === "hooks" ? [] : modulesOf(path, depth - 1)
  })
}

function textOf(file: string): string {
  return unlessSync([...unreachable, "EISDIR"], () => readFileSync(file, "utf8")) ?? ""
}

const unreachable = ["ENOENT", "ENOTDIR", "EACCES", "EPERM", "ELOOP"]
