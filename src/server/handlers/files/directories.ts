import { existsSync } from "node:fs"
import { opendir, realpath, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { orRefused } from "../../../agent/file-refusal.ts"
import { isInRoots } from "../../../agent/roots.ts"
import { HoldfastError } from "../../../session/error.ts"
import { unless } from "../../../tools/failure.ts"
import { realPath } from "../../../tools/workspace.ts"
import type { House } from "../../house.ts"
import { refuseOutside } from "./ground.ts"

/** How many entries are looked at, and how many directories are told. */
const most = { read: 20_000, told: 500 } as const

type Directories = {
  path: string
  parent: string | null
  directories: { name: string; path: string; project: boolean }[]
  more: boolean
}

/** The directories in one, for a person who chooses a workspace: that of the person, or the roots, where none is named. */
export async function directoriesIn(house: House, path: string | undefined): Promise<Directories> {
  const { roots, env } = house
  if (path === undefined && roots.length > 1) {
    return { path: "", parent: null, directories: roots.map((root) => told(root, root)), more: false }
  }
  const real = await realOf(path ?? roots[0] ?? env.HOME ?? homedir())
  await refuseOutside(house, real)
  const names: string[] = []
  let read = 0
  for await (const entry of await orRefused(real, () => opendir(real))) {
    if (++read > most.read) break
    if (entry.name.startsWith(".") || entry.name.includes("\ufffd")) continue
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await leadsInside(join(real, entry.name), house))))
      names.push(entry.name)
  }
  const own = [house.directory, house.configuration]
  const sorted = names.filter((name) => !own.includes(join(real, name))).sort(order.compare)
  const parent = dirname(real)
  const isTop = parent === real || !(await isInRoots(roots, parent))
  return {
    path: real,
    parent: isTop ? null : parent,
    directories: sorted.slice(0, most.told).map((name) => told(join(real, name), name)),
    more: read > most.read || sorted.length > most.told,
  }
}

const order = new Intl.Collator("en", { numeric: true })

const told = (path: string, name: string) => ({
  name: name || basename(path),
  path,
  project: existsSync(join(path, ".git")),
})

async function realOf(path: string): Promise<string> {
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new HoldfastError("invalid", `${JSON.stringify(path)} is no whole path of a directory.`)
  }
  return orRefused(path, () => realPath(path))
}

async function leadsInside(link: string, house: House): Promise<boolean> {
  const codes = ["ENOENT", "ENOTDIR", "EACCES", "ELOOP"]
  const real = await unless(codes, realpath(link))
  if (real === undefined || !(await isInRoots(house.roots, real))) return false
  return (await unless(codes, stat(real)))?.isDirectory() ?? false
}
