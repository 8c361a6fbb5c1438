import type { Dirent } from "node:fs"
import { lstat, opendir } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { orRefused } from "../../../agent/tool-calls/file-refusal.ts"
import { unless } from "../../../base/system-error.ts"
import { type EntryKind, entryKind } from "../../../tools/files/entry-kind.ts"
import { stagedFile } from "../../../tools/files/ripgrep.ts"
import { type FileContext, resolveAccess } from "./file-context.ts"

const limits = { read: 20_000, entries: 1_000 } as const

export type FileEntry = {
  name: string
  path: string
  kind: EntryKind
  bytes: number | null
}

export type Listing = { path: string; entries: FileEntry[]; more: boolean }

/** Lists a directory: directories first, then by name. `.git` is left out. */
export async function listDirectory(context: FileContext, path: string): Promise<Listing> {
  const { path: real } = await resolveAccess(context, path)
  const found: Dirent[] = []
  let more = false
  for await (const entry of await orRefused(path, () => opendir(real))) {
    if (found.length === limits.read) {
      more = true
      break
    }
    if (entry.name !== ".git" && !stagedFile.test(entry.name)) found.push(entry)
  }
  const sorted = found.sort((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name))
  const shown = sorted.slice(0, limits.entries)
  const entries = await Promise.all(shown.map((entry) => toFileEntry(entry, real, context)))
  return {
    path: shownPath(real, context),
    entries: entries.filter((entry) => entry !== undefined),
    more: more || sorted.length > shown.length,
  }
}

const order = new Intl.Collator("en", { numeric: true })

const rank = (entry: Dirent) => (entry.isDirectory() ? 0 : 1)

/** A path relative to the workspace; empty for the workspace itself. */
export const shownPath = (real: string, { workspace }: FileContext) => relative(workspace, real)

/** An entry for the client; undefined if the file is gone by now. */
export async function entryAt(real: string, context: FileContext): Promise<FileEntry | undefined> {
  const there = await unless(["ENOENT", "ENOTDIR", "EACCES"], lstat(real))
  if (!there) return undefined
  const kind = entryKind(there)
  const bytes = kind === "file" ? there.size : null
  return { name: basename(real), path: shownPath(real, context), kind, bytes }
}

async function toFileEntry(entry: Dirent, directory: string, context: FileContext): Promise<FileEntry | undefined> {
  const path = join(directory, entry.name)
  // Not UTF-8: the name cannot be requested.
  if (entry.name.includes("\ufffd"))
    return { name: entry.name, path: shownPath(path, context), kind: "other", bytes: null }
  return entryAt(path, context)
}
