import { isUnknown } from "./mark.ts"
import { normalise } from "./path-pattern.ts"
import { programName, programNamed } from "./programs.ts"
import type { Words } from "./readings.ts"
import type { SimpleCommand } from "./simple-command.ts"

/** The state of the shell that a command is run in. */
export type ShellState = {
  /** Below the directory in which the line starts; null where that is not certain. */
  directory: string | null
  errexit: boolean
  pipefail: boolean
  /** It is the last of a pipeline, so that the others have no say. */
  piped: boolean
  /** What was done to the shell before: assignments that last, and commands such as `source` and `alias`. */
  changed: Words
  /** How many scripts run one another. */
  depth: number
}

export const initialState: ShellState = {
  directory: "",
  errexit: false,
  pipefail: false,
  piped: false,
  changed: [],
  depth: 0,
}

/** What is certain of the shell where one of two ways was taken. */
export function commonState(one: ShellState, other: ShellState): ShellState {
  return {
    ...one,
    directory: one.directory === other.directory ? one.directory : null,
    errexit: one.errexit && other.errexit,
    pipefail: one.pipefail && other.pipefail,
    changed: [...new Set([...one.changed, ...other.changed])],
  }
}

/** The state after a command that changes it; undefined for any other. A `cd` that fails is taken for one that did not. */
export function stateAfter({ words, before }: SimpleCommand, state: ShellState): ShellState | undefined {
  const [name, ...args] = words
  const changing = (...added: readonly string[]) => ({ ...state, changed: [...state.changed, ...added] })
  switch (name) {
    case undefined:
      return changing(...before)
    case "set":
      return { ...state, ...shellOptions(args) }
    case "cd":
      return { ...state, directory: below(state.directory, args) }
    case "pushd":
    case "popd":
      return { ...state, directory: null }
    case "export":
    case "declare":
    case "typeset":
      return changing(...args.filter((word) => word.includes("=") || isUnknown(word)))
    case "eval":
      return { ...changing(words.join(" ")), directory: null }
    case "source":
    case ".":
    case "alias":
    case "unalias":
    case "unset":
    case "hash":
    case "enable":
    case "trap":
      return changing(words.join(" "))
    default:
      return undefined
  }
}

/** The script that a command has a shell run, with the state that it starts in; undefined where it is no such command. */
export function scriptRunBy(
  { words, before, input }: SimpleCommand,
  state: ShellState,
): { text: string; state: ShellState } | undefined {
  const [path = "", ...args] = words
  const inner = { ...state, changed: [...state.changed, ...before], depth: state.depth + 1 }
  if (path === "eval") return { text: args.join(" "), state: inner }
  if (!programNamed(programName(path))?.isShell) return undefined
  const own = { ...inner, errexit: false, pipefail: false }
  const at = args.findIndex((word) => /^-\w*c$/.test(word))
  if (at >= 0) return { text: args[at + 1] ?? "", state: { ...own, ...shellOptions(args.slice(0, at + 1)) } }
  return input !== null && args.every((word) => word.startsWith("-")) ? { text: input, state: own } : undefined
}

function shellOptions(words: Words): Partial<ShellState> {
  const has = (sign: string, letter: string) =>
    words.some((word) => new RegExp(`^\\${sign}[a-z]*${letter}`, "i").test(word))
  const named = (sign: string, name: string) =>
    words.some((word, at) => word === name && words[at - 1]?.startsWith(sign))
  return {
    ...(has("-", "e") || named("-", "errexit") ? { errexit: true } : {}),
    ...(has("+", "e") || named("+", "errexit") ? { errexit: false } : {}),
    ...(named("-", "pipefail") ? { pipefail: true } : {}),
    ...(named("+", "pipefail") ? { pipefail: false } : {}),
  }
}

/** Where `cd` goes; above the directory in which the line starts, nothing is certain. */
function below(directory: string | null, [target = "", ...more]: Words): string | null {
  if (directory === null || more.length > 0 || isUnknown(target) || !/^[^-~]/.test(target)) return null
  if (target.startsWith("/") || directory.startsWith("/"))
    return normalise(target.startsWith("/") ? target : `${directory}/${target}`)
  const path = normalise(`${root}/${directory}/${target}`)
  return path === root ? "" : path.startsWith(`${root}/`) ? path.slice(root.length + 1) : null
}

/** Stands for the directory in which the line starts. */
const root = "/\0"
