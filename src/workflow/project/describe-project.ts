import { fileWords } from "../outline/file-words.ts"
import { lockFiles } from "./node.ts"
import { detectProject, type ProjectCommand, type ProjectFacts } from "./project.ts"

export type ProjectLook = {
  facts: ProjectFacts
  /** What is at the top of the workspace, directories with a `/`. */
  entries: readonly string[]
  readme: { path: string; text: string } | null
  /** Without what a weak model has no room for: the README and what is at the top. */
  brief: boolean
}

const most = { entries: 20, readme: 500, commands: 8 } as const

/** Lock files and the program that they belong to. */
const managers: Readonly<Record<string, string>> = {
  ...lockFiles,
  "uv.lock": "uv",
  "poetry.lock": "poetry",
  Pipfile: "pipenv",
  "Cargo.lock": "cargo",
  "go.sum": "go",
  "Gemfile.lock": "bundler",
  "composer.lock": "composer",
}

/** What is known of the project without asking: its sort, how it is checked, and what is there. Null where nothing is. */
export function projectContext({ facts, entries, readme, brief }: ProjectLook): string | null {
  const { kinds, manager, commands } = projectSummary(facts)
  const lines = [
    ...(kinds.length > 0 ? [`Type: ${kinds.join(", ")}`] : []),
    ...(manager ? [`Package manager: ${manager}`] : []),
    ...few(commands.map(({ name, command }) => `${name}: ${command}`)),
    ...(!brief && entries.length > 0 ? [`At the top: ${listed(entries)}`] : []),
  ]
  const said = !brief && readme ? beginning(readme) : null
  if (lines.length === 0 && !said) return null
  return [["## Project", "", ...lines].join("\n").trimEnd(), ...(said ? [said] : [])].join("\n\n")
}

/** What a project is made of: its kinds, its package manager and the commands that can be run here. */
export function projectSummary(facts: ProjectFacts) {
  const { kinds, commands } = detectProject(facts)
  const runnable = usable(commands).map(({ kind, command }) => ({ name: heading[kind], command }))
  return { kinds, manager: managerOf(facts), commands: runnable }
}

/** What follows from it for the work. Null where nothing does. */
export function projectTips({ facts }: Pick<ProjectLook, "facts">): string | null {
  const { commands } = detectProject(facts)
  const manager = managerOf(facts)
  const test = usable(commands).find(({ kind }) => kind === "test")
  const missing = [...new Set(commands.flatMap(({ missing: program }) => (program === null ? [] : [program])))]
  const tips = [
    ...(test ? [`- After a change, run \`${test.command}\`.`] : []),
    ...(manager ? [`- Add and remove packages with ${manager}, never by hand.`] : []),
    ...(missing.length > 0 ? [`- Not installed here: ${missing.join(", ")}. What needs it cannot be run.`] : []),
  ]
  return tips.length === 0 ? null : ["## Project tips", "", ...tips].join("\n")
}

const heading = {
  test: "Test",
  build: "Build",
  typecheck: "Check types",
  lint: "Lint",
} as const satisfies Record<ProjectCommand["kind"], string>

const usable = (commands: readonly ProjectCommand[]) => commands.filter(({ missing }) => missing === null)

function managerOf({ files }: ProjectFacts): string | null {
  const lock = Object.keys(managers).find((file) => files.has(file))
  return lock === undefined ? null : (managers[lock] ?? null)
}

function few(lines: readonly string[]): string[] {
  const more = lines.length - most.commands
  return more > 0 ? [...lines.slice(0, most.commands), `and ${more} more commands`] : [...lines]
}

function listed(entries: readonly string[]): string {
  const more = entries.length - most.entries
  return `${entries.slice(0, most.entries).join(" ")}${more > 0 ? ` and ${more} more` : ""}`
}

function beginning({ path, text }: { path: string; text: string }): string | null {
  const start = text.trim().slice(0, most.readme).toWellFormed()
  return start === "" ? null : fileWords(path, `${start}${text.trim().length > most.readme ? "…" : ""}`)
}
