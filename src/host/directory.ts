import { closeSync, fsyncSync, openSync } from "node:fs"

/** Waits until the entries of a directory are on the disk. Windows has no handle of a directory to sync. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return
  const directory = openSync(path, "r")
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
