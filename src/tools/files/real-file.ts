import { readdir } from "node:fs/promises"
import { basename, dirname } from "node:path"
import { unless } from "../../base/system-error.ts"
import { openDirectory } from "./directory.ts"
import { type FileContent, readContent } from "./file-content.ts"

/**
 * The bytes of a file by its real path, or undefined where there is none. It is read through its directory, which is
 * open: a process that runs meanwhile cannot put a link in the place of any part of a path that was judged before.
 */
export async function readRealFile(path: string, { shown = path } = {}): Promise<FileContent | undefined> {
  const directory = await unless(["ENOTDIR"], openDirectory(dirname(path)))
  if (!directory) return undefined
  try {
    return await readContent(directory.at(basename(path)), { shown })
  } finally {
    await directory.close()
  }
}

/** The entries of a directory by its real path, in the same way; undefined where there is none. */
export async function readRealDirectory(path: string) {
  const directory = await unless(["ENOTDIR", "ELOOP"], openDirectory(path))
  if (!directory) return undefined
  try {
    return await readdir(directory.at("."), { withFileTypes: true })
  } finally {
    await directory.close()
  }
}
