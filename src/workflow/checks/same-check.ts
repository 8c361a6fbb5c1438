import { manifestOf } from "../project/manifest.ts"
import type { ProjectFacts } from "../project/project.ts"
import { innerCommand } from "./placeholder-effect.ts"
import { readShell, type Shell } from "./placeholder-shell.ts"
import type { Word } from "./placeholder-token.ts"
import { args, programOf, scriptName } from "./strength-command.ts"

/**
 * The checks that have passed when a command line has: each as a key that all its spellings share, so that `pytest` and
 * `cd . && python3 -m pytest -q` are one. Empty where the line may pass without them.
 */
export function checkKeys(command: string, directory = ""): string[] {
  const tree = readShell(command)
  return tree === null ? [] : keysOf(tree, { directory })
}

/** Whether a run of these keys is a run of this check: as it is named, or by what its script runs. */
export function isCheck(keys: readonly string[], check: string, facts?: ProjectFacts): boolean {
  const wanted = checkKeys(check)
  if (wanted.length === 0) return false
  const has = (all: readonly string[]) => all.length > 0 && all.every((key) => keys.includes(key))
  return has(wanted) || has(scriptKeys(check, facts))
}

/** Where the next command runs; null where that is not certain, or where its environment is no longer the usual one. */
type Place = { directory: string | null }

function keysOf(tree: Shell, place: Place): string[] {
  switch (tree.is) {
    case "simple": {
      const words = innerCommand(tree.words)
      const lead = tree.words.slice(0, tree.words.length - words.length)
      const texts = words.map(({ text }) => text)
      if (changesEnvironment(words) || (texts.length === 0 && lead.some(matters))) place.directory = null
      if (words.some(({ varies }) => varies) || lead.some(movesCommand)) return []
      if (!movers.has(texts[0] ?? "")) {
        if (texts.length === 0 || place.directory === null || lead.some((word) => word.varies && matters(word)))
          return []
        return [[keyOf(texts, place.directory), ...lead.filter(matters).map(({ text }) => text)].join(" ")]
      }
      const isPlain = texts[0] === "cd" && place.directory !== null && /^[^-~]/.test(texts[1] ?? "")
      place.directory = isPlain ? joined(place.directory ?? "", texts[1] ?? "") : null
      return []
    }
    case "and":
      return [...keysOf(tree.left, place), ...keysOf(tree.right, place)]
    case "subshell":
      return keysOf(tree.body, { ...place })
    case "sequence": {
      // Only the last of several commands decides how the line ends.
      const all = tree.parts.map((part) => keysOf(part, place))
      return all.at(-1) ?? []
    }
    default:
      if (moves(tree)) place.directory = null
      return []
  }
}

const movers: ReadonlySet<string> = new Set(["cd", "pushd", "popd"])

/** A variable that may decide which tests run. The others say how much is printed, and where modules are found. */
const matters = ({ text }: Word) => /^\w+\+?=/.test(text) && !(harmless.test(text) && !/[=:][/~]/.test(text))
const harmless =
  /^(?:CI|TERM|COLUMNS|NO_COLOR|FORCE_COLOR|NODE_ENV|PYTHONPATH|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|RUST_BACKTRACE|TZ|LANG|LC_\w+)=/

/** An option before a command by which it runs in another directory. */
const movesCommand = ({ text }: Word) =>
  /^(?:-C|--(?:chdir|directory|project|prefix|cwd|split-string)(?:=.*)?)$/.test(text)

/** Whether a command changes what the names and variables after it mean. The script of a virtual environment may. */
function changesEnvironment([first, ...rest]: readonly Word[]): boolean {
  const name = first?.text ?? ""
  if (name === "source" || name === ".") return !/(?:^|\/)bin\/activate$/.test(rest[0]?.text ?? "")
  if (name === "export" || name === "declare" || name === "typeset") return rest.some(matters)
  return ["alias", "eval", "hash", "enable", "trap", "unset"].includes(name)
}

/** Whether a part of a line may change the directory, or the environment, of what comes after it. */
function moves(tree: Shell): boolean {
  switch (tree.is) {
    case "simple":
      return movers.has(tree.words[0]?.text ?? "") || changesEnvironment(innerCommand(tree.words))
    case "and":
    case "or":
      return moves(tree.left) || moves(tree.right)
    case "sequence":
      return tree.parts.some(moves)
    case "if":
      return [tree.condition, tree.body, ...(tree.otherwise ? [tree.otherwise] : [])].some(moves)
    case "not":
      return moves(tree.body)
    case "pipe":
    case "background":
    case "subshell":
      return false
    default:
      return tree satisfies never
  }
}

function keyOf(texts: readonly string[], directory: string): string {
  const [path = "", ...rest] = texts
  const program = programOf(path)
  if (program === "python" && rest[0] === "-m") return keyOf(rest.slice(1), directory)
  if (packageManagers.has(program)) {
    const script = scriptName(program, rest)
    if (script !== null) return [directory, program, "run", script, ...telling(program, withoutScript(rest))].join(" ")
  }
  const own = telling(program, rest).filter((word) => word !== "." && word !== "./")
  return [directory, program, ...own.toSorted()].join(" ")
}

const packageManagers: ReadonlySet<string> = new Set(["npm", "pnpm", "yarn", "bun"])

/** What is given to a package manager beside `test` or `run test`. */
function withoutScript(rest: readonly string[]): string[] {
  const [verb = "", name = ""] = args(rest)
  const named = ["run", "run-script"].includes(verb) ? [verb, name] : [verb]
  const at = named.map((word) => rest.indexOf(word))
  return rest.filter((_, index) => !at.includes(index))
}

/** What a `package.json` script runs, where that is a plain chain of commands. */
function scriptKeys(check: string, facts: ProjectFacts | undefined): string[] {
  const [key = ""] = checkKeys(check)
  const [directory = "", program = "", run, script = ""] = key.split(" ")
  if (facts === undefined || run !== "run" || !packageManagers.has(program)) return []
  const manifest = manifestOf(facts.texts.get(directory === "" ? "package.json" : `${directory}/package.json`) ?? "")
  const isWrapped = manifest?.scripts.has(`pre${script}`) || manifest?.scripts.has(`post${script}`)
  const text = manifest?.scripts.get(script)
  return text === undefined || isWrapped ? [] : checkKeys(text, directory)
}

/** The words that decide what is checked. How much is printed does not, nor when a run that fails is given up. */
const telling = (program: string, words: readonly string[]) =>
  words.filter((word) => !presentation.test(word) && !shortPresentation[program]?.test(word))
const presentation =
  /^(?:--quiet|--verbose|--silent|--no-header|--no-summary|--showlocals|--tb=\w+|--durations=\d+|--colou?r(?:=\w+)?|--no-colou?r|--ci|--reporters?=\S+|--test-reporter=\S+|--nocapture|--exitfirst|--maxfail=\d+|--bail|--)$/

/** By program: to another one, `-v` is a question for its version, and `-q` one for what is out of date. */
const shortPresentation: Readonly<Record<string, RegExp>> = {
  pytest: /^(?:-q+|-v+|-[lsx]|-r\w+)$/,
  unittest: /^-[bfqv]$/,
  go: /^(?:-v|-count=1)$/,
  cargo: /^(?:-q|-v+)$/,
  mypy: /^-v$/,
  make: /^-s$/,
  mvn: /^-q$/,
  gradle: /^-q$/,
  npm: /^-[sq]$/,
  pnpm: /^-s$/,
  yarn: /^-s$/,
}

function joined(directory: string, step: string): string {
  const parts = [...(step.startsWith("/") ? [] : directory.split("/")), ...step.split("/")]
  const found: string[] = []
  for (const part of parts) {
    if (part === "..") found.pop()
    else if (part !== "" && part !== ".") found.push(part)
  }
  return (step.startsWith("/") ? "/" : "") + found.join("/")
}
