import { createHash } from "node:crypto"
import { isAbsolute, join } from "node:path"
import type { FileChange } from "../session/event/common.ts"
import { openShadow, type Shadow, snapshotLimits } from "./shadow.ts"
import { unseenChanges } from "./unseen-changes.ts"

/** The tree of a workspace at one moment, or why there is none: then what commands change cannot be undone. */
export type Snapshot = { tree: string } | { tree: null; reason: string }

/** What happened to a path, with what undo needs beyond the bytes; a mode is null where there was nothing. */
type WorkspaceChange = FileChange & { modes: { before: FileMode | null; after: FileMode | null } }

/** As git keeps it. The content of a symbolic link is where it leads. */
type FileMode = "file" | "executable" | "symlink"

export type WorkspaceChanges = {
  /** By absolute path. */
  changed: readonly WorkspaceChange[]
  /** The content before, or null where there was nothing or the path did not change. */
  preImage(path: string): Uint8Array | null
  postImage(path: string): Uint8Array | null
  /** What else changed since a moment, in milliseconds, as far as that is found: see `unseenChanges`. */
  unseenSince(time: number): Promise<readonly string[]>
}

/**
 * Records the workspace as it is, exact to the byte, in a repository of our own under `directory` that borrows the
 * objects of the user's. The user's index, references, objects and hooks are not touched. Ignored files are not
 * covered, nor is what is in submodules.
 */
export async function takeSnapshot(workspace: string, directory: string): Promise<Snapshot> {
  const shadow = await openShadow(workspace, directory)
  if ("reason" in shadow) return { tree: null, reason: shadow.reason }
  return shadow.writeTree()
}

/** What the intent of a command says of the snapshot before it. */
export function coverOf(snapshot: Snapshot): { snapshot?: string; uncovered?: string } {
  return snapshot.tree === null ? { uncovered: snapshot.reason } : { snapshot: snapshot.tree }
}

/** What has changed in the workspace since a snapshot. Null with a reason where that cannot be told. */
export async function changesSince(
  tree: string,
  workspace: string,
  directory: string,
): Promise<WorkspaceChanges | { changed: null; reason: string }> {
  const shadow = await openShadow(workspace, directory)
  if ("reason" in shadow) return { changed: null, reason: shadow.reason }
  const now = await shadow.writeTree()
  if (now.tree === null) return { changed: null, reason: now.reason }
  const listed = await shadow.git(["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", tree, now.tree])
  if (!listed.ok) return { changed: null, reason: listed.message }
  const entries = parseRaw(listed.output.toString("utf8"))
  if (entries.length > snapshotLimits.changes) {
    return { changed: null, reason: `${entries.length} files changed, too many to keep` }
  }
  const contents = await readBlobs(
    shadow,
    entries.flatMap(({ before, after }) => [before?.object ?? [], after?.object ?? []].flat()),
  )
  if ("reason" in contents) return { changed: null, reason: contents.reason }
  return {
    ...describe(entries, contents.blobs, shadow.top),
    unseenSince: (since) => unseenChanges(shadow, { workspace, tree: now.tree, since }),
  }
}

type Side = { mode: FileMode; object: string } | null
type Entry = { path: string; before: Side; after: Side }

const modes: Readonly<Record<string, FileMode>> = { "100644": "file", "100755": "executable", "120000": "symlink" }

// `:100644 100755 <object> <object> M\0path\0`. What is no file, such as a submodule, has no mode of ours.
function parseRaw(raw: string): Entry[] {
  const parts = raw.split("\0")
  const entries: Entry[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    const [from = "", to = "", before = "", after = ""] = (parts[index] ?? "").slice(1).split(" ")
    const side = (mode: string, object: string): Side => (modes[mode] ? { mode: modes[mode], object } : null)
    const entry = { path: parts[index + 1] ?? "", before: side(from, before), after: side(to, after) }
    if (entry.before || entry.after) entries.push(entry)
  }
  return entries
}

async function readBlobs(shadow: Shadow, objects: readonly string[]) {
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

function describe(
  entries: readonly Entry[],
  blobs: ReadonlyMap<string, Buffer>,
  top: string,
): Omit<WorkspaceChanges, "unseenSince"> {
  const content = (side: Side | undefined) => (side ? (blobs.get(side.object) ?? null) : null)
  const hash = (side: Side) => {
    const bytes = content(side)
    return bytes && createHash("sha256").update(bytes).digest("hex")
  }
  const byPath = new Map(entries.map((entry) => [join(top, entry.path), entry]))
  const find = (path: string) => byPath.get(isAbsolute(path) ? path : join(top, path))
  return {
    changed: [...byPath].map(([path, { before, after }]) => ({
      path,
      before: hash(before),
      after: hash(after),
      modes: { before: before?.mode ?? null, after: after?.mode ?? null },
    })),
    preImage: (path) => content(find(path)?.before),
    postImage: (path) => content(find(path)?.after),
  }
}
