import { readdir } from "node:fs/promises"

/** What is in a directory: which names are directories, and which links. */
export async function entriesOf(directory: string): Promise<{ name: string; kind: "directory" | "link" | "other" }[]> {
  const found = await readdir(directory, { withFileTypes: true })
  return found.map((entry) => ({
    name: entry.name,
    kind: entry.isSymbolicLink() ? "link" : entry.isDirectory() ? "directory" : "other",
  }))
}
