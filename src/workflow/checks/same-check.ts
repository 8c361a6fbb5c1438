import { argumentsThatMatter } from "../../shell/checker.ts"
import { isUnknown, marks } from "../../shell/mark.ts"
import { type Question, shownBy } from "../../shell/outcome.ts"
import { programName, programNamed } from "../../shell/programs.ts"
import { positionals, scriptName } from "../../shell/script-name.ts"
import { initialState, type ShellState } from "../../shell/shell-state.ts"
import type { SimpleCommand } from "../../shell/simple-command.ts"
import type { ProjectFacts } from "../project/project.ts"
import { manifestOf } from "../project/project-manifest.ts"

/**
 * The checks that have passed when a command line has: each as a key that all its spellings share, so that `pytest` and
 * `cd . && python3 -m pytest -q` are one. Empty where the line may pass without them.
 */
export function checkKeys(command: string, directory = ""): readonly string[] {
  return shownBy(command, passed, { ...initialState, directory })
}

/** A check as it is named, and by what its script runs. */
export type CheckNames = { own: readonly string[]; script: readonly string[] }

export function namesOf(check: string, facts?: ProjectFacts): CheckNames {
  const own = checkKeys(check)
  return { own, script: scriptKeys(own, facts) }
}

/** Whether a run of these keys is a run of this check. */
export function isCheck(keys: readonly string[], check: string, facts?: ProjectFacts): boolean {
  return isNamed(keys, namesOf(check, facts))
}

/** Whether a run of these keys is a run of the check of these names. */
export function isNamed(keys: readonly string[], { own, script }: CheckNames): boolean {
  const has = (all: readonly string[]) => all.length > 0 && all.every((key) => keys.includes(key))
  return own.length > 0 && (has(own) || has(script))
}

const passed: Question<readonly string[]> = {
  nothing: [],
  both: (one, other) => [...new Set([...one, ...other])],
  either: (one, other) => one.filter((key) => other.includes(key)),
  command: (command, state) => ({ mayPass: true, mayFail: true, shown: keysOf(command, state) }),
  failure: () => [],
}

/** None where it is not certain what the command is, where it runs, or that its environment is the usual one. */
function keysOf({ words, before }: SimpleCommand, { directory, piped, changed }: ShellState): string[] {
  const own = before.filter(matters)
  if (directory === null || piped || changed.some(changesEnvironment) || before.some(movesCommand)) return []
  if ([...words, ...own].some((word) => isUnknown(word) || word.includes(marks.pipe))) return []
  return [[keyOf(words, directory), ...own].join(" ")]
}

/** A variable that may decide which tests run. The others say how much is printed, and where modules are found. */
const matters = (text: string) => isAssignment.test(text) && !(harmless.test(text) && !/[=:][/~]/.test(text))
const isAssignment = /^\w+\+?=/
const harmless =
  /^(?:CI|TERM|COLUMNS|NO_COLOR|FORCE_COLOR|NODE_ENV|PYTHONPATH|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|RUST_BACKTRACE|TZ|LANG|LC_\w+)=/

/** An option before a command by which it runs in another directory. */
const movesCommand = (text: string) =>
  /^(?:-C|--(?:chdir|directory|project|prefix|cwd|split-string)(?:=.*)?)$/.test(text)

/** Whether what was done to the shell changes what names and variables mean. The script of a virtual environment may. */
const changesEnvironment = (change: string) =>
  isAssignment.test(change) ? matters(change) : !/^(?:source|\.) (?:\S*\/)?bin\/activate$/.test(change)

function keyOf(texts: readonly string[], directory: string): string {
  const [path = "", ...rest] = texts
  const program = programName(path)
  if (program === "python" && rest[0] === "-m") return keyOf(rest.slice(1), directory)
  if (programNamed(program)?.manages?.scripts) {
    const script = scriptName(program, rest)
    if (script !== null)
      return [directory, program, "run", script, ...argumentsThatMatter(program, withoutScript(rest))].join(" ")
  }
  const own = argumentsThatMatter(program, rest).filter((word) => word !== "." && word !== "./")
  return [directory, program, ...own.toSorted()].join(" ")
}

/** What is given to a package manager beside `test` or `run test`. */
function withoutScript(rest: readonly string[]): string[] {
  const [verb = "", name = ""] = positionals(rest)
  const named = ["run", "run-script"].includes(verb) ? [verb, name] : [verb]
  const at = named.map((word) => rest.indexOf(word))
  return rest.filter((_, index) => !at.includes(index))
}

/** What a `package.json` script runs, where that is a plain chain of commands. */
function scriptKeys([key = ""]: readonly string[], facts: ProjectFacts | undefined): readonly string[] {
  const [directory = "", program = "", run, script = ""] = key.split(" ")
  if (facts === undefined || run !== "run" || programNamed(program)?.manages?.scripts === undefined) return []
  const manifest = manifestOf(facts.texts.get(directory === "" ? "package.json" : `${directory}/package.json`) ?? "")
  const isWrapped = manifest?.scripts.has(`pre${script}`) || manifest?.scripts.has(`post${script}`)
  const text = manifest?.scripts.get(script)
  return text === undefined || isWrapped ? [] : checkKeys(text, directory)
}
