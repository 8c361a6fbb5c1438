import type { Follow } from "../shell/paths.ts"
import type { Judgement } from "./judgement.ts"

/** Where a command would run, and what it must keep away from. All paths are absolute. */
export type ShellContext = {
  /** The directory that the agent works in. */
  workspace: string
  home: string
  /** Files and directories of Holdfast: the store, config, policy, tokens. */
  protected: readonly string[]
  /** Where the command starts, if not in the workspace itself. */
  cwd?: string
  /** Where a path really leads, with symbolic links followed; without it paths are what they are called. */
  real?(path: string): Promise<string>
}

/** The same for the judges: what the disk says is known, or is asked for. */
export type Ground = Omit<ShellContext, "real"> & { follow: Follow }

/** What the judges of single programs know of the command around them. */
export type Scene = Ground & {
  /** Every directory that the command may stand in: where it starts, and where it goes. */
  directories: readonly string[]
  /** It sets a variable to a text that may be a command. */
  hides: boolean
  /** What was said of words already: programs that run one another share them. */
  warnings: Map<string, Judgement>
  /** Judges a text that a shell within the command would run. */
  script(text: string): Judgement
  /** Judges a command that the command would run in turn. */
  command(words: readonly string[]): Judgement
}

/** Judges the arguments of one program. */
export type Judge = (args: readonly string[], scene: Scene) => Judgement
