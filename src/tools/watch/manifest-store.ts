import { randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { lookAtDirectories, type Manifest } from "./manifest.ts"
import { manifestLimits } from "./watch-limits.ts"

/** Manifests are named by intents, so that what a command changed is known after a crash too. */
export type StoredManifest = { id: string; manifest: Manifest }

/** Looks at directories and keeps what is found under `directory`; the same as before gets the same id. Durable. */
export async function keepManifest(
  roots: readonly string[],
  directory: string,
): Promise<StoredManifest | { reason: string }> {
  const latest = known.get(directory) ?? (await newest(directory))
  const manifest = await lookAtDirectories(roots, latest?.manifest)
  if ("reason" in manifest) return manifest
  const id = (latest?.manifest.roots === manifest.roots ? latest.id : undefined) ?? (await store(manifest, directory))
  remember(directory, { id, manifest })
  return { id, manifest }
}

/** Looks at directories again, without keeping what is found. */
export async function lookAgain(roots: readonly string[], directory: string): Promise<Manifest | { reason: string }> {
  const latest = known.get(directory) ?? (await newest(directory))
  const manifest = await lookAtDirectories(roots, latest?.manifest)
  if ("reason" in manifest) return manifest
  const isKept = latest?.manifest.roots === manifest.roots
  remember(directory, isKept && latest ? { ...latest, manifest } : { manifest })
  return manifest
}

/** A manifest that was kept; undefined where it no longer exists. */
export async function readManifest(id: string, directory: string): Promise<Manifest | undefined> {
  const latest = known.get(directory)
  return latest?.id === id ? latest.manifest : load(id, directory)
}

/** What this process saw last, by the directory that its manifests are kept in; without an id it was not kept. */
const known = new Map<string, { id?: string; manifest: Manifest }>()
const mostKnown = 8

function remember(directory: string, latest: { id?: string; manifest: Manifest }): void {
  known.delete(directory)
  known.set(directory, latest)
  for (const oldest of known.keys()) {
    if (known.size <= mostKnown) break
    known.delete(oldest)
  }
}

const fileOf = (id: string, directory: string) => join(directory, `${id}.json`)

async function load(id: string, directory: string): Promise<Manifest | undefined> {
  const text = await unless(["ENOENT"], readFile(fileOf(id, directory), "utf8"))
  return text === undefined ? undefined : (JSON.parse(text) as Manifest)
}

async function store(manifest: Manifest, directory: string): Promise<string> {
  const id = randomUUID()
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const temp = join(directory, `${id}.tmp`)
  const handle = await open(temp, "wx", 0o600)
  try {
    await handle.writeFile(JSON.stringify(manifest))
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temp, fileOf(id, directory))
  const place = await open(directory)
  await place.sync().finally(() => place.close())
  for (const old of (await byAge(directory)).slice(manifestLimits.kept))
    await rm(fileOf(old, directory), { force: true })
  return id
}

async function newest(directory: string): Promise<StoredManifest | undefined> {
  const [id] = await byAge(directory)
  const manifest = id === undefined ? undefined : await load(id, directory)
  return id !== undefined && manifest ? { id, manifest } : undefined
}

async function byAge(directory: string): Promise<string[]> {
  const names = (await unless(["ENOENT"], readdir(directory))) ?? []
  const found = await Promise.all(
    names
      .filter((name) => name.endsWith(".json"))
      .map(async (name) => ({
        id: name.slice(0, -".json".length),
        at: (await unless(["ENOENT"], stat(join(directory, name))))?.mtimeMs ?? 0,
      })),
  )
  return found.sort((a, b) => b.at - a.at).map(({ id }) => id)
}
