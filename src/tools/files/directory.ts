import { constants, existsSync } from "node:fs"
import { type FileHandle, mkdir, open, readlink, rmdir, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { unless } from "../../base/system-error.ts"
import { HoldfastError } from "../../session/error.ts"
import { realPath } from "./workspace-path.ts"

/** A directory that stays the same one even if another is put in its place while it is used. */
export type Directory = {
  path: string
  /** A path to one of its entries that goes through the open directory where the system can do that. */
  at(name: string): string
  sync(): Promise<void>
  close(): Promise<void>
}

/** Opens a directory by its real path, or returns undefined where there is none. Throws if a link leads to another. */
export async function openDirectory(path: string): Promise<Directory | undefined> {
  const handle = await unless(["ENOENT"], open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW))
  if (!handle) return undefined
  try {
    if (!(await isAt(handle, path))) {
      throw new HoldfastError("invalid", `${path} was moved or replaced by a link meanwhile. Look again and retry.`)
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  return {
    path,
    at: (name) => (throughHandles ? `/proc/self/fd/${handle.fd}/${name}` : join(path, name)),
    sync: () => handle.sync(),
    close: () => handle.close(),
  }
}

/**
 * Opens a directory and makes it first, with its parents, where it is missing. The root is never made: it was moved
 * away, and must not find another in its place when it comes back. Durable.
 */
export async function makeDirectory(path: string, root: string | undefined): Promise<Directory> {
  const there = await openDirectory(path)
  if (there) return there
  if (path === root) throw rootMissing(root)
  const parent = await makeDirectory(dirname(path), root)
  try {
    await unless(["EEXIST"], mkdir(parent.at(basename(path))))
    await parent.sync()
  } finally {
    await parent.close()
  }
  const made = await openDirectory(path)
  if (!made) throw new HoldfastError("invalid", `${path} was removed while a file was being put there. Try again.`)
  return made
}

/** Throws where the directory that the agent works in no longer exists. */
export async function refuseMissingRoot(root: string): Promise<void> {
  const there = await openDirectory(root)
  if (!there) throw rootMissing(root)
  await there.close()
}

function rootMissing(root: string): HoldfastError {
  const advice = "Nothing was written. Tell the person to bring it back, and end here."
  return new HoldfastError("invalid", `The workspace ${root} no longer exists. ${advice}`)
}

/** Opens the deepest directory on the way to a path that exists already. */
export async function openNearest(path: string): Promise<Directory> {
  return (await openDirectory(path)) ?? (await openNearest(dirname(path)))
}

/** Removes a directory and its parents up to a root as long as they are empty, as git does with emptied ones. */
export async function removeEmpty(path: string, root: string): Promise<void> {
  if (path === root || !path.startsWith(`${root}/`)) return
  const parent = await openDirectory(dirname(path))
  if (!parent) return removeEmpty(dirname(path), root)
  try {
    const codes = ["ENOTEMPTY", "EEXIST", "EACCES", "EPERM", "EBUSY", "ENOTDIR"]
    const gone = await unless(
      codes,
      unless(["ENOENT"], rmdir(parent.at(basename(path)))).then(() => true),
    )
    if (!gone) return
    await parent.sync()
  } finally {
    await parent.close()
  }
  await removeEmpty(dirname(path), root)
}

const throughHandles = existsSync("/proc/self/fd")

async function isAt(handle: FileHandle, path: string): Promise<boolean> {
  if (throughHandles) return (await readlink(`/proc/self/fd/${handle.fd}`)) === path
  const [held, named] = await Promise.all([handle.stat({ bigint: true }), stat(path, { bigint: true })])
  return (await realPath(path)) === path && held.dev === named.dev && held.ino === named.ino
}
