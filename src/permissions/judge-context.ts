import type { Whence } from "../shell/paths.ts"
import type { Judgement } from "./judgement.ts"
import type { Disk } from "./links.ts"

/** Where a command would run, and the protected paths, all absolute. Without a disk, paths are taken literally. */
export type ShellContext = Partial<Disk> & {
  workspace: string
  /** The project that the workspace is in, where it is not the workspace itself. */
  project?: string
  home: string
  /** Holdfast's own files and directories: store, config, rules, tokens. */
  protected: readonly string[]
  /** The working directory, if it is not the workspace. */
  cwd?: string
  /** Counts the characters that are looked at. */
  steps?: Steps
}

type Steps = { taken: number }

/** The context for judges, which looks up what is on the disk, or records it as wanted. */
export type CommandContext = Omit<ShellContext, keyof Disk | "steps"> & Omit<Whence, "directories"> & { steps: Steps }

/** What the judge of a single program knows of the surrounding command. */
export type JudgeContext = CommandContext & {
  /** Every possible working directory of the command. */
  directories: readonly string[]
  /** The command line sets a variable to text that may be a command. */
  hides: boolean
  /** The pattern of the names that the command is given as its input. */
  listed?: string | undefined
  /** The command line has brought files that may be links, not looked at yet. */
  brought: boolean
  /** Results for words already judged, shared by nested programs. */
  warnings: Map<string, Judgement>
  /** Judges text that a nested shell would run. */
  script(text: string): Judgement
  /** Judges a command that this command would run. */
  command(words: readonly string[]): Judgement
}

/** Judges the arguments of one program. */
export type Judge = (args: readonly string[], scene: JudgeContext) => Judgement
