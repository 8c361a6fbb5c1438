import { afterOptions } from "./option.ts"
import type { Wrapper } from "./programs/wrappers.ts"
import { programName, programNamed } from "./programs.ts"

/** A command without a program that only runs it. */
export type Unwrapped = {
  words: readonly string[]
  /** The wrapper with its options and assignments. */
  before: readonly string[]
  /** Every option of the wrapper is known, and it runs the command in its own directory. */
  known: boolean
}

/** The command that a command runs in turn, where its program does no more than that; undefined where it is none. */
export function unwrapOnce(words: readonly string[]): Unwrapped | undefined {
  const [path = "", first = ""] = words
  const name = programName(path)
  const wrapper = programNamed(name)?.wraps
  // `command -v x` only looks for a program.
  if (!wrapper || (name === "command" && /^-[pvV]*[vV]/.test(first))) return undefined
  if ((wrapper.after ?? wrapper.only)?.includes(first) === false) return undefined
  return takeOff(words, wrapper.after ? 2 : 1, wrapper)
}

/** The command that is run in the end, whatever is put before it. */
export function unwrap(words: readonly string[]): Omit<Unwrapped, "known"> {
  const outer = unwrapOnce(words)
  if (!outer) return { words, before: [] }
  const inner = unwrap(outer.words)
  return { words: inner.words, before: [...outer.before, ...inner.before] }
}

function takeOff(words: readonly string[], start: number, wrapper: Wrapper): Unwrapped {
  const { assigns, operands = 0, moves = [], values } = wrapper
  const table = { ...wrapper, values: [...values, ...moves] }
  const { rest, known } = afterOptions(words.slice(start), table)
  const options = words.slice(start, words.length - rest.length)
  const isMoved = options.some((word) => moves.includes(word.split("=")[0] ?? ""))
  const own = assigns ? rest.findIndex((word) => word !== "-" && !word.includes("=")) : 0
  const inner = own < 0 ? [] : rest.slice(own + operands)
  return { words: inner, before: words.slice(0, words.length - inner.length), known: known && !isMoved }
}
