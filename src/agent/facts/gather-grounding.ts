import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { findGrounding, type TaskGrounding } from "../../workflow/clarify/grounding.ts"
import { detectProject } from "../../workflow/project/project.ts"
import type { Work } from "../turn/work.ts"
import { gatherProjectFacts, isForeign, orNothing } from "./project-facts.ts"

/** What the workspace says about a task and what was said of it, before anybody is asked. Only looks. */
export async function gatherGrounding(
  { state }: Pick<Work, "state">,
  task: string,
  texts: readonly string[],
): Promise<TaskGrounding> {
  const { workspace } = state.log
  const facts = await gatherProjectFacts({ workspace, touched: [] })
  const [project = null] = detectProject(facts).kinds
  const exists = (path: string) => isWithin(join(workspace, path), workspace) && existsSync(join(workspace, path))
  return findGrounding(task, texts, { project, entries: await entriesOf(workspace), exists })
}

/** What is at the top of the workspace, directories first and with a slash. */
async function entriesOf(workspace: string): Promise<string[]> {
  const entries = (await orNothing(readdir(workspace, { withFileTypes: true }))) ?? []
  const shown = entries.filter(({ name }) => !name.startsWith(".") && !isForeign(name))
  const names = (kept: typeof shown, mark: string) => kept.map(({ name }) => `${name}${mark}`).toSorted()
  return [
    ...names(
      shown.filter((entry) => entry.isDirectory()),
      "/",
    ),
    ...names(
      shown.filter((entry) => entry.isFile()),
      "",
    ),
  ]
}
