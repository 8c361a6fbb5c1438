import { join, relative } from "node:path"
import { projectOf } from "../configuration/project-of.ts"
import { beginningInside } from "../facts/project-facts.ts"
import { beginningOfOwn } from "./own-file.ts"

export type InstructionPlaces = { workspace: string; configuration: string }

/** A directory of what a person or a project has written for the agent, how it is shown, and how its files are read. */
export type Home = {
  directory: string
  shown(file: string): string
  read(file: string, bytes: number): Promise<{ text: string; whole: boolean } | undefined>
}

/** Of a project: our own folder first, then those that other agents read as well. */
const folders = [".holdfast", ".agents", ".claude"] as const

/** Where skills or commands are: in the workspace, in its project, and the person's own; the nearest first. */
export function homesOf({ workspace, configuration }: InstructionPlaces, what: "skills" | "commands"): Home[] {
  const top = projectOf(workspace)
  const inProject = (directory: string): Home => ({
    directory,
    shown: (file) => relative(top, file),
    read: (file, bytes) => beginningInside(top, relative(top, file), bytes),
  })
  const tops = [...new Set([workspace, top])]
  return [
    ...tops.flatMap((place) => folders.map((folder) => inProject(join(place, folder, what)))),
    { directory: join(configuration, what), shown: (file) => file, read: beginningOfOwn },
  ]
}
