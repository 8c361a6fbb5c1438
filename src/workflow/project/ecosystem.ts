import type { Check } from "../../session/event/done.ts"
import type { ProjectFacts } from "./project.ts"

/** The sorts of project that are known. */
export type ProjectKind = "node" | "python" | "rust" | "go" | "java" | "dotnet" | "ruby" | "php" | "make"

/** A directory that may be a project. Names are relative to it. */
export type ProjectDirectory = {
  directory: string
  facts: ProjectFacts
  has(name: string): boolean
  text(name: string): string
  /** A file in this directory itself whose name ends so. */
  hasEnding(ending: string): boolean
  /** The test files under it, as far as they are known. */
  tests: readonly string[]
}

/** A command that a project offers, run in its directory. `needs` is the program, or the file of it in the project. */
export type Offer = { kind: Exclude<Check["kind"], "runtime">; command: string; needs: string }

export type Ecosystem = {
  kind: ProjectKind
  /** Files that tell that a directory is such a project, and how it is checked. */
  markers: readonly string[]
  endings?: readonly string[]
  /** Programs that live in the project. */
  binaries?: readonly string[]
  programs: readonly string[]
  /** How the names of its source files end. */
  sources: readonly string[]
  /** The test files that it knows by their names. */
  testFile: RegExp
  isHere(place: ProjectDirectory): boolean
  offers(place: ProjectDirectory): readonly Offer[]
}

export const named = (place: ProjectDirectory, names: readonly string[]): boolean =>
  names.some((name) => place.has(name))
