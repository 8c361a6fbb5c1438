import type { Strength } from "../../session/event/common.ts"
import { inDirectory } from "../../shell/quote.ts"
import { strengthOfKind } from "../checks/strength.ts"
import { dotnet, go, java, rust } from "./compiled.ts"
import type { Ecosystem, Offer, ProjectDirectory, ProjectKind } from "./ecosystem.ts"
import { node } from "./node.ts"
import { parserPrograms } from "./parser.ts"
import { python } from "./python.ts"
import { make, php, ruby } from "./scripted.ts"

/** What is known of a workspace. Paths are relative to it, with `/`. */
export type ProjectFacts = {
  /** Existing files: markers, touched files, and test files as far as they were looked for. */
  files: ReadonlySet<string>
  /** What the small marker files hold. */
  texts: ReadonlyMap<string, string>
  /** Programs that can be run, among those that were asked for. */
  available: ReadonlySet<string>
}

/** A command that a project offers for itself, as it is run from the root of the workspace. */
export type ProjectCommand = {
  project: ProjectKind
  directory: string
  kind: Offer["kind"]
  strength: Strength
  command: string
  /** The program that would be needed and is not there; null where it can be run. */
  missing: string | null
}

export type Project = { kinds: readonly ProjectKind[]; commands: readonly ProjectCommand[] }

export const ecosystems: readonly Ecosystem[] = [node, python, rust, go, java, dotnet, ruby, php, make]

export const instructionsFile = "AGENTS.md"

/** What to look for, and read where it is text, at the root and in each directory down to a touched file. */
export const markerFiles: readonly string[] = [
  ...new Set([instructionsFile, ...ecosystems.flatMap((each) => [...each.markers, ...(each.binaries ?? [])])]),
]

/** Names that end so are markers, too. */
export const markerEndings: readonly string[] = ecosystems.flatMap((each) => each.endings ?? [])

/** What to look for on the PATH. */
export const programs: readonly string[] = [
  ...new Set([...ecosystems.flatMap((each) => each.programs), ...parserPrograms]),
]

/** Markers that are programs or locks: that they are there is all that matters. */
export function isReadMarker(name: string): boolean {
  return markerFiles.includes(name) && !name.includes("/") && !unread.test(name)
}

const unread = /(?:\.lockb?|-lock\.(?:json|yaml)|shrinkwrap\.json|go\.sum|mvnw|gradlew)$/

/** A file that a test runner would run by its name. */
export function isTestFile(path: string): boolean {
  return ecosystems.some((each) => each.testFile.test(path))
}

/** What the projects of the workspace offer, the root's first. */
export function detectProject(facts: ProjectFacts): Project {
  const places = directoriesOf(facts).map((directory) => placeOf(directory, facts))
  const here = places.flatMap((place) =>
    ecosystems.filter((each) => each.isHere(place)).map((each) => ({ place, each })),
  )
  return {
    kinds: [...new Set(here.map(({ each }) => each.kind))],
    commands: here.flatMap(({ place, each }) => each.offers(place).map((offer) => commandOf(offer, each.kind, place))),
  }
}

function commandOf({ kind, command, needs }: Offer, project: ProjectKind, place: ProjectDirectory): ProjectCommand {
  const isThere = place.facts.available.has(needs) || place.has(needs)
  return {
    project,
    directory: place.directory,
    kind,
    strength: strengthOfKind[kind],
    command: inDirectory(place.directory, command),
    missing: isThere ? null : needs,
  }
}

const foreign = /(?:^|\/)(?:node_modules|vendor|\.venv|venv|\.git)\//
const markerNames = new Set(ecosystems.flatMap((each) => each.markers).filter((name) => !name.includes("/")))

function directoriesOf(facts: ProjectFacts): string[] {
  const marked = [...facts.files].filter((path) => {
    const name = path.slice(path.lastIndexOf("/") + 1)
    // A package without touched files was not read: it is only known to keep its tests for itself.
    if (name === "package.json" && !facts.texts.has(path)) return false
    return !foreign.test(path) && (markerNames.has(name) || markerEndings.some((ending) => name.endsWith(ending)))
  })
  return [
    "",
    ...new Set(
      marked
        .map(directoryOf)
        .filter((directory) => directory !== "")
        .sort(),
    ),
  ]
}

const directoryOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")))

function placeOf(directory: string, facts: ProjectFacts): ProjectDirectory {
  const prefix = directory === "" ? "" : `${directory}/`
  const inside = [...facts.files].filter((path) => path.startsWith(prefix) && !foreign.test(path.slice(prefix.length)))
  const names = inside.map((path) => path.slice(prefix.length))
  return {
    directory,
    facts,
    has: (name) => facts.files.has(prefix + name),
    text: (name) => facts.texts.get(prefix + name) ?? "",
    hasEnding: (ending) => names.some((name) => !name.includes("/") && name.endsWith(ending)),
    tests: names.filter(isTestFile),
  }
}
