import { constants } from "node:fs"
import { access, type FileHandle, link, lstat, open, readlink, rename, symlink, unlink } from "node:fs/promises"
import { basename, dirname } from "node:path"
import type { z } from "zod"
import { isLink, linkMode } from "../../base/link-mode.ts"
import { isWithin } from "../../base/path-within.ts"
import { systemCode, unless } from "../../base/system-error.ts"
import type { AccessedPath } from "../../session/accessed-path.ts"
import { HoldfastError } from "../../session/error.ts"
import type { FileChange, fileIntent } from "../../session/event/common.ts"
import type { Draft, ToolContext } from "../contract.ts"
import { failed, orFailed } from "../failure.ts"
import {
  type Directory,
  makeDirectory,
  openDirectory,
  openNearest,
  refuseMissingRoot,
  removeEmpty,
} from "./directory.ts"
import { settleDirectory } from "./directory-intent.ts"
import { entryHash, hashOf, readEntry } from "./file-content.ts"

export type FileIntent = z.infer<typeof fileIntent>

/** `found` is the hash of what is there, null for nothing, or in words what is no file; `why` is for the model. */
export type Conflict = { path: string; found: string | null; why: string }

type Staging = {
  /** What the drafts belong to, such as session and call: a second try after a crash finds the files of the first. */
  key: string
  /** The places that were permitted: a draft for another one is refused. */
  places: readonly AccessedPath[]
  /** The workspace: what is drafted in it needs it to be there. */
  root?: string
  putBlob: ToolContext["putBlob"]
}

/**
 * Writes every new content beside its target and keeps every old one as a blob. Durable: a recorded intent can be
 * settled after any crash. Nothing that the workspace shows has changed yet. Deletions come last, so that a renamed
 * file is never nowhere.
 */
export async function stageDrafts(drafts: readonly Draft[], staging: Staging): Promise<FileIntent[]> {
  const permitted = new Set(staging.places.map(({ path }) => path))
  const astray = drafts.find(({ path }) => !permitted.has(path))
  if (astray) {
    throw new HoldfastError("invalid", `${astray.path} is not where the call was permitted to write. Try it again.`)
  }
  const { root } = staging
  if (root !== undefined && drafts.some(({ path }) => isWithin(path, root))) await refuseMissingRoot(root)
  await discardStaged(staging)
  const ordered = [...drafts.filter(({ after }) => after), ...drafts.filter(({ after }) => !after)]
  try {
    const intents: FileIntent[] = []
    for (const draft of ordered) if (changes(draft)) intents.push(await stage(draft, staging))
    return intents
  } catch (error) {
    await discardStaged(staging)
    throw error
  }
}

/** Removes what a call has staged that came to no intent: it was denied, or its process died before. */
export async function discardStaged({ key, places }: Pick<Staging, "key" | "places">): Promise<void> {
  for (const { path } of places) {
    const name = tempName(key, path)
    for (let directory = dirname(path); ; directory = dirname(directory)) {
      await removeTemp(`${directory}/${name}`)
      if (directory === dirname(directory)) break
    }
  }
}

/**
 * Brings intents to their end, the first time, after a crash, or for an undo: what is done already is seen and not
 * done twice, and a foreign change is never overwritten. `guard` throws when the session has another driver by now;
 * it is awaited just before each change. Directories that a deletion leaves empty are removed up to `root`. Durable.
 */
export async function settleIntents(
  intents: readonly FileIntent[],
  { guard, root }: { guard: () => Promise<void>; root?: string },
): Promise<{ changed: FileChange[]; conflicts: Conflict[] }> {
  const changed: FileChange[] = []
  const conflicts: Conflict[] = []
  for (const intent of intents) {
    // What the system refuses is reported to the model; the guard's error passes on, and the staged content stays.
    const isDirectory = intent.kind === "directory"
    const result = await orFailed(() => (isDirectory ? settleDirectory : settle)(intent, { guard, root }))
    if (result === "done") {
      const { path, before, after } = intent
      changed.push({ path, before, after })
      if (after === null && root && !isDirectory) await removeEmpty(dirname(path), root)
    } else {
      if (intent.temp) await removeTemp(intent.temp)
      if ("status" in result) conflicts.push({ path: intent.path, found: await lookAt(intent.path), why: result.text })
      else conflicts.push(result)
    }
  }
  return { changed, conflicts }
}

/** Removes the staged content of intents that will not be settled. */
export async function discardIntents(intents: readonly FileIntent[]): Promise<void> {
  for (const { temp } of intents) if (temp) await removeTemp(temp)
}

async function stage(draft: Draft, { key, putBlob }: Staging): Promise<FileIntent> {
  const { path, before, after } = draft
  const there = before ? await lstat(path) : undefined
  const was = there && (there.isSymbolicLink() ? linkMode : there.mode & 0o777)
  // A rename would replace a file that its owner has made read-only.
  if (there && !isLink(was)) await access(path, constants.W_OK)
  const preImage = before ? { preImage: await putBlob(before) } : {}
  const hashes = { before: before && hashOf(before), after: after && hashOf(after) }
  const mode = draft.mode ?? was
  // Of a deleted file, undo needs the mode that it had.
  if (!after) return { path, ...hashes, ...(mode === undefined ? {} : { mode }), ...preImage }
  const directory = await openNearest(dirname(path))
  try {
    const name = tempName(key, path)
    const temp = `${directory.path}/${name}`
    const had = was === undefined || was === mode ? {} : { was }
    if (isLink(mode)) {
      await symlink(Buffer.from(after), directory.at(name))
      await directory.sync()
      return { path, ...hashes, mode: linkMode, ...had, temp, ...preImage }
    }
    const flags = constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW | constants.O_WRONLY
    const handle = await open(directory.at(name), flags, mode ?? 0o644)
    try {
      await handle.writeFile(after)
      if (mode !== undefined) await handle.chmod(mode)
      if (there) await keepOwner(handle, there)
      await handle.sync()
      const written = await handle.stat()
      await directory.sync()
      return { path, ...hashes, mode: written.mode & 0o777, ...had, temp, ...preImage }
    } finally {
      await handle.close()
    }
  } finally {
    await directory.close()
  }
}

// Only root may give a file away: for everybody else the new content is theirs, as with any editor that renames.
async function keepOwner(handle: FileHandle, { uid, gid }: { uid: number; gid: number }): Promise<void> {
  const own = await handle.stat()
  if (own.uid !== uid || own.gid !== gid) await unless(["EPERM"], handle.chown(uid, gid))
}

async function settle(
  intent: FileIntent,
  { guard, root }: { guard: () => Promise<void>; root: string | undefined },
): Promise<"done" | Conflict> {
  const { path, temp } = intent
  const { before, after } = entriesOf(intent)
  const found = await lookAt(path)
  const staged = temp ? await lookAt(temp) : null
  // Where only the mode changes, the content cannot tell: then the staged file does.
  if (found === after && (before !== after || staged === null)) {
    if (temp) await removeTemp(temp)
    await syncParent(path)
    return "done"
  }
  if (found !== before) return conflict(intent, found)
  if (after === null) return withParent(path, root, (directory) => remove(intent, directory, guard))
  if (!temp || staged !== after) {
    return { path, found, why: `${path} was left as it was: its new content was lost. Make the change again.` }
  }
  return withParent(path, root, (directory) => replace(intent, temp, directory, guard))
}

async function remove(intent: FileIntent, directory: Directory, guard: () => Promise<void>) {
  const name = directory.at(basename(intent.path))
  await guard()
  const found = await lookAt(name)
  if (found !== entriesOf(intent).before) return conflict(intent, found)
  await unlink(name)
  await directory.sync()
  return "done" as const
}

async function replace(intent: FileIntent, temp: string, directory: Directory, guard: () => Promise<void>) {
  const target = directory.at(basename(intent.path))
  const from = await openDirectory(dirname(temp))
  if (!from) return conflict(intent, await lookAt(target))
  try {
    const staged = from.at(basename(temp))
    await guard()
    // As late as possible: any write between this look and the rename would be lost.
    const found = await lookAt(target)
    if (found !== entriesOf(intent).before) return conflict(intent, found)
    if (found !== null) await rename(staged, target)
    else if (!(await create(staged, target))) return conflict(intent, await lookAt(target))
    await directory.sync()
    await from.sync()
    return "done" as const
  } finally {
    await from.close()
  }
}

// A link, unlike a rename, fails where another process has made the file meanwhile.
async function create(staged: string, target: string): Promise<boolean> {
  try {
    const leads = await linkTarget(staged)
    // Not everywhere does a hard link to a symbolic link make another of it.
    await (leads ? symlink(leads, target) : link(staged, target))
  } catch (error) {
    const code = systemCode(error) ?? ""
    if (code === "EEXIST") return false
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw error
    await rename(staged, target)
  }
  await removeTemp(staged)
  return true
}

async function withParent<Value>(
  path: string,
  root: string | undefined,
  work: (directory: Directory) => Promise<Value>,
): Promise<Value> {
  const directory = await makeDirectory(dirname(path), root)
  try {
    return await work(directory)
  } finally {
    await directory.close()
  }
}

async function syncParent(path: string): Promise<void> {
  const directory = await openNearest(dirname(path))
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

function conflict({ path, before, after }: FileIntent, found: string | null): Conflict {
  const what = found === null ? "no longer exists" : before === null ? "exists by now" : "has other content by now"
  const next = after === null ? "It was not deleted." : "It was not overwritten."
  return { path, found, why: `${path} ${what}: someone else changed it. ${next} Read it and decide again.` }
}

async function linkTarget(path: string): Promise<Buffer | undefined> {
  return unless(["EINVAL"], readlink(path, { encoding: "buffer" }))
}

async function lookAt(path: string): Promise<string | null> {
  const content = await orFailed(async () => (await readEntry(path)) ?? failed(""))
  if ("bytes" in content) return entryHash(hashOf(content.bytes), content.mode)
  return content.text === "" ? null : content.text
}

/** What `lookAt` finds before and after. */
function entriesOf({ before, after, mode, was = mode }: FileIntent) {
  return { before: entryHash(before, was), after: entryHash(after, mode) }
}

function changes({ before, after, mode }: Draft): boolean {
  if (!before || !after) return before !== after
  return mode !== undefined || Buffer.compare(before, after) !== 0
}

/** Known from the call and the file alone, so that what a dead process left behind can be found. */
function tempName(key: string, path: string): string {
  return `.holdfast-${hashOf(Buffer.from(`${key}\0${path}`)).slice(0, 24)}.tmp`
}

async function removeTemp(temp: string): Promise<void> {
  await unless(["ENOENT", "ENOTDIR", "EACCES", "EROFS", "EPERM"], unlink(temp))
}
