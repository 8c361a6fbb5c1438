import { opendir } from "node:fs/promises"
import type { ProjectLook } from "../../workflow/project/describe-project.ts"
import { beginningInside, gatherProjectFacts, isForeign, orNothing } from "../facts/project-facts.ts"

const bounds = { entries: 1_000, readmeBytes: 4_096 } as const

/** Reads the workspace for the project section of the prompt. Reads only, within bounds. */
export async function lookAtProject(of: {
  workspace: string
  path: string | undefined
  brief: boolean
}): Promise<ProjectLook> {
  const { workspace, path, brief } = of
  const facts = await gatherProjectFacts({ workspace, touched: [], path })
  const { entries, readme } = await topOf(workspace)
  const read = readme === undefined ? undefined : await beginningInside(workspace, readme, bounds.readmeBytes)
  const isText = read !== undefined && !read.text.includes("\0")
  return { facts, entries, readme: isText && readme ? { path: readme, text: read.text } : null, brief }
}

async function topOf(workspace: string): Promise<{ entries: string[]; readme: string | undefined }> {
  const handle = await orNothing(opendir(workspace))
  if (!handle) return { entries: [], readme: undefined }
  const found: { name: string; isDirectory: boolean }[] = []
  for await (const entry of handle) {
    if (entry.name.startsWith(".") || isForeign(entry.name)) continue
    found.push({ name: entry.name, isDirectory: entry.isDirectory() })
    if (found.length >= bounds.entries) break
  }
  const names = found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return {
    entries: names.map(({ name, isDirectory }) => (isDirectory ? `${name}/` : name)),
    readme: names.find(({ name, isDirectory }) => !isDirectory && /^readme(?:\.(?:md|rst|txt))?$/i.test(name))?.name,
  }
}
