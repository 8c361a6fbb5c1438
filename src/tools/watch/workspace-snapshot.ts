import { lstatSync } from "node:fs"
import { readFile, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { orAbsent } from "./absent.ts"
import { mergeChanges, type WorkspaceChange } from "./change.ts"
import type { FileList } from "./file-list.ts"
import { countNewer, countUnlisted } from "./generated-changes.ts"
import { listChanges, repositoriesIn } from "./list-changes.ts"
import { manifestChanges, skippedIn } from "./manifest.ts"
import { keepManifest, lookAgain, readManifest } from "./manifest-store.ts"
import { openShadow } from "./shadow.ts"

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
  const list = "reason" in shadow ? shadow : await shadow.list()
  if ("reason" in shadow || "reason" in list) return manifestOf(workspace, directory)
  const { name } = list
  const repositories = repositoriesIn(shadow, list)
  if (repositories.length === 0) return { snapshot: name }
  const kept = await keepManifest(repositories, join(directory, "repositories"))
  return { snapshot: "reason" in kept ? name : `${name}+${kept.id}` }
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
  const now = await shadow.list()
  if ("reason" in now) return { changed: null, reason: now.reason }
  const [name = "", manifest] = snapshot.split("+")
  const before = await shadow.listed(name)
  if ("reason" in before) return { changed: null, reason: before.reason }
  const found = await listChanges(shadow, { before, after: now })
  if ("reason" in found) return { changed: null, reason: found.reason }
  const { added } = found.repositories
  const known = repositoriesIn(shadow, before)
  const inner = await repositoryChanges({ known, added, manifest }, directory)
  const isCounted = since !== null && isWorthCounting(now, since)
  const generated = isCounted ? countUnlisted(shadow, { workspace, list: now, since }) : undefined
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

/** To look for what is ignored in a large workspace takes a while: a short command does not wait for it. */
function isWorthCounting({ files }: FileList, since: number): boolean {
  return Date.now() - since > counting.ranMs || files.length < counting.files
}

const counting = { ranMs: 500, files: 5000 } as const

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
  const [name = ""] = snapshot.snapshot.split("+")
  const list = await shadow.listed(name)
  if ("reason" in list) return new Set(paths)
  const held = new Set(list.files.map(({ path }) => join(shadow.top, path)))
  return new Set(paths.filter((path) => !held.has(path)))
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
