import { pathsIn } from "../paths-in-text.ts"

/** What the workspace says about a task, before anybody is asked. */
export type TaskGrounding = { project: string | null; entries: string[]; existing: string[]; missing: string[] }

/** What the agent saw of the workspace. */
export type Look = { project: string | null; entries: readonly string[]; exists(path: string): boolean }

export const groundingLimits = { entries: 6, paths: 4 } as const

/** The workspace as far as the task and the texts name it. */
export function findGrounding(task: string, texts: readonly string[], look: Look): TaskGrounding {
  const named = [...new Set([task, ...texts].flatMap(pathsIn).map(relative))].filter((path) => path !== "")
  return {
    project: look.project,
    entries: look.entries.slice(0, groundingLimits.entries),
    existing: named.filter((path) => look.exists(path)).slice(0, groundingLimits.paths),
    missing: named.filter((path) => !look.exists(path)).slice(0, groundingLimits.paths),
  }
}

/** The grounding as lines for a prompt; empty where nothing is known. */
export function groundingLines(grounding: TaskGrounding | null): string[] {
  if (!grounding) return []
  const list = (label: string, paths: readonly string[]) => (paths.length > 0 ? [`${label}: ${paths.join(", ")}`] : [])
  return [
    ...list("Project", grounding.project ? [grounding.project] : []),
    ...list("At the top", grounding.entries),
    ...list("Named and existing", grounding.existing),
    ...list("Named but not there", grounding.missing),
  ]
}

const relative = (path: string) => path.replace(/^(?:\.\/)+/, "")
