import type { Judgement } from "./judgement.ts"
import type { Syntax } from "./parse.ts"
import type { Ground, Scene } from "./scene.ts"

/** The directories that a command may stand in after a part of it: if that part succeeded, and in any case. */
export type Flow = { ok: readonly string[]; any: readonly string[] }

/** The words of a command as the shell would see them, with marks for what is not known. */
export type Words = readonly string[]

/** What the visitors of the parts of a command share. */
export type Walk = {
  context: Ground
  /** Where the command has been so far. */
  been: string[]
  /** The command sets a variable to a text that may be a command. */
  hides: boolean
  scene(directories: readonly string[]): Scene
  /** The words that some nodes stand for; first for certain, then as they may be if that is something else. */
  readings(nodes: readonly Syntax[], directories: readonly string[]): readonly [Words, ...Words[]]
  /** Keeps what was judged. */
  note(text: string, program: string, judgement: Judgement, plain?: string): void
  /** Visits a node; `extra` are words of its command that stand behind a redirection. */
  visit(node: Syntax, directories: readonly string[], extra?: readonly Syntax[]): Flow
  /** Visits only what runs within the words of a node. */
  visitWithin(node: Syntax, directories: readonly string[]): void
}

/** Nothing moved. */
export function stay(directories: readonly string[]): Flow {
  return { ok: directories, any: directories }
}

/** The members of both, each once. */
export function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])]
}
