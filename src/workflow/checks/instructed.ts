import type { Check } from "../../session/event/done.ts"
import { programName } from "../../shell/programs.ts"
import { inDirectory } from "../../shell/quote.ts"
import { contains, sortOf } from "../project/coverage.ts"
import type { ProjectKind } from "../project/ecosystem.ts"
import { ecosystems, instructionsFile, type ProjectCommand, type ProjectFacts } from "../project/project.ts"
import { instructedChecks, programsIn } from "./instructed-checks.ts"
import { strengthOfKind } from "./strength.ts"

/** A command with its source; `project` is null where it may be for any language. */
export type Sourced = Omit<ProjectCommand, "project"> & { project: ProjectKind | null; source: Check["source"] }

/** The commands of every AGENTS.md that is known, each run in the directory of its file. */
export function instructedCommands(facts: ProjectFacts): Sourced[] {
  return [...facts.texts].flatMap(([path, text]) => {
    const directory = path.slice(0, Math.max(0, path.lastIndexOf("/")))
    if (path.slice(directory === "" ? 0 : directory.length + 1) !== instructionsFile) return []
    return instructedChecks(text, directory === "" ? facts : undefined).map(({ kind, command }) => {
      const started = programsIn(command)
      return {
        project: languageOf(started),
        directory,
        kind,
        strength: strengthOfKind[kind],
        command: inDirectory(directory, command),
        missing: started.find((name) => !facts.available.has(name)) ?? null,
        source: "instructions" as const,
      }
    })
  })
}

/** The commands for a file: what the nearest AGENTS.md says of a kind wins over what was detected of that kind. */
export function withInstructions(
  path: string,
  detected: readonly ProjectCommand[],
  instructed: readonly Sourced[],
): Sourced[] {
  const sort = sortOf(path)
  const own = detected.map((command): Sourced => ({ ...command, source: "project" }))
  if (sort.sort === "aside") return own
  const around = instructed.filter(
    ({ directory, project }) =>
      contains(directory, path) && (project === null || sort.by === null || project === sort.by),
  )
  const said = around.filter((command) => {
    const same = around.filter((other) => other.kind === command.kind && other.missing === null)
    const nearest = Math.max(...same.map((other) => other.directory.length), 0)
    return command.missing !== null || command.directory.length === nearest
  })
  const kinds = new Set(said.filter((command) => command.missing === null).map((command) => command.kind))
  return [...said, ...own.filter((command) => !kinds.has(command.kind))]
}

const anyLanguage = new Set(["make", "bash", "sh"])

function languageOf(started: readonly string[]): ProjectKind | null {
  const names = started.map(programName)
  if (names.some((name) => anyLanguage.has(name))) return null
  const owners = ecosystems.filter((each) => each.programs.some((program) => names.includes(programName(program))))
  return owners.length === 1 ? (owners[0]?.kind ?? null) : null
}
