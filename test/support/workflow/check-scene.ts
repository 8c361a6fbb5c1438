import { planChecks } from "../../../src/workflow/checks/plan-checks.ts"
import type { ProjectFacts } from "../../../src/workflow/project/project.ts"

const hash = "a".repeat(64)
export const everything = ["node", "npm", "python", "python3", "pytest", "make", "bash", "cargo", "go"]

export type Scene = {
  files?: Record<string, string | null>
  available?: readonly string[]
  touched?: readonly string[]
  gone?: readonly string[]
  planned?: readonly string[]
  named?: readonly string[]
}

/** The plan for a workspace that is only told of. */
export function planOf(scene: Scene) {
  const files = scene.files ?? {}
  const touched = scene.touched ?? []
  const facts: ProjectFacts = {
    files: new Set([...Object.keys(files), ...touched]),
    texts: new Map(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))),
    available: new Set(scene.available ?? everything),
  }
  return planChecks({
    facts,
    touched: [...touched.map((path) => ({ path, hash })), ...(scene.gone ?? []).map((path) => ({ path, hash: null }))],
    planned: scene.planned ?? [],
    named: scene.named ?? [],
  })
}
