import { opendir } from "node:fs/promises"
import { join, relative, sep } from "node:path"
import { orNothing } from "../facts/project-facts.ts"
import { readFrontMatter } from "./front-matter.ts"
import { type Home, homesOf, type InstructionPlaces } from "./homes.ts"

/** A command of the person or the project, as it is listed: its text is read when it is used. */
export type OwnCommand = { name: string; source: string; description: string }

const bounds = { commands: 128, headBytes: 8_192, bodyBytes: 65_536, depth: 3, description: 200 } as const

/** The commands of the workspace, of its project and of the person; where a name is there twice, the nearest counts. */
export async function findCommands(places: InstructionPlaces): Promise<OwnCommand[]> {
  const known = new Map<string, OwnCommand>()
  for (const home of homesOf(places, "commands")) {
    for (const { name, file } of await filesOf(home)) {
      if (known.has(name)) continue
      const read = await home.read(file, bounds.headBytes)
      if (read) known.set(name, { name, source: home.shown(file), description: descriptionOf(read.text) })
    }
  }
  return [...known.values()].slice(0, bounds.commands).sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** What a command says with these words; undefined where there is no such command. */
export async function readCommand(places: InstructionPlaces, name: string, words: string): Promise<string | undefined> {
  for (const home of homesOf(places, "commands")) {
    const match = (await filesOf(home)).find((each) => each.name === name)
    const read = match && (await home.read(match.file, bounds.bodyBytes))
    if (read) return withWords(bodyOf(read.text), words)
  }
  return undefined
}

/** `$ARGUMENTS` and `$@` are all words, `$1` to `$9` one of them; without any of these they come last. Pure. */
export function withWords(text: string, words: string): string {
  const each = (words.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^(["'])(.*)\1$/s, "$2"))
  let isUsed = false
  const filled = text.replace(/\$(ARGUMENTS\b|@|[1-9](?!\d))/g, (_, which: string) => {
    isUsed = true
    return /^\d$/.test(which) ? (each[Number(which) - 1] ?? "") : words
  })
  return isUsed || words === "" ? filled : `${filled}\n\n${words}`
}

type CommandFile = { name: string; file: string }

/** `review.md` is `review`, `git/commit.md` is `git:commit`. */
async function filesOf({ directory }: Home): Promise<CommandFile[]> {
  const found: CommandFile[] = []
  const look = async (folder: string, depth: number): Promise<void> => {
    const handle = await orNothing(opendir(folder))
    if (!handle) return
    for await (const entry of handle) {
      const file = join(folder, entry.name)
      if (found.length >= bounds.commands) break
      if (entry.isDirectory() && depth < bounds.depth) await look(file, depth + 1)
      else if (/^[\w-]+\.md$/.test(entry.name)) {
        found.push({ name: relative(directory, file).slice(0, -3).split(sep).join(":"), file })
      }
    }
  }
  await look(directory, 1)
  return found.sort((a, b) => (a.name < b.name ? -1 : 1))
}

const bodyOf = (text: string) => readFrontMatter(text)?.body ?? text.trim()

/** What it says of itself, else its first line. */
function descriptionOf(text: string): string {
  const said = readFrontMatter(text)?.fields.get("description") || (bodyOf(text).split("\n")[0] ?? "")
  return said
    .replace(/^#+\s*/, "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, bounds.description)
}
