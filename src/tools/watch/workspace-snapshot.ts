import { lstatSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { orAbsent } from "./absent.ts"
import { mergeChanges, type WorkspaceChange } from "./change.ts"
import { countNewer, ignoredPlaces } from "./generated-changes.ts"
import { manifestChanges, skippedIn } from "./manifest.ts"
import { keepManifest, lookAgain, readManifest } from "./manifest-store.ts"
import { openShadow, type Shadow } from "./shadow.ts"
import { repositoriesIn, treeChanges } from "./tree-changes.ts"

/** The workspace at one moment, by the name that an intent has of it, or why not all of it is watched. */
export type Snapshot = { snapshot: string } | { snapshot: null; reason: string }

/**
 * What changed; `generated` is how many generated or ignored files did, as far as that was looked for, and `unwatched`
 * why there may be more changes.
 */
export type WorkspaceChanges = { changed: readonly WorkspaceChange[]; generated?: number; unwatched?: string }

/**
 * Records the workspace as it is in a git repository of our own under `directory`, exact to the byte. Inside the user's
 * git it borrows the objects of theirs; their index, references, objects and hooks are not touched. Repositories within
 * are watched by a manifest, and so is all of a workspace that is too large to copy, or where git is not installed: then
 * it is known what changes, without the content before. Generated and ignored files are not covered.
 */
export async function takeSnapshot(workspace: string, directory: string): Promise<Snapshot> {
  const shadow = await openShadow(workspace, directory)
  const found = "reason" in shadow ? shadow : await shadow.writeTree()
  if ("reason" in found) return manifestOf(workspace, directory)
  const { tree } = found
  const repositories = "reason" in shadow ? [] : await repositoriesOf(shadow, tree)
  if (repositories.length === 0) return { snapshot: tree }
  const kept = await keepManifest(repositories, join(directory, "repositories"))
  return { snapshot: "reason" in kept ? tree : `${tree}+${kept.id}` }
}

/** What has changed in the workspace since a snapshot, generated files as of a time. The reason where that is unknown. */
export async function changesSince(
  snapshot: string,
  { workspace, directory, since }: { workspace: string; directory: string; since: number | null },
): Promise<WorkspaceChanges | { changed: null; reason: string }> {
  if (snapshot.startsWith(manifestPrefix)) {
    return manifestSince(snapshot.slice(manifestPrefix.length), workspace, { directory, since })
  }
  const shadow = await openShadow(workspace, directory)
  if ("reason" in shadow) return { changed: null, reason: shadow.reason }
  const ignored =
    since !== null && (await isWorthCounting(shadow, since)) ? ignoredPlaces(shadow, workspace) : undefined
  const now = await shadow.writeTree()
  if (now.tree === null) return { changed: null, reason: now.reason }
  const [before = "", manifest] = snapshot.split("+")
  const found = await treeChanges(shadow, { before, after: now.tree })
  if ("reason" in found) return { changed: null, reason: found.reason }
  const { added, removed } = found.repositories
  const known = await repositoriesOf(shadow, before)
  const repositories = [...new Set([...known.filter((path) => !removed.includes(path)), ...added])]
  rememberRepositories(shadow, now.tree, repositories)
  const inner = await repositoryChanges({ known, added, manifest }, directory)
  const generated = since === null || !ignored ? undefined : countNewer(await ignored, since)
  return {
    ...inner,
    changed: mergeChanges(withoutUncovered(found.changed, since), inner.changed),
    ...(generated === undefined ? {} : { generated }),
  }
}

/** A file that other ignore rules only brought into view was not made by the command: its status is older. */
function withoutUncovered(changed: readonly WorkspaceChange[], since: number | null): readonly WorkspaceChange[] {
  if (since === null || !changed.some(({ path }) => basename(path) === ".gitignore")) return changed
  return changed.filter(({ path, before }) => {
    const status = before === null ? orAbsent(() => lstatSync(path)) : undefined
    return status === undefined || status.ctimeMs >= since
  })
}

/** To list what is ignored in a large workspace takes git as long as the look itself: a short command does not wait for it. */
async function isWorthCounting(shadow: Shadow, since: number): Promise<boolean> {
  return Date.now() - since > counting.ranMs || (await shadow.indexBytes()) < counting.indexBytes
}

const counting = { ranMs: 500, indexBytes: 512 * 1024 } as const

/** Of some paths of the workspace, those whose content a snapshot of it does not hold. */
export async function notHeld(
  paths: readonly string[],
  { workspace, directory, snapshot }: { workspace: string; directory: string; snapshot: Snapshot },
): Promise<ReadonlySet<string>> {
  if (paths.length === 0 || snapshot.snapshot === null || snapshot.snapshot.startsWith(manifestPrefix)) {
    return new Set(paths)
  }
  const shadow = await openShadow(workspace, directory)
  if ("reason" in shadow) return new Set(paths)
  const listed = await shadow.git(
    ["check-ignore", "-z", "--stdin"],
    paths.map((path) => `${path}\0`).join(""),
    [1, 128],
  )
  return new Set(listed.ok ? listed.output.toString("utf8").split("\0").filter(Boolean) : paths)
}

const manifestPrefix = "manifest:"

async function manifestOf(workspace: string, directory: string): Promise<Snapshot> {
  const unwatched = join(directory, "unwatched")
  const given = await unless(["ENOENT"], readFile(unwatched, "utf8"))
  if (given) return { snapshot: null, reason: given }
  const kept = await keepManifest([workspace], join(directory, "manifests"))
  if (!("reason" in kept)) return { snapshot: `${manifestPrefix}${kept.id}` }
  const reason = `the workspace is not watched: ${kept.reason}`
  await writeFile(unwatched, reason)
  return { snapshot: null, reason }
}

async function manifestSince(
  id: string,
  workspace: string,
  { directory, since }: { directory: string; since: number | null },
): Promise<WorkspaceChanges | { changed: null; reason: string }> {
  const place = join(directory, "manifests")
  const before = await readManifest(id, place)
  if (!before) return { changed: null, reason: "the list of files from before it is gone" }
  const after = await lookAgain([workspace], place)
  if ("reason" in after) return { changed: null, reason: `the workspace is not watched: ${after.reason}` }
  const generated = since === null ? {} : { generated: countNewer(skippedIn(after), since) }
  return { changed: manifestChanges(before, after), ...generated }
}

async function repositoryChanges(
  { known, added, manifest }: { known: readonly string[]; added: readonly string[]; manifest: string | undefined },
  directory: string,
): Promise<Pick<WorkspaceChanges, "changed" | "unwatched">> {
  if (known.length + added.length === 0) return { changed: [] }
  const place = join(directory, "repositories")
  const unwatched = { unwatched: `${[...known, ...added].join(", ")} has a repository of its own, and is not watched` }
  const before = manifest === undefined ? undefined : await readManifest(manifest, place)
  const after = await lookAgain(before ? [...new Set([...known, ...added])] : added, place)
  if ("reason" in after) return { changed: [], ...unwatched }
  const changed = manifestChanges(before ?? { at: 0, roots: {} }, after)
  return known.length > 0 && !before ? { changed, ...unwatched } : { changed }
}

/** Those that trees hold, as this process found them: to list a tree takes longer than to look at it. */
const knownRepositories = new Map<string, string[]>()

async function repositoriesOf(shadow: Shadow, tree: string): Promise<string[]> {
  const found = knownRepositories.get(`${tree} ${shadow.top}`) ?? (await repositoriesIn(shadow, tree))
  rememberRepositories(shadow, tree, found)
  return found
}

function rememberRepositories({ top }: Shadow, tree: string, repositories: string[]): void {
  if (knownRepositories.size > 64) knownRepositories.clear()
  knownRepositories.set(`${tree} ${top}`, repositories)
}
