import { closeSync, fsyncSync, openSync } from "node:fs"

/** Fsyncs a directory, so that its entries are durable. Windows cannot. */
export function syncDirectory(path: string): void {
  if (process.platform === "win32") return
  const directory = openSync(path, "r")
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
