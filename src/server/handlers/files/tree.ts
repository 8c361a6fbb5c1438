import type { Dirent } from "node:fs"
import { lstat, opendir } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { orRefused } from "../../../agent/file-refusal.ts"
import { unless } from "../../../tools/failure.ts"
import { stagedFile } from "../../../tools/ripgrep.ts"
import { type Ground, placeIn } from "./ground.ts"

/** How many entries are looked at, and how many are told. */
const most = { read: 20_000, told: 1_000 } as const

export type Entry = { name: string; path: string; kind: "file" | "directory" | "link" | "other"; bytes: number | null }

export type Listing = { path: string; entries: Entry[]; more: boolean }

/** One directory of the workspace: directories first, then by name. What belongs to git is left out. */
export async function listDirectory(ground: Ground, path: string): Promise<Listing> {
  const { path: real } = await placeIn(ground, path)
  const found: Dirent[] = []
  let more = false
  for await (const entry of await orRefused(path, () => opendir(real))) {
    if (found.length === most.read) {
      more = true
      break
    }
    if (entry.name !== ".git" && !stagedFile.test(entry.name)) found.push(entry)
  }
  const sorted = found.sort((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name))
  const shown = sorted.slice(0, most.told)
  const entries = await Promise.all(shown.map((entry) => told(entry, real, ground)))
  return {
    path: shownPath(real, ground),
    entries: entries.filter((entry) => entry !== undefined),
    more: more || sorted.length > shown.length,
  }
}

const order = new Intl.Collator("en", { numeric: true })

const rank = (entry: Dirent) => (entry.isDirectory() ? 0 : 1)

/** A path in the workspace as it is told: from the workspace on, and empty for the workspace itself. */
export const shownPath = (real: string, { workspace }: Ground) => relative(workspace, real)

/** An entry as it is told; undefined where it is gone by now. */
export async function entryAt(real: string, ground: Ground): Promise<Entry | undefined> {
  const there = await unless(["ENOENT", "ENOTDIR", "EACCES"], lstat(real))
  if (!there) return undefined
  const kind = kindOf(there)
  const bytes = kind === "file" ? there.size : null
  return { name: basename(real), path: shownPath(real, ground), kind, bytes }
}

async function told(entry: Dirent, directory: string, ground: Ground): Promise<Entry | undefined> {
  const path = join(directory, entry.name)
  // Of a name that is no UTF-8 only this is left: nothing can be asked for by it.
  if (entry.name.includes("\ufffd"))
    return { name: entry.name, path: shownPath(path, ground), kind: "other", bytes: null }
  return entryAt(path, ground)
}

function kindOf(entry: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): Entry["kind"] {
  if (entry.isFile()) return "file"
  if (entry.isDirectory()) return "directory"
  return entry.isSymbolicLink() ? "link" : "other"
}
