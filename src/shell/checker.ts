import { lookup } from "../base/lookup.ts"
import { neverEnds } from "./endless.ts"
import {
  type CheckKind,
  downgrades,
  formatters,
  idle,
  leading,
  parses,
  presentation,
  scriptKinds,
  targets,
} from "./programs/checkers.ts"
import { programName, programNamed } from "./programs.ts"
import { isAboutPackages, positionals, scriptName } from "./script-name.ts"
import { versionQuestion } from "./version.ts"

/**
 * What a simple command checks, by its program and arguments: `nothing` where it always passes, `unknown`
 * where it may fail and no table says why.
 */
export function checkKind(words: readonly string[]): CheckKind | "nothing" | "unknown" {
  const [path = "", ...rest] = words
  const program = programName(path)
  if (program === "" || versionQuestion(program, rest) !== null || isIdle(program, rest) || neverEnds(words))
    return "nothing"
  const name = [program, ...positionals(rest)].join(" ")
  if (onlyWrites(name, rest)) return "nothing"
  const kind = knownKind(program, name, rest)
  if (kind !== null) return kind === "test" && isDowngraded(program, rest) ? "build" : kind
  // A program of the project may be called like one that the table knows.
  const isOwn = path.includes("/") && !path.startsWith("/")
  return !isOwn && saysNothing(program, rest) ? "nothing" : "unknown"
}

/** The words of a command that say what it does to a project; undefined where no table knows it. */
export function leadingWords(words: readonly string[]): readonly string[] | undefined {
  const [program = "", subcommand = "", script = ""] = words
  const checking = Object.values(leading).flat()
  const known = checking.find((known) => begins(known, words.join(" ")))
  if (known !== undefined) return known.split(" ")
  const manager = programNamed(program)?.manages
  if (!manager) return undefined
  const isUsual = manager.installs?.includes(subcommand) || subcommand === "test"
  if (isUsual && !manager.publishes?.includes(subcommand)) return [program, subcommand]
  return manager.scripts && subcommand === "run" && /^[a-z]/i.test(script) ? [program, "run", script] : undefined
}

/** Whether any table knows a program of that name. */
export function isKnownProgram(path: string): boolean {
  const name = programName(path)
  const checking = [...Object.values(leading).flat(), ...Object.keys(targets), ...Object.keys(parses)]
  return programNamed(name) !== undefined || checking.some((known) => begins(known, name))
}

/** The arguments that decide what is checked: without those about how much is printed. */
export function argumentsThatMatter(program: string, args: readonly string[]): string[] {
  return args.filter((word) => !presentation.any.test(word) && !lookup(presentation.of, program)?.test(word))
}

/** The kind that a script or a target is of, by its name: `test:unit` is a test, `latest` is none. */
function kindOfName(name: string): CheckKind | null {
  const parts = name.toLowerCase().split(/[:._/-]/)
  if (scriptKinds.never.some((word) => parts.includes(word))) return null
  const joined = parts.join("")
  const kinds = ["typecheck", "lint", "test", "build"] as const
  return (
    kinds.find((kind) => parts.some((part) => scriptKinds[kind].has(part)) || scriptKinds[kind].has(joined)) ?? null
  )
}

function knownKind(program: string, name: string, rest: readonly string[]): CheckKind | null {
  const own = lookup(targets, program)
  if (own) {
    const given = positionals(rest).map((target) => target.slice(target.lastIndexOf(":") + 1))
    const all = given.length > 0 ? given : own.fallback
    return (
      (["test", "typecheck", "build", "lint"] as const).find((kind) =>
        all.some((target) => own[kind]?.includes(target) || (own.byName && kindOfName(target) === kind)),
      ) ?? null
    )
  }
  const script = scriptName(program, rest)
  if (script !== null) return kindOfName(script)
  const module = program === "python" && rest[0] === "-m" ? `python -m ${rest[1] ?? ""}` : null
  if (program === "node" && rest.includes("--test")) return "test"
  const kinds = ["test", "typecheck", "build", "lint"] as const
  const kind = kinds.find((each) => leading[each].some((known) => begins(module ?? name, known)))
  if (kind) return kind
  const options = lookup(parses, module ?? program)
  return options && (options.length === 0 || options.some((option) => rest.includes(option))) ? "parse" : null
}

const begins = (name: string, known: string) => name === known || name.startsWith(`${known} `)

/** A formatter that is not asked to compare passes over everything that it can read. */
function onlyWrites(name: string, rest: readonly string[]): boolean {
  const compares = Object.entries(formatters).find(([known]) => begins(name, known))?.[1]
  return compares !== undefined && !compares.some((option) => rest.includes(option))
}

function isIdle(program: string, rest: readonly string[]): boolean {
  return rest.some((word) => idle.any.has(word) || lookup(idle.of, program)?.includes(word))
}

function isDowngraded(program: string, rest: readonly string[]): boolean {
  const line = ` ${rest.join(" ")} `
  return (lookup(downgrades, program) ?? []).some((pattern) => pattern.test(line))
}

/** Whether a program looks, changes something or fetches: that it passed says nothing about the work. */
function saysNothing(name: string, rest: readonly string[]): boolean {
  const { reads, changes, acts, network, terminal, manages } = programNamed(name) ?? {}
  if (reads) return !reads.compares
  if (changes || acts || terminal || network === "remote" || network === "download") return true
  const [verb = ""] = positionals(rest)
  return (
    manages !== undefined &&
    (isAboutPackages(name, verb) || (manages.scripts !== undefined && scriptName(name, rest) === null))
  )
}
