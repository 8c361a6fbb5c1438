import { join, relative } from "node:path"
import { isWithin } from "../../base/path-within.ts"
import { fileWords } from "../../workflow/outline/file-words.ts"
import { instructionsFile } from "../../workflow/project/project.ts"
import { projectOf } from "../configuration/project-of.ts"
import { beginningInside } from "../facts/project-facts.ts"
import { beginningOfOwn } from "./own-file.ts"

/** One file of instructions: where it comes from, and how much of it is included. */
export type Instructions = { source: string; text: string; whole: boolean }

/** How much of the instructions is included, in bytes: of the person's own, and of all files of a project together. */
export type InstructionsRoom = { own: number; project: number }

const most = { own: 8_192, project: 32_768, brief: 2_048 } as const

/** A quarter of the window at four bytes a token, so that the work has room in a small one. */
export function instructionsRoom({ window, brief }: { window: number | null; brief: boolean }): InstructionsRoom {
  if (brief) return { own: most.brief, project: most.brief }
  const room = Math.max(most.brief, window ?? most.project)
  return { own: Math.min(most.own, Math.ceil(room / 4)), project: Math.min(most.project, room) }
}

/** What a person wants in all their projects: `AGENTS.md` in the config directory. */
export async function ownInstructions(configuration: string, bytes: number): Promise<Instructions[]> {
  const path = join(configuration, instructionsFile)
  const read = await beginningOfOwn(path, bytes)
  return read ? instructionsOf(path, read) : []
}

/** What the project says, from its top to the workspace: `AGENTS.md` of each directory, the nearest one last. */
export async function projectInstructions(workspace: string, bytes: number): Promise<Instructions[]> {
  const top = projectOf(workspace)
  const paths = directoriesBetween(top, workspace).map((directory) => join(directory, instructionsFile))
  const found: Instructions[] = []
  let left = bytes
  // The nearest one is about just this place: it is the last to be cut.
  for (const path of paths.toReversed()) {
    const name = relative(top, path)
    const read = await beginningInside(top, name, Math.max(left, 1))
    if (!read || read.text.trim() === "") continue
    found.unshift(...(left > 0 ? instructionsOf(name, read) : [{ source: name, text: "", whole: false }]))
    left -= Buffer.byteLength(read.text)
  }
  return found
}

function instructionsOf(source: string, { text, whole }: { text: string; whole: boolean }): Instructions[] {
  // A cut may go through the middle of a character.
  const clean = (whole ? text : text.replace(/\uFFFD+$/, "")).replaceAll("\0", "").trim()
  return clean === "" ? [] : [{ source, text: clean, whole }]
}

function directoriesBetween(top: string, workspace: string): string[] {
  if (workspace === top || !isWithin(workspace, top)) return [workspace]
  const names = relative(top, workspace).split("/")
  return [top, ...names.map((_, index) => join(top, ...names.slice(0, index + 1)))]
}

/** The files, each with where it is from: what it says is not said by us. Pure. */
export function instructionsText(heading: string, lead: string, files: readonly Instructions[]): string | null {
  if (files.length === 0) return null
  const bodies = files.map(({ source, text, whole }) => {
    const words = [text, whole ? "" : "[Truncated: read the file if the rest matters.]"]
    return fileWords(source, words.filter((part) => part !== "").join("\n"))
  })
  return [`## ${heading}`, lead, ...bodies].join("\n\n")
}
