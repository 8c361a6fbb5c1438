import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { inflate } from "node:zlib"
import { linkMode } from "../../base/link-mode.ts"
import { unless } from "../../base/system-error.ts"
import { hashOf } from "../files/file-content.ts"
import type { WorkspaceChange } from "./change.ts"
import { type FileList, type ListedFile, repositoryMode } from "./file-list.ts"
import type { Shadow } from "./shadow.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** What happened between two lists, and which repositories within came and went: git does not look into them. */
export type ListChanges = { changed: WorkspaceChange[]; repositories: { added: string[]; removed: string[] } }

/** What happened between two lists of files, with the content before; the reason, where that is too much. */
export async function listChanges(
  shadow: Shadow,
  { before, after }: { before: FileList; after: FileList },
): Promise<ListChanges | { reason: string }> {
  const all = before.name === after.name ? [] : differences(before.files, after.files)
  const repositoriesOf = (side: "was" | "now") =>
    all.filter((entry) => entry[side]?.mode === repositoryMode).map(({ path }) => join(shadow.top, path))
  const entries = all.filter(({ was, now }) => modeOf(was) ?? modeOf(now))
  if (entries.length > snapshotLimits.changes) return { reason: `${entries.length} files changed, too many to keep` }
  const contents = await contentsOf(
    shadow,
    entries.flatMap(({ was, now }) => [was, now].flatMap((file) => (file && modeOf(file) ? [file.object] : []))),
  )
  if ("reason" in contents) return contents
  const contentOf = (file: ListedFile | undefined) =>
    file && modeOf(file) ? contents.blobs.get(file.object) : undefined
  const hash = (bytes: Buffer | undefined) => (bytes ? hashOf(bytes) : null)
  return {
    changed: entries.map(({ path, was, now }) => {
      const [mode, modeAfter, content] = [modeOf(was), modeOf(now), contentOf(was)]
      return {
        path: join(shadow.top, path),
        before: hash(content),
        after: hash(contentOf(now)),
        ...(mode === undefined ? {} : { mode }),
        ...(modeAfter === undefined ? {} : { modeAfter }),
        preImage: content ?? null,
      }
    }),
    repositories: { added: repositoriesOf("now"), removed: repositoriesOf("was") },
  }
}

/** The repositories within the work tree, by absolute path. */
export function repositoriesIn({ top }: Shadow, { files }: FileList): string[] {
  return files.filter(({ mode }) => mode === repositoryMode).map(({ path }) => join(top, path))
}

type Difference = { path: string; was?: ListedFile; now?: ListedFile }

function differences(before: readonly ListedFile[], after: readonly ListedFile[]): Difference[] {
  const then = new Map(before.map((file) => [file.path, file]))
  const found: Difference[] = []
  for (const now of after) {
    const was = then.get(now.path)
    then.delete(now.path)
    if (was?.object === now.object && was.mode === now.mode) continue
    found.push({ path: now.path, ...(was ? { was } : {}), now })
  }
  const gone = [...then.values()].map((was) => ({ path: was.path, was }))
  return [...found, ...gone].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** As git keeps them: no more than whether a file can be run. */
const modes: Readonly<Record<string, number>> = { "100644": 0o644, "100755": 0o755, "120000": linkMode }

const modeOf = (file: ListedFile | undefined) => (file ? modes[file.mode] : undefined)

type Contents = { blobs: ReadonlyMap<string, Buffer> } | { reason: string }

/** Most objects have a file of their own; the others are asked of git, all at once. */
async function contentsOf(shadow: Shadow, objects: readonly string[]): Promise<Contents> {
  const blobs = new Map<string, Buffer>()
  let bytes = 0
  for (const object of new Set(objects)) {
    const content = await looseContent(shadow, object)
    if (!content) continue
    blobs.set(object, content)
    bytes += content.length
    if (bytes > snapshotLimits.changedBytes) return tooLarge
  }
  const packed = [...new Set(objects)].filter((object) => !blobs.has(object))
  if (packed.length === 0) return { blobs }
  const read = await shadow.git(["cat-file", "--batch", "--buffer"], `${packed.join("\n")}\n`)
  if (!read.ok) return { reason: read.message }
  if (read.truncated) return tooLarge
  for (let at = 0; at < read.output.length; ) {
    const end = read.output.indexOf("\n", at)
    const [object = "", kind = "", size = ""] = read.output.toString("latin1", at, end).split(" ")
    if (kind !== "blob") return { reason: `the content ${object} is no longer in the repository` }
    blobs.set(object, read.output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return { blobs }
}

const tooLarge = { reason: "the changed files are too large to keep" }

/** What a file of an object holds after its header: `blob 12` and a NUL. */
async function looseContent({ objects }: Shadow, object: string): Promise<Buffer | undefined> {
  for (const directory of objects) {
    const file = await unless(["ENOENT"], readFile(join(directory, object.slice(0, 2), object.slice(2))))
    if (!file) continue
    const bytes = await inflated(file, { maxOutputLength: snapshotLimits.changedBytes }).catch(() => undefined)
    const end = bytes?.indexOf(0) ?? -1
    if (bytes && bytes.toString("latin1", 0, end) === `blob ${bytes.length - end - 1}`) return bytes.subarray(end + 1)
  }
  return undefined
}

const inflated = promisify(inflate) as (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>
