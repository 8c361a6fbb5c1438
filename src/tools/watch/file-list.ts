import { createHash, randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { unless } from "../../base/system-error.ts"
import type { IndexEntry } from "./git-index.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** A file of a work tree: what it holds is known by its object. */
export type ListedFile = Pick<IndexEntry, "path" | "mode" | "object">

/** The files of a work tree at one moment, in the order of their bytes; the name follows from what is in it. */
export type FileList = { name: string; files: readonly ListedFile[] }

/** Keeps a list under its name, so that another process finds it. */
export async function keepList(files: readonly ListedFile[], directory: string): Promise<FileList> {
  const text = files.map(({ mode, object, path }) => `${mode} ${kindOf(mode)} ${object}\t${path}\0`).join("")
  const name = createHash("sha1").update(text).digest("hex")
  const file = join(directory, name)
  if ((await unless(["ENOENT"], stat(file))) === undefined) {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    const aside = `${file}.${randomUUID()}`
    await writeFile(aside, text)
    await rename(aside, file)
    await removeOld(directory)
  }
  return remember({ name, files })
}

/** A list that was kept; undefined where it is gone. */
export async function readList(name: string, directory: string): Promise<FileList | undefined> {
  const latest = known.get(name)
  if (latest) return latest
  const text = await unless(["ENOENT"], readFile(join(directory, name), "utf8"))
  return text === undefined ? undefined : remember({ name, files: parseList(text) })
}

/** What `git ls-tree -r -z` prints. */
export function parseList(text: string): ListedFile[] {
  const lines = text.split("\0").filter(Boolean)
  return lines.map((line) => {
    const [mode = "", , object = ""] = line.slice(0, line.indexOf("\t")).split(" ")
    return { mode, object, path: line.slice(line.indexOf("\t") + 1) }
  })
}

export const repositoryMode = "160000"

const kindOf = (mode: string) => (mode === repositoryMode ? "commit" : "blob")

/** What this process saw last, by name. */
const known = new Map<string, FileList>()
const mostKnown = 4

function remember(list: FileList): FileList {
  known.delete(list.name)
  known.set(list.name, list)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(oldest)
  }
  return list
}

async function removeOld(directory: string): Promise<void> {
  const names = await readdir(directory)
  if (names.length <= snapshotLimits.keptLists) return
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: (await unless(["ENOENT"], stat(join(directory, name))))?.mtimeMs ?? 0 })),
  )
  found.sort((a, b) => b.at - a.at)
  for (const { name } of found.slice(snapshotLimits.keptLists)) await rm(join(directory, name), { force: true })
}
