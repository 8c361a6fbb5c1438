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
}

/** What the judges of single programs know of the command around them. */
export type Scene = ShellContext & {
  /** Every directory that the command may stand in: where it starts, and where it goes. */
  directories: readonly string[]
  /** Judges a text that a shell within the command would run. */
  script(text: string): Judgement
  /** Judges a command that the command would run in turn. */
  command(words: readonly string[]): Judgement
}

/** Judges the arguments of one program. */
export type Judge = (args: readonly string[], scene: Scene) => Judgement
