import { existsSync } from "node:fs"
import { opendir } from "node:fs/promises"
import { join } from "node:path"
import { isWithin } from "../tools/workspace.ts"
import { type Grounding, ground, groundingLimits } from "../workflow/clarify/grounding.ts"
import { detectProject } from "../workflow/project/project.ts"
import { beginningInside, gatherProjectFacts, isForeign, orNothing } from "./project-facts.ts"
import type { Work } from "./work.ts"

const bounds = { depth: 4, textBytes: 16_384 } as const

/** What the workspace says about a task and what was said of it, before anybody is asked. Only looks, within bounds. */
export async function groundTask(
  { state }: Pick<Work, "state">,
  task: string,
  texts: readonly string[],
): Promise<Grounding> {
  const { workspace } = state.log
  const { files, directories } = await walk(workspace)
  const facts = await gatherProjectFacts({ workspace, touched: [] })
  const [kind] = detectProject(facts).kinds
  const look = {
    project: kind ?? null,
    entries: [...directories, ...files].filter((path) => !path.slice(0, -1).includes("/")),
    exists: (path: string) => isWithin(join(workspace, path), workspace) && existsSync(join(workspace, path)),
    files,
  }
  const first = ground(task, texts, look)
  const read = await Promise.all([...first.existing, ...first.related].map((path) => beginningOf(workspace, path)))
  const known = new Map(read.flatMap((found) => (found ? [found] : [])))
  return ground(task, texts, { ...look, text: (path) => known.get(path) ?? null })
}

async function walk(workspace: string): Promise<{ files: string[]; directories: string[] }> {
  const files: string[] = []
  const directories: string[] = []
  let left: number = groundingLimits.walked
  const waiting = [{ path: "", depth: 0 }]
  for (let next = waiting.shift(); next && left > 0; next = waiting.shift()) {
    const entries = await orNothing(opendir(join(workspace, next.path)))
    if (!entries) continue
    for await (const entry of entries) {
      if (left-- <= 0) break
      const path = next.path ? `${next.path}/${entry.name}` : entry.name
      if (entry.name.startsWith(".") || isForeign(path)) continue
      if (entry.isFile()) files.push(path)
      if (!entry.isDirectory()) continue
      directories.push(`${path}/`)
      if (next.depth < bounds.depth) waiting.push({ path, depth: next.depth + 1 })
    }
  }
  return { files: files.toSorted(), directories: directories.toSorted() }
}

async function beginningOf(workspace: string, path: string): Promise<readonly [path: string, text: string] | null> {
  const read = await beginningInside(workspace, path, bounds.textBytes)
  return read === undefined || read.text.includes("\0") ? null : [path, read.text]
}
