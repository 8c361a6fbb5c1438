import type { Check } from "../../session/event/done.ts"
import { programNamed } from "../../shell/programs.ts"
import { simpleCommands } from "../../shell/simple-command.ts"
import type { ProjectFacts } from "../project/project.ts"
import { wordsOf } from "../text.ts"
import { codeIn, type Mention } from "./instructions-code.ts"
import { provenBy } from "./placeholder.ts"

/** A check that a person wrote down for agents. */
export type Instruction = { kind: Exclude<Check["kind"], "runtime">; command: string }

/** What a heading or a line is about. */
const subjects = {
  typecheck: ["typecheck", "typechecks", "typechecking", "types", "typing"],
  lint: ["lint", "lints", "linter", "linting", "style", "formatting"],
  build: ["build", "builds", "building", "compile", "compiles", "compiling"],
  test: [
    "test",
    "tests",
    "testing",
    "verify",
    "verifies",
    "verification",
    "check",
    "checks",
    "checking",
    "validate",
  ].concat(["validation", "before", "commit", "committing", "finish", "finishing", "done"]),
} as const satisfies Record<Instruction["kind"], readonly string[]>

/** An example with a hole in it is for a person to fill. */
const hole = /<[\w -]+>|\[[\w -]+\]|path\/to|(?<![/.])\.\.\.|\{\w+\}|your[-_]/i
const examples = new Set(["single", "specific", "individual", "particular", "one", "example", "watch", "interactive"])
const neverChecks = new Set(
  ["watch", "dev", "start", "serve", "deploy", "publish", "release", "fix", "format", "clean"].concat([
    "migrate",
    "seed",
    "install",
    "init",
    "update",
    "write",
  ]),
)
const script = /^(?:\.\/|(?:s?bin|scripts?|tools)\/)(?:[\w.-]+\/)*[\w-]+(?:\.sh)?$/
const most = 12

/** The checks that an AGENTS.md names, in its order. */
export function instructedChecks(text: string, facts?: ProjectFacts): Instruction[] {
  const found = codeIn(text).flatMap((mention) => {
    const kind = kindOf(mention, facts)
    return kind === null ? [] : [{ kind, command: mention.code }]
  })
  return [...new Map(found.map((check) => [check.command, check])).values()].slice(0, most)
}

/** The programs that the checks of an AGENTS.md start with: gathering the facts looks for them, too. */
export function instructedPrograms(text: string): string[] {
  return [...new Set(instructedChecks(text).flatMap(({ command }) => programsIn(command)))]
}

/** The programs that a command starts, as far as they are words and no paths. */
export function programsIn(command: string): string[] {
  const started = simpleCommands(command).flatMap(({ before, words }) => {
    const first = [...before, ...words].find((word) => !/^\w+\+?=/.test(word)) ?? ""
    return /^[\w.+-]+$/.test(first) && programNamed(first)?.acts !== "shell" ? [first] : []
  })
  return [...new Set(started)]
}

function kindOf(mention: Mention, facts: ProjectFacts | undefined): Instruction["kind"] | null {
  const { code, line, heading } = mention
  if (hole.test(code) || wordsOf(line).some((word) => examples.has(word))) return null
  if (code.split(/[\s:]+/).some((word) => neverChecks.has(word.replace(/^--/, "")))) return null
  const about = subjectOf(line) ?? subjectOf(heading)
  const proof = provenBy(code, facts)
  if (about === null || proof === null) return null
  if (proof.kind !== "runtime") return proof.kind
  // A script of the project is what the person says it is; a bare word or path has to look like a program.
  return /\s/.test(code) || script.test(code) ? about : null
}

function subjectOf(text: string): Instruction["kind"] | null {
  const words = new Set(wordsOf(text))
  const kinds = Object.keys(subjects) as Instruction["kind"][]
  const phrase = /\btype[- ]check/i.test(text)
  return phrase ? "typecheck" : (kinds.find((kind) => subjects[kind].some((word) => words.has(word))) ?? null)
}
