import { randomUUID } from "node:crypto"
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from "node:fs"
import { dirname } from "node:path"
import { syncDirectory } from "./sync-directory.ts"

/** Replaces a private file, or makes it: the old content or the new one is there after a crash. Durable when it returns. */
export function replaceDurably(path: string, text: string): void {
  writeDurably(path, text, (temporary) => renameSync(temporary, path))
}

/** Writes a private file under another name, and `place` gives it its own. Durable when it returns. */
export function writeDurably<T>(path: string, text: string, place: (temporary: string) => T): T {
  const temporary = `${path}.${randomUUID()}.part`
  try {
    const file = openSync(temporary, "wx", 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    const result = place(temporary)
    syncDirectory(dirname(path))
    return result
  } finally {
    rmSync(temporary, { force: true })
  }
}
