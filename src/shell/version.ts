import { lookup } from "../base/lookup.ts"
import { words } from "./option.ts"
import { presentation } from "./programs/checkers.ts"

/**
 * Whether a program is asked no more than which one it is, or how it is used: `certain` where that is all that it can
 * mean, `possible` where another program may take it for something else.
 */
export function versionQuestion(program: string, args: readonly string[]): "certain" | "possible" | null {
  const [first = "", ...more] = args
  if (more.length === 0 && isCertain(program, first)) return "certain"
  if (asksForHelp(args)) return "possible"
  const alone = more.length === 0 && questions.has(first) && !lookup(presentation.of, program)?.test(first)
  return alone ? "possible" : null
}

/** Whether there is an option that no program takes for anything else. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.some((word) => /^--?(?:help|version)$/.test(word))
}

const questions: ReadonlySet<string> = new Set(words("-v -V -h --v version help"))

function isCertain(program: string, word: string): boolean {
  const own = lookup(shortForms, word)
  return own ? own.has(program) : longForms.has(program) && (word === "--version" || word === "--help")
}

/** Programs that do nothing else with `--version` or `--help`. */
const longForms: ReadonlySet<string> = new Set(
  words(`node npm npx yarn pnpm bun deno python python3 pip pip3 ruby gem perl php go cargo rustc rustup java javac gcc g++
    cc clang make cmake docker tsc git rg jq curl wget ssh bash sh zsh uv poetry mvn gradle dotnet swift kotlin`),
)

/** To others these are something else: a script, a target, or a word to work on with. */
const shortForms: Readonly<Record<string, ReadonlySet<string>>> = {
  "-v": new Set(words("node npm npx yarn pnpm bun")),
  "-V": new Set(words("python python3 pip pip3 ssh rg jq curl wget cargo rustc rustup uv poetry deno")),
  version: new Set(words("npm go git docker cargo")),
}
