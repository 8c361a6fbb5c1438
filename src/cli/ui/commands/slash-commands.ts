import type { SessionUi } from "../session-ui.ts"
import { ownCommands } from "./own-commands.ts"
import { lookCommands, sessionCommands } from "./session-commands.ts"
import { settingsCommands } from "./settings-commands.ts"
import { type SlashCommand, showOutput } from "./slash-command.ts"

/** The commands of the program. */
const slashCommands: readonly SlashCommand[] = [
  { name: "help", description: "Keys and commands", run: help },
  ...settingsCommands,
  ...lookCommands,
  ...sessionCommands,
  { name: "init", description: "Make this model the default, and write AGENTS.md", run: init },
  { name: "doctor", description: "Check the set-up", run: (ui) => showOutput(ui, ["doctor"]) },
  { name: "detach", description: "Exit; a running server continues the work", run: async (ui) => ui.detach() },
  { name: "quit", description: "Exit; the session is kept", run: async (ui) => ui.quit() },
]

/** Other names for some of them, as other agents have them. */
const aliases: Readonly<Record<string, string>> = {
  exit: "quit",
  new: "clear",
  resume: "sessions",
  usage: "cost",
}

/** All commands: those of the program first, which nothing else takes the name of. */
export async function allCommands(ui: Parameters<typeof ownCommands>[0]): Promise<SlashCommand[]> {
  const taken = new Set(slashCommands.map(({ name }) => name))
  return [...slashCommands, ...(await ownCommands(ui)).filter(({ name }) => !taken.has(name))]
}

/** The command of a name; undefined where there is none. */
export async function findSlashCommand(ui: SessionUi, name: string): Promise<SlashCommand | undefined> {
  const all = await allCommands(ui)
  return all.find((each) => each.name === name) ?? all.find((each) => each.name === aliases[name])
}

async function help(ui: SessionUi): Promise<void> {
  const all = (await allCommands(ui)).map(({ name, hint, description }) => ({
    usage: `/${name}${hint ? ` ${hint}` : ""}`,
    description,
  }))
  const widest = Math.min(mostUsage, Math.max(...all.map(({ usage }) => usage.length)))
  const lines = all.map(({ usage, description }) => `${usage.padEnd(widest)}  ${description}`)
  ui.note([...ui.keyHelp(), "", ...lines].join("\n"))
}

const mostUsage = 24

async function init(ui: SessionUi): Promise<void> {
  const model = ui.modelName
  await showOutput(ui, ["init", "--yes", "--agents-md", ...(model === null ? [] : ["--model", model])])
}
