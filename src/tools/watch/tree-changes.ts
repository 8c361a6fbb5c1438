import { join } from "node:path"
import { linkMode } from "../../base/link-mode.ts"
import { hashOf } from "../files/file-content.ts"
import type { WorkspaceChange } from "./change.ts"
import type { Shadow } from "./shadow.ts"
import { snapshotLimits } from "./watch-limits.ts"

/** What happened between two trees, and which repositories within came and went: git does not look into them. */
export type TreeChanges = { changed: WorkspaceChange[]; repositories: { added: string[]; removed: string[] } }

/** What happened between two trees of a shadow, with the content before; the reason, where that is too much. */
export async function treeChanges(
  shadow: Shadow,
  { before, after }: { before: string; after: string },
): Promise<TreeChanges | { reason: string }> {
  if (before === after) return { changed: [], repositories: { added: [], removed: [] } }
  const listed = await shadow.git(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", before, after])
  if (!listed.ok) return { reason: listed.message }
  const raw = parseRaw(listed.output.toString("utf8"))
  const repositoriesOf = (side: "from" | "to") =>
    raw.filter((entry) => entry[side] === repositoryMode).map(({ path }) => join(shadow.top, path))
  const entries = raw.filter(({ from, to }) => modes[from] ?? modes[to])
  if (entries.length > snapshotLimits.changes) return { reason: `${entries.length} files changed, too many to keep` }
  const objects = entries.flatMap(({ from, to, before, after }) => [
    ...(modes[from] ? [before] : []),
    ...(modes[to] ? [after] : []),
  ])
  const contents = await readBlobs(shadow, objects)
  if ("reason" in contents) return contents
  const hash = (bytes: Buffer | undefined) => (bytes ? hashOf(bytes) : null)
  return {
    changed: entries.map(({ path, from, to, before, after }) => {
      const [was, now] = [modes[from], modes[to]]
      const content = was === undefined ? undefined : contents.blobs.get(before)
      return {
        path: join(shadow.top, path),
        before: hash(content),
        after: now === undefined ? null : hash(contents.blobs.get(after)),
        ...(was === undefined ? {} : { mode: was }),
        ...(now === undefined ? {} : { modeAfter: now }),
        preImage: content ?? null,
      }
    }),
    repositories: { added: repositoriesOf("to"), removed: repositoriesOf("from") },
  }
}

/** The repositories within the work tree that a tree has, by absolute path. */
export async function repositoriesIn(shadow: Shadow, tree: string): Promise<string[]> {
  const listed = await shadow.git(["ls-tree", "-r", "-z", tree])
  if (!listed.ok) return []
  const entries = listed.output.toString("utf8").split("\0")
  return entries
    .filter((entry) => entry.startsWith(`${repositoryMode} `))
    .map((entry) => join(shadow.top, entry.slice(entry.indexOf("\t") + 1)))
}

const repositoryMode = "160000"

/** As git keeps them: no more than whether a file can be run. */
const modes: Readonly<Record<string, number>> = { "100644": 0o644, "100755": 0o755, "120000": linkMode }

type Raw = { path: string; from: string; to: string; before: string; after: string }

// `:100644 100755 <object> <object> M\0path\0`
function parseRaw(raw: string): Raw[] {
  const parts = raw.split("\0")
  const entries: Raw[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [from = "", to = "", before = "", after = ""] = (parts[index] ?? "").slice(1).split(" ")
    entries.push({ path: parts[index + 1] ?? "", from, to, before, after })
  }
  return entries
}

async function readBlobs(
  shadow: Shadow,
  objects: readonly string[],
): Promise<{ blobs: ReadonlyMap<string, Buffer> } | { reason: string }> {
  const blobs = new Map<string, Buffer>()
  if (objects.length === 0) return { blobs }
  const read = await shadow.git(["cat-file", "--batch", "--buffer"], `${[...new Set(objects)].join("\n")}\n`)
  if (!read.ok) return { reason: read.message }
  if (read.truncated) return { reason: "the changed files are too large to keep" }
  for (let at = 0; at < read.output.length; ) {
    const end = read.output.indexOf("\n", at)
    const [object = "", kind = "", size = ""] = read.output.toString("latin1", at, end).split(" ")
    if (kind !== "blob") return { reason: `the content ${object} is no longer in the repository` }
    blobs.set(object, read.output.subarray(end + 1, end + 1 + Number(size)))
    at = end + 1 + Number(size) + 1
  }
  return { blobs }
}
