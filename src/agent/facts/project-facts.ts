import { constants } from "node:fs"
import { access, open, opendir, readdir, realpath, stat } from "node:fs/promises"
import { basename, delimiter, isAbsolute, join, normalize } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { systemCode } from "../../base/system-error.ts"
import { isGenerated } from "../../session/generated.ts"
import { instructedPrograms } from "../../workflow/checks/instructed-checks.ts"
import {
  instructionsFile,
  isReadMarker,
  isTestFile,
  markerEndings,
  markerFiles,
  type ProjectFacts,
  programs,
} from "../../workflow/project/project.ts"
import { pytestModule } from "../../workflow/project/python.ts"
import { targetNames } from "../../workflow/project/scripted.ts"

const bounds = {
  /** Directories between the root and touched files that are looked into for markers. */
  directories: 64,
  markerBytes: 262_144,
  /** Entries that are passed while looking for test files, how deep, and how many files are enough. */
  entries: 4_000,
  depth: 6,
  tests: 400,
} as const

/** Whether a walk through a workspace finds nothing in a directory, named from the workspace, that the project wrote. */
export function isForeign(directory: string): boolean {
  return isGenerated(`${directory}/`) || foreign.has(basename(directory))
}

/** What others wrote, and what may be build output: for a look at the project no harm is done if it is not. */
const foreign: ReadonlySet<string> = new Set([".git", ".hg", ".svn", "vendor", "build", "out"])

/**
 * What a workspace says about how its work is checked. Only looks and reads, within bounds: a link that leads out of the
 * workspace is not followed, except to a program, and what cannot be read is not there.
 */
export async function gatherProjectFacts(input: {
  workspace: string
  /** Relative to the workspace, or absolute. */
  touched: readonly string[]
  path?: string | undefined
}): Promise<ProjectFacts> {
  const root = await orNothing(realpath(input.workspace))
  if (root === undefined) return { files: new Set(), texts: new Map(), available: new Set() }
  const touched = input.touched.flatMap((path) => relativeTo(root, path))
  const directories = directoriesDownTo(touched)
  const markers = (await Promise.all(directories.map((directory) => markersIn(root, directory)))).flat()
  const there = await Promise.all(touched.map(async (path) => ((await isInside(root, path)) ? [path] : [])))
  const texts = await Promise.all(markers.map((path) => textOf(root, path)))
  const instructed = texts.flatMap((found) =>
    found && basename(found.path) === instructionsFile ? instructedPrograms(found.text) : [],
  )
  return {
    files: new Set([...markers, ...there.flat(), ...(await testsUnder(root, directories))]),
    texts: new Map(texts.flatMap((found) => (found ? [[found.path, found.text] as const] : []))),
    available: await availableOf([...programs, ...instructed], input.path ?? process.env.PATH ?? ""),
  }
}

/** Gives undefined for what the system refuses: an odd file must not stop the work. */
export async function orNothing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return undefined
  }
}

function relativeTo(root: string, path: string): string[] {
  const own = isAbsolute(path) ? (isWithin(path, root) ? path.slice(root.length + 1) : "..") : path
  const plain = normalize(own).replace(/\/$/, "")
  return plain === ".." || plain.startsWith("../") || plain === "." || plain === "" ? [] : [plain]
}

/** The root and each directory between it and a file, the root first. */
function directoriesDownTo(paths: readonly string[]): string[] {
  const found = new Set([""])
  for (const path of paths) {
    const names = path.split("/").slice(0, -1)
    for (let depth = 1; depth <= names.length; depth++) found.add(names.slice(0, depth).join("/"))
  }
  return [...found].slice(0, bounds.directories)
}

async function markersIn(root: string, directory: string): Promise<string[]> {
  const named = await Promise.all(
    markerFiles.map(async (name) => {
      const path = directory === "" ? name : `${directory}/${name}`
      return (await isThere(root, path)) ? [path] : []
    }),
  )
  const listed = await entriesOf(root, directory, { left: bounds.entries })
  const ended = listed.filter(({ name, isFile }) => isFile && markerEndings.some((ending) => name.endsWith(ending)))
  const hiding = listed.filter(({ name, isFile, isDirectory }) => targetNames.has(name) && (isFile || isDirectory))
  return [
    ...named.flat(),
    ...ended.map(({ path }) => path),
    ...hiding.map(({ path, isDirectory }) => (isDirectory ? `${path}/` : path)),
  ]
}

/** The programs of a project are links to wherever its packages are kept. */
async function isThere(root: string, path: string): Promise<boolean> {
  return /(?:^|\/)(?:\.bin|bin)\/[^/]+$/.test(path) ? isProgram(join(root, path)) : isInside(root, path)
}

async function isInside(root: string, path: string): Promise<boolean> {
  const real = await orNothing(realpath(join(root, path)))
  return real !== undefined && isWithin(real, root) && (await orNothing(stat(real)))?.isFile() === true
}

async function textOf(root: string, path: string): Promise<{ path: string; text: string } | undefined> {
  if (!isReadMarker(basename(path))) return undefined
  const read = await beginningInside(root, path, bounds.markerBytes)
  return read?.whole ? { path, text: read.text } : undefined
}

/** The beginning of a file of the workspace. What a link leads out to, and what is no plain file, is not read. */
export async function beginningInside(
  root: string,
  path: string,
  bytes: number,
): Promise<{ text: string; whole: boolean } | undefined> {
  const real = await orNothing(realpath(join(root, path)))
  if (real === undefined || !isWithin(real, root)) return undefined
  // Without waiting: what has become a pipe since would never be opened.
  const file = await orNothing(open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  if (file === undefined) return undefined
  try {
    const stats = await file.stat()
    if (!stats.isFile()) return undefined
    const buffer = Buffer.alloc(bytes)
    const read = await orNothing(file.read(buffer, 0, buffer.length, 0))
    if (read === undefined) return undefined
    return { text: buffer.toString("utf8", 0, read.bytesRead), whole: stats.size <= bytes }
  } finally {
    await file.close()
  }
}

type Entry = { name: string; path: string; isFile: boolean; isDirectory: boolean }

async function entriesOf(root: string, directory: string, budget: { left: number }): Promise<Entry[]> {
  const full = join(root, directory)
  const real = await orNothing(realpath(full))
  if (real === undefined || !isWithin(real, root)) return []
  const handle = await orNothing(opendir(real))
  if (handle === undefined) return []
  const found: Entry[] = []
  try {
    for (let entry = await handle.read(); entry !== null && budget.left > 0; entry = await handle.read()) {
      budget.left--
      const path = directory === "" ? entry.name : `${directory}/${entry.name}`
      found.push({ name: entry.name, path, isFile: entry.isFile(), isDirectory: entry.isDirectory() })
    }
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  } finally {
    await orNothing(handle.close())
  }
  return found
}

/** The test files of the workspace, those near the touched files first. */
async function testsUnder(root: string, directories: readonly string[]): Promise<string[]> {
  const queue = directories.toReversed().map((directory) => ({ directory, depth: 0 }))
  const seen = new Set(directories)
  const budget = { left: bounds.entries }
  const found: string[] = []
  for (let next = queue.shift(); next !== undefined && budget.left > 0; next = queue.shift()) {
    for (const { name, path, isFile, isDirectory } of await entriesOf(root, next.directory, budget)) {
      // A package inside has its tests for itself.
      if (isFile && (isTestFile(path) || name === "package.json") && found.length < bounds.tests) found.push(path)
      if (!isDirectory || isForeign(path) || seen.has(path) || next.depth >= bounds.depth) continue
      seen.add(path)
      queue.push({ directory: path, depth: next.depth + 1 })
    }
  }
  return found
}

/** Of these paths, those by whose end a file of the workspace can be named: `x.ts` for `src/x.ts`. */
export async function namedByEnd(paths: readonly string[], workspace: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const budget = { left: paths.length === 0 ? 0 : bounds.entries }
  const queue = [""]
  for (let next = queue.shift(); next !== undefined && budget.left > 0; next = queue.shift()) {
    for (const { path, isDirectory } of await entriesOf(workspace, next, budget)) {
      for (const named of paths) if (path.endsWith(`/${named}`)) found.add(named)
      if (isDirectory && !isForeign(path)) queue.push(path)
    }
  }
  return found
}

async function availableOf(names: readonly string[], path: string): Promise<Set<string>> {
  const folders = await Promise.all([...new Set(path.split(delimiter).filter(isAbsolute))].map(programsIn))
  const found = await Promise.all(
    [...new Set(names)].map(async (name) => {
      for (const { folder, entries } of folders) {
        if (entries?.has(name) === false || isHollow(folder, name)) continue
        if (await isProgram(join(folder, name))) return [[name, folder] as const]
      }
      return []
    }),
  )
  const places = new Map(found.flat())
  const python = places.get("python3")
  return new Set([...places.keys(), ...(python && python === places.get("pytest") ? [pytestModule] : [])])
}

// One look at a folder instead of one for each name that may be in it.
async function programsIn(folder: string): Promise<{ folder: string; entries: ReadonlySet<string> | null }> {
  try {
    return { folder, entries: new Set(await readdir(folder)) }
  } catch (error) {
    const code = systemCode(error)
    if (code === undefined) throw error
    // What may be searched but not read can only be asked name by name.
    return { folder, entries: code === "EACCES" ? null : new Set() }
  }
}

/** A version manager has a shim for each version that it ever saw: that one is there does not say that it runs. */
const isHollow = (folder: string, name: string) => basename(folder) === "shims" && /\d\.\d/.test(name)

async function isProgram(path: string): Promise<boolean> {
  if ((await orNothing(stat(path)))?.isFile() !== true) return false
  return (await orNothing(access(path, constants.X_OK).then(() => true))) === true
}
