import { findCommands, readCommand } from "../../../agent/instructions/commands.ts"
import { findSkills, readSkill } from "../../../agent/instructions/skills.ts"
import { clippedLine } from "../../../base/clip.ts"
import { oneLine } from "../../../base/plain-words.ts"
import type { SessionUi } from "../session-ui.ts"
import type { Expanded, SlashCommand } from "./slash-command.ts"

type Place = Pick<SessionUi, "workspace"> & { context: Pick<SessionUi["context"], "configuration"> }

const longest = 80

/** The commands and skills that the person and the project have written; a command comes before a skill of its name. */
export async function ownCommands({ workspace, context: { configuration } }: Place): Promise<SlashCommand[]> {
  const places = { workspace, configuration }
  const [commands, skills] = await Promise.all([findCommands(places), findSkills(places)])
  const written = commands.map<SlashCommand>(({ name, description, source }) => ({
    name,
    description: `${clippedLine(oneLine(description), longest)} (${oneLine(source)})`,
    expand: async (_, words) => expanded(name, words, await readCommand(places, name, words)),
  }))
  const learned = skills
    .filter(({ name, wrong }) => wrong === null && isTypable(name) && !commands.some((each) => each.name === name))
    .map<SlashCommand>(({ name, description }) => ({
      name,
      description: `${clippedLine(oneLine(description), longest)} (skill)`,
      expand: async (ui, words) => {
        const read = await readSkill(places, name)
        if (read.status === "ok") return expanded(name, words, `Use this skill.\n\n${read.text}`)
        ui.note(read.text, "warn")
        return null
      },
    }))
  return [...written, ...learned]
}

/** Whether a name can follow the `/` of a command. */
const isTypable = (name: string) => /^[\w:-]+$/.test(name)

/** What was typed, and what it stands for. */
function expanded(name: string, words: string, text: string | undefined): Expanded | null {
  if (text === undefined) return null
  const typed = `/${name} ${words}`.trim()
  return { text: `${typed}\n\n${text}`, typed: typed.length }
}
