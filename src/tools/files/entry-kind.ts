import type { Dirent } from "node:fs"

/** What is at a path, when a link is not followed. */
export type EntryKind = "file" | "directory" | "link" | "other"

/** The kind of an entry by its status, or as its directory lists it. */
export function entryKind(entry: Pick<Dirent, "isFile" | "isDirectory" | "isSymbolicLink">): EntryKind {
  if (entry.isFile()) return "file"
  if (entry.isDirectory()) return "directory"
  return entry.isSymbolicLink() ? "link" : "other"
}
