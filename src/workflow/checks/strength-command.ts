import type { Strength } from "../../session/event/common.ts"
import type { Check } from "../../session/event/done.ts"
import { strengthOfKind } from "./strength.ts"
import {
  anywhere,
  builds,
  downgrades,
  formatters,
  interpreters,
  lints,
  nothing,
  parses,
  questions,
  scriptKinds,
  tests,
  typechecks,
  valued,
} from "./strength-programs.ts"

/** What a command shows when it passes. */
export type Proof = { kind: Check["kind"]; strength: Strength }

/** What one simple command shows when it passes, by the program and its arguments; null for nothing about the work. */
export function proofOf(words: readonly string[]): Proof | null {
  const [path = "", ...rest] = words
  const program = programOf(path)
  if (program === "" || nothing.has(program) || asksOnly(program, rest)) return null
  const name = [program, ...args(rest)].join(" ")
  if (nothing.has(name.split(" ").slice(0, 2).join(" "))) return null
  if (onlyWrites(name, rest)) return null
  const proof = known(program, name, rest) ?? unknown(path, program, rest)
  if (proof?.strength !== "tests") return proof
  return isDowngraded(program, rest) ? { kind: "build", strength: "builds" } : proof
}

/** The kind that a script or a target is of, by its name: `test:unit` is a test, `latest` is none. */
function kindOfName(name: string): Check["kind"] | null {
  const parts = name.toLowerCase().split(/[:._/-]/)
  if (scriptKinds.never.some((word) => parts.includes(word))) return null
  const joined = parts.join("")
  const kinds = ["typecheck", "lint", "test", "build"] as const
  return (
    kinds.find((kind) => parts.some((part) => scriptKinds[kind].has(part)) || scriptKinds[kind].has(joined)) ?? null
  )
}

/** A program by its own name: a path to it, a wrapper or a version in it do not matter. */
export function programOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const versioned = /^(python|pip|ruby|php|node)[\d.]+$/.exec(name)?.[1]
  return versioned ?? ({ mvnw: "mvn", gradlew: "gradle", "py.test": "pytest", nodejs: "node" }[name] || name)
}

/** The arguments that are no options. */
export function args(words: readonly string[]): string[] {
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word === "--") break
    if (valued.has(word)) at++
    else if (!word.startsWith("-") || word === "-") found.push(word)
  }
  return found
}

function known(program: string, name: string, rest: readonly string[]): Proof | null {
  const sorts = [
    ["test", tests],
    ["typecheck", typechecks],
    ["build", builds],
    ["lint", lints],
  ] as const
  const targets = anywhere[program]
  if (targets) {
    const given = args(rest).map((target) => target.slice(target.lastIndexOf(":") + 1))
    const all = given.length > 0 ? given : targets.fallback
    const kind = (["test", "typecheck", "build", "lint"] as const).find((each) =>
      all.some((target) => targets[each]?.includes(target) || (targets.byName && kindOfName(target) === each)),
    )
    return kind ? { kind, strength: strengthOfKind[kind] } : { kind: "runtime", strength: "exists" }
  }
  if (["npm", "pnpm", "yarn", "bun", "composer"].includes(program)) return scriptProof(program, rest)
  const module = program === "python" && rest[0] === "-m" ? `python -m ${rest[1] ?? ""}` : null
  if (program === "node" && rest.includes("--test")) return { kind: "test", strength: "tests" }
  const direct = module ?? name
  for (const [kind, names] of sorts) {
    if (names.some((known) => direct === known || direct.startsWith(`${known} `)))
      return { kind, strength: strengthOfKind[kind] }
  }
  const parse = parses[program]
  if (parse?.some((option) => option === "" || rest.includes(option))) return { kind: "typecheck", strength: "parses" }
  if (module && parses[module]) return { kind: "typecheck", strength: "parses" }
  return null
}

/** A formatter that is not asked to compare passes over everything that it can read. */
function onlyWrites(name: string, rest: readonly string[]): boolean {
  const compares = Object.entries(formatters).find(([known]) => name === known || name.startsWith(`${known} `))?.[1]
  return compares !== undefined && !compares.some((option) => rest.includes(option))
}

/** `npm test`, `pnpm run lint`, `yarn build`. */
export function scriptName(program: string, rest: readonly string[]): string | null {
  const [verb = "", name = ""] = args(rest)
  if (["run", "run-script"].includes(verb)) return name === "" ? null : name
  if (verb === "t" || verb === "tst") return "test"
  if (program === "npm" || program === "bun") return verb === "test" ? "test" : null
  return verb === "" || nothing.has(`${program} ${verb}`) ? null : verb
}

function scriptProof(program: string, rest: readonly string[]): Proof | null {
  const name = scriptName(program, rest)
  if (name === null) return null
  const kind = kindOfName(name)
  return kind ? { kind, strength: strengthOfKind[kind] } : { kind: "runtime", strength: "exists" }
}

/** A program of nobody's list: a script of the workspace that ran, or something that at least can fail. */
function unknown(path: string, program: string, rest: readonly string[]): Proof | null {
  if (["npm", "pnpm", "yarn", "bun", "composer"].includes(program)) return null
  if (interpreters.has(program)) return args(rest).length > 0 ? { kind: "runtime", strength: "builds" } : null
  if (path.includes("/")) return { kind: "runtime", strength: "builds" }
  return { kind: "runtime", strength: "exists" }
}

/** A version, a help text or a list of what would be run can hardly fail. */
function asksOnly(program: string, rest: readonly string[]): boolean {
  if (rest.length === 1 && questions.alone.has(rest[0] ?? "")) return true
  const own = questions.of[program] ?? []
  return rest.some((word) => questions.anywhere.has(word) || own.some((known) => word === known))
}

function isDowngraded(program: string, rest: readonly string[]): boolean {
  const line = ` ${rest.join(" ")} `
  return (downgrades[program] ?? []).some((pattern) => pattern.test(line))
}
