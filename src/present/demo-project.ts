import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { demoProject } from "../models/demo/project.ts"

/** The title and the task of the crash demo. */
export const demonstration = {
  title: "The crash demonstration",
  task: "A test fails here. Find out why, fix it and prove it.",
  model: "demo",
} as const

/** Writes the demo's sample project, with its bug, into a directory. */
export function writeDemoProject(directory: string): void {
  for (const { path, content } of demoProject()) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    writeFileSync(join(directory, path), content)
  }
}
