import { existsSync } from "node:fs"
import { opendir, realpath, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { basename, dirname, isAbsolute, join } from "node:path"
import { isInRoots } from "../../../agent/configuration/roots.ts"
import { orRefused } from "../../../agent/tool-calls/file-refusal.ts"
import { unless } from "../../../base/system-error.ts"
import { HoldfastError } from "../../../session/error.ts"
import { realPath } from "../../../tools/files/workspace-path.ts"
import type { ServerContext } from "../../server-context.ts"
import { refuseOutside } from "./file-context.ts"

const limits = { read: 20_000, entries: 500 } as const

type Directories = {
  path: string
  parent: string | null
  directories: { name: string; path: string; project: boolean }[]
  more: boolean
}

/** Subdirectories, to choose a workspace from; by default those of the home directory, or the server's roots. */
export async function directoriesIn(server: ServerContext, path: string | undefined): Promise<Directories> {
  const { roots, env } = server
  if (path === undefined && roots.length > 1) {
    return { path: "", parent: null, directories: roots.map((root) => entryOf(root, root)), more: false }
  }
  const real = await resolveDirectory(path ?? roots[0] ?? env.HOME ?? homedir())
  await refuseOutside(server, real)
  const names: string[] = []
  let read = 0
  for await (const entry of await orRefused(real, () => opendir(real))) {
    if (++read > limits.read) break
    if (entry.name.startsWith(".") || entry.name.includes("\ufffd")) continue
    if (entry.isDirectory() || (entry.isSymbolicLink() && (await leadsInside(join(real, entry.name), server))))
      names.push(entry.name)
  }
  const own = [server.directory, server.configuration]
  const sorted = names.filter((name) => !own.includes(join(real, name))).sort(order.compare)
  const parent = dirname(real)
  const isTop = parent === real || !(await isInRoots(roots, parent))
  return {
    path: real,
    parent: isTop ? null : parent,
    directories: sorted.slice(0, limits.entries).map((name) => entryOf(join(real, name), name)),
    more: read > limits.read || sorted.length > limits.entries,
  }
}

const order = new Intl.Collator("en", { numeric: true })

const entryOf = (path: string, name: string) => ({
  name: name || basename(path),
  path,
  project: existsSync(join(path, ".git")),
})

/** The real path of a directory; `invalid` unless it is given as an absolute path. */
export async function resolveDirectory(path: string): Promise<string> {
  if (path.includes("\0") || !isAbsolute(path)) {
    throw new HoldfastError("invalid", `${JSON.stringify(path)} is not the absolute path of a directory.`)
  }
  return orRefused(path, () => realPath(path))
}

async function leadsInside(link: string, server: ServerContext): Promise<boolean> {
  const codes = ["ENOENT", "ENOTDIR", "EACCES", "ELOOP"]
  const real = await unless(codes, realpath(link))
  if (real === undefined || !(await isInRoots(server.roots, real))) return false
  return (await unless(codes, stat(real)))?.isDirectory() ?? false
}
