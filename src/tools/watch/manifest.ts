import { lstatSync, readdirSync, type Stats } from "node:fs"
import { join } from "node:path"
import { setImmediate } from "node:timers/promises"
import { isGenerated } from "../../session/generated.ts"
import { orAbsent } from "./absent.ts"
import { changeOf, type WorkspaceChange } from "./change.ts"
import { entryAt, type PathEntry } from "./path-entry.ts"
import { manifestLimits } from "./watch-limits.ts"

/** An entry of a directory, with what tells that it is still the same without reading it. */
type ManifestEntry = PathEntry & {
  name: string
  size: number
  mtime: number
  ctime: number
  inode: number
  /** Of a directory: what is in it, and the generated entries that are not looked into. */
  entries?: readonly ManifestEntry[]
  skipped?: readonly string[]
}

/** What is in some directories, by their absolute paths, at one moment. */
export type Manifest = { at: number; roots: Readonly<Record<string, ManifestEntry>> }

/**
 * Looks at directories, and reads only files that are not as a known manifest has them. Git directories and generated
 * files are left out. The reason, where they hold more than can be looked at.
 */
export async function lookAtDirectories(
  roots: readonly string[],
  known: Manifest | undefined,
  limits: ManifestLimits = manifestLimits,
): Promise<Manifest | { reason: string }> {
  const at = Date.now()
  const walk = newWalk(known, limits)
  const found: Record<string, ManifestEntry> = {}
  for (const root of roots) {
    const stats = statusOf(root)
    if (!stats?.isDirectory()) continue
    found[root] = await walk.directory(root, "", stats, known?.roots[root])
    if (walk.reason !== undefined) return { reason: walk.reason }
  }
  const isSame = known && roots.every((root) => found[root] === known.roots[root])
  return { at, roots: isSame ? known.roots : found }
}

/** What happened between two manifests. Directories count where they are empty: of others, what is in them tells. */
export function manifestChanges(before: Manifest, after: Manifest): WorkspaceChange[] {
  const changes: WorkspaceChange[] = []
  for (const root of new Set([...Object.keys(before.roots), ...Object.keys(after.roots)])) {
    compare(root, before.roots[root], after.roots[root], changes)
  }
  return changes
}

/** The generated entries that a manifest does not look into, by absolute path. */
export function skippedIn({ roots }: Manifest): string[] {
  const found: string[] = []
  const collect = (path: string, { entries = [], skipped = [] }: ManifestEntry) => {
    for (const name of skipped) found.push(join(path, name))
    for (const entry of entries) if (entry.entries) collect(join(path, entry.name), entry)
  }
  for (const [root, entry] of Object.entries(roots)) collect(root, entry)
  return found
}

type ManifestLimits = Readonly<Record<"files" | "timeoutMs" | "fileBytes" | "hashedBytes", number>>

/** Times of a file system are coarse: what changed just before a look may have changed again just after it. */
const coarseMs = 20
/** So that others are not kept waiting. */
const sliceMs = 10

function newWalk(known: Manifest | undefined, limits: ManifestLimits) {
  const settledBefore = (known?.at ?? 0) - coarseMs
  const began = performance.now()
  let slice = began
  let files = 0
  let bytes = 0

  const isSame = (was: ManifestEntry, stats: Stats) => was.ctime < settledBefore && isLike(was, stats)

  function leaf(path: string, name: string, stats: Stats, was: ManifestEntry | undefined): ManifestEntry {
    const room = Math.min(limits.fileBytes, limits.hashedBytes - bytes)
    if (stats.size <= room) bytes += stats.size
    const entry = { name, ...entryAt(path, stats, { maxBytes: room }), ...identity(stats) }
    return was && isEqual(was, entry) ? was : entry
  }

  /** The entry as it is known where nothing of it has changed. */
  async function directory(path: string, within: string, stats: Stats, was?: ManifestEntry): Promise<ManifestEntry> {
    const old = was?.kind === "directory" ? was : undefined
    const isOld = old !== undefined && isSame(old, stats)
    const listed = isOld ? undefined : list(path, within)
    const byName = new Map(isOld ? [] : old?.entries?.map((entry) => [entry.name, entry]))
    const names = listed?.names ?? old?.entries?.map(({ name }) => name) ?? []
    const entries: ManifestEntry[] = []
    const skipped = listed?.skipped ?? old?.skipped ?? []
    let changed =
      !isOld && !(old && isLike(old, stats) && names.length === old.entries?.length && isList(skipped, old.skipped))
    for (const [at, name] of names.entries()) {
      const own = isOld ? old.entries?.[at] : byName.get(name)
      const place = `${path}/${name}`
      const found = statusOf(place)
      if (found === undefined) changed = true
      else if (own !== undefined && own.kind !== "directory" && isSame(own, found)) entries.push(own)
      else {
        const entry = found.isDirectory()
          ? await directory(place, `${within}${name}/`, found, own)
          : leaf(place, name, found, own)
        changed ||= entry !== own
        entries.push(entry)
        if (walk.reason !== undefined) break
      }
    }
    files += entries.length
    await pause()
    if (old && !changed) return old
    const name = path.slice(path.lastIndexOf("/") + 1)
    return { name, ...entryAt(path, stats, { maxBytes: 0 }), ...identity(stats), entries, skipped }
  }

  async function pause(): Promise<void> {
    const now = performance.now()
    if (files > limits.files) walk.reason = `it has more than ${limits.files} files`
    if (now - began > limits.timeoutMs) {
      walk.reason = `looking at all of it takes more than ${limits.timeoutMs / 1000} seconds`
    }
    if (now - slice < sliceMs) return
    await setImmediate()
    slice = performance.now()
  }

  const walk = { directory, reason: undefined as string | undefined }
  return walk
}

function statusOf(path: string): Stats | undefined {
  return orAbsent(() => lstatSync(path, { throwIfNoEntry: false }))
}

function list(path: string, within: string): { names: string[]; skipped: string[] } {
  const [names, skipped]: [string[], string[]] = [[], []]
  for (const entry of orAbsent(() => readdirSync(path, { withFileTypes: true })) ?? []) {
    if (entry.name === ".git") continue
    const own = `${within}${entry.name}${entry.isDirectory() ? "/" : ""}`
    ;(isGenerated(own) ? skipped : names).push(entry.name)
  }
  return { names: names.sort(), skipped: skipped.sort() }
}

function isLike(was: ManifestEntry, { ino, ctimeMs, mtimeMs, size }: Stats): boolean {
  return was.inode === ino && was.ctime === ctimeMs && was.mtime === mtimeMs && was.size === size
}

const isList = (a: readonly string[], b: readonly string[] = []) => a.join("/") === b.join("/")

const identity = ({ size, mtimeMs, ctimeMs, ino }: Stats) => ({ size, mtime: mtimeMs, ctime: ctimeMs, inode: ino })

function isEqual(a: ManifestEntry, b: ManifestEntry): boolean {
  return a.ctime === b.ctime && a.hash === b.hash && a.mode === b.mode && a.inode === b.inode && a.size === b.size
}

function compare(
  path: string,
  was: ManifestEntry | undefined,
  now: ManifestEntry | undefined,
  into: WorkspaceChange[],
) {
  if (was === now) return
  into.push(...changeOf(path, counted(was, now), counted(now, was)))
  const [old, young] = [inside(was), inside(now)]
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    compare(`${path}/${name}`, old.get(name), young.get(name), into)
  }
}

// A directory that holds something comes and goes with what it holds.
function counted(entry: ManifestEntry | undefined, other: ManifestEntry | undefined): ManifestEntry | undefined {
  const holds = (entry?.entries?.length ?? 0) + (entry?.skipped?.length ?? 0)
  const isCarried = entry?.kind === "directory" && other?.kind !== "directory" && holds > 0
  return isCarried ? undefined : entry
}

function inside(entry: ManifestEntry | undefined): Map<string, ManifestEntry> {
  return new Map(entry?.entries?.map((each) => [each.name, each]))
}
