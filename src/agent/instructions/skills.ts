import { opendir } from "node:fs/promises"
import { join } from "node:path"
import type { Result } from "../../tools/contract.ts"
import { failed } from "../../tools/failure.ts"
import { orNothing } from "../facts/project-facts.ts"
import { readFrontMatter } from "./front-matter.ts"
import { type Home, homesOf, type InstructionPlaces } from "./homes.ts"

/** A skill as it is listed: its text is read when it is asked for. `wrong` says why it cannot be used. */
export type Skill = { name: string; source: string; description: string; wrong: string | null }

const bounds = { skills: 64, headBytes: 8_192, bodyBytes: 65_536, name: 64, description: 1_024 } as const

/** The skills of the workspace, of its project and of the person; where a name is there twice, the nearest counts. */
export async function findSkills(places: InstructionPlaces): Promise<Skill[]> {
  const found = (await Promise.all(homesOf(places, "skills").map((home) => skillsIn(home)))).flat()
  const known = new Map<string, Skill>()
  for (const { skill } of found) if (!known.has(skill.name)) known.set(skill.name, skill)
  return [...known.values()].slice(0, bounds.skills).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The whole text of a skill, for the model that asked for it. */
export async function readSkill(places: InstructionPlaces, name: string): Promise<Result> {
  for (const home of homesOf(places, "skills")) {
    const match = (await skillsIn(home)).find(({ skill }) => skill.name === name.trim())
    if (!match) continue
    const { skill, file } = match
    if (skill.wrong) return failed(`The skill ${name} cannot be used: ${skill.wrong} (${skill.source}).`)
    const read = await home.read(file, bounds.bodyBytes)
    const body = readFrontMatter(read?.text ?? "")?.body ?? ""
    const rest = read?.whole === false ? "\n[It is longer than is shown here: read the file.]" : ""
    return { status: "ok", text: `The skill ${skill.name}, from ${skill.source}:\n\n${body}${rest}` }
  }
  const names = (await findSkills(places)).map((skill) => skill.name)
  return failed(
    names.length > 0
      ? `There is no skill ${JSON.stringify(name)}. There are: ${names.join(", ")}.`
      : "There are no skills here. Continue without.",
  )
}

async function skillsIn(home: Home): Promise<{ skill: Skill; file: string }[]> {
  const names = await entriesOf(home.directory)
  const found = await Promise.all(
    names.map(async (name) => {
      const file = join(home.directory, name, "SKILL.md")
      const read = await home.read(file, bounds.headBytes)
      return read ? [{ file, skill: skillOf(read.text, { name, source: home.shown(file) }) }] : []
    }),
  )
  return found.flat()
}

async function entriesOf(directory: string): Promise<string[]> {
  const handle = await orNothing(opendir(directory))
  if (!handle) return []
  const names: string[] = []
  for await (const entry of handle) {
    if (entry.isDirectory() || entry.isSymbolicLink()) names.push(entry.name)
    if (names.length >= bounds.skills) break
  }
  return names.sort()
}

function skillOf(text: string, { name: directory, source }: { name: string; source: string }): Skill {
  const { fields } = readFrontMatter(text) ?? {}
  const name = oneLine(fields?.get("name") ?? directory).slice(0, bounds.name) || directory
  const description = oneLine(fields?.get("description") ?? "").slice(0, bounds.description)
  const wrong = !fields
    ? "it does not start with its name and description between two lines of ---"
    : description === ""
      ? "it has no description"
      : null
  return { name: wrong ? directory : name, source, description, wrong }
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim()
