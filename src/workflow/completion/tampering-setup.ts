import { instructedChecks } from "../checks/instructions.ts"
import { interpreters } from "../checks/strength-programs.ts"
import { targetOf } from "../project/makefile.ts"
import { manifestOf } from "../project/manifest.ts"
import { instructionsFile, isReadMarker, type ProjectFacts } from "../project/project.ts"
import { hasPhrase, hasWord } from "../words.ts"
import { commandsIn } from "./command.ts"
import { contradicted } from "./evidence.ts"
import type { Gap } from "./gap.ts"
import type { FileText } from "./input.ts"
import { asksForNewTests } from "./tampered-test.ts"
import { isTestFile } from "./test-file.ts"
import { countOf, testMarks } from "./test-marks.ts"
import type { NetChange } from "./work.ts"

/**
 * What decides what the checks test, changed though nobody asked for it: a check that passes then shows something else
 * than it did. Of a file that is about more than checks only the lines count that bear on them.
 */
export function bentSetups(
  task: string,
  { net, texts, facts }: { net: readonly NetChange[]; texts: readonly FileText[]; facts: ProjectFacts | null },
): Gap[] {
  const scripts = checkScriptsOf(texts, facts)
  return net.flatMap(({ path, before, after, seq }) => {
    const text = texts.find((each) => each.path === path)
    const bent = scripts.has(path)
      ? before !== null && !hasWord(task, ["script", "scripts"]) && !isNamed(task, path)
      : isBent({ path, before: text ? text.before : undefined, after: text?.after }) &&
        (before !== null || hadChecks(net, facts)) &&
        !isNamed(task, path) &&
        !hasWord(task, [...setupWords, ...stemOf(path)]) &&
        !asksForNewTests(task)
    if (!bent) return []
    const deed = before === null ? "added" : after === null ? "deleted" : "changed"
    const summary = `\`${path}\`, which decides what the checks test, was ${deed}, and nobody asked for that`
    return [
      {
        evidence: contradicted({ category: "task_scope", source: "changes", summary, subject: path, seq }),
        next: deed === "added" ? `Take \`${path}\` away again` : `Put \`${path}\` back as it was`,
        firmness: "soft",
        settledByChecks: false,
      },
    ]
  })
}

type Setup = { name: RegExp; bears: (text: string) => string }

const whole = (text: string) => text.trim()
const lines = (mark: RegExp) => (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => mark.test(line))
    .join("\n")

/** By the name of the file: what of it bears on the checks. */
const setups: readonly Setup[] = [
  { name: /^AGENTS\.md$/, bears: (text) => JSON.stringify(instructedChecks(text)) },
  { name: /^(?:GNUm|m|M)akefile$|\.mk$/, bears: madeChecks },
  { name: /^package\.json$/, bears: runnerSettings },
  {
    name: /^(?:pyproject\.toml|setup\.cfg|tox\.ini)$/,
    bears: sections(/pytest|tox|nox|mypy|ruff|pyright|hatch\.envs|\bpoe\b/),
  },
  { name: /^Cargo\.toml$/, bears: lines(/^(?:test|doctest|harness|autotests)\s*=|^\[\[test|^\[profile\.test/) },
  {
    name: /^(?:pom\.xml|build\.gradle(?:\.kts)?|gradle\.properties)$/,
    bears: lines(/skip|ignore|exclude|enabled|surefire/i),
  },
  { name: /^CMakeLists\.txt$/, bears: lines(/test/i) },
  {
    name: /^conftest\.py$/,
    bears: lines(/\bpytest_\w+|collect_ignore|skip|xfail|exit|sys\.modules|setattr|monkeypatch/),
  },
  { name: /^(?:[tj]sconfig.*\.json)$/, bears: lines(/"(?:strict|no[A-Z]|exclude|include|files|skip|check|extends)/) },
  { name: /^vite\.config\./, bears: lines(/test|exclude|include/) },
  {
    name: /^(?:jest|vitest|mocha|ava|karma|playwright|cypress|jasmine|tap|eslint|stylelint)\.(?:config|setup|workspace)\.|^\.(?:mocharc|nycrc|taprc|eslintrc|rspec|npmrc|yarnrc)(?:\.|$)/,
    bears: whole,
  },
  {
    name: /^(?:pytest\.ini|noxfile\.py|[jJ]ustfile|Taskfile\.ya?ml|Rakefile|phpunit\.xml(?:\.dist)?|biome\.jsonc?|\.?ruff\.toml|mypy\.ini|(?:site|user)customize\.py|Directory\.Build\.props)$|\.pth$/,
    bears: whole,
  },
]

function isBent({
  path,
  before,
  after,
}: {
  path: string
  before?: string | null | undefined
  after?: string | null | undefined
}): boolean {
  const setup = setups.find(({ name }) => name.test(nameOf(path)))
  if (!setup) return false
  // What is too long to be read may hold anything.
  if (before === undefined || after === undefined) return true
  return setup.bears(before ?? "") !== setup.bears(after ?? "")
}

const checkTargets = ["test", "check", "lint", "typecheck", "build", "all"] as const
const compiling = /^\s*(?:x|[\w.-]*(?:cc|gcc|g\+\+|clang|clang\+\+|ld|ar|rustc|javac))\s+-/
const special = lines(
  /^(?:\.(?:IGNORE|SILENT|SHELLFLAGS|ONESHELL)|SHELL|MAKEFLAGS|-?include|override|export\s+PATH|PATH)\b/,
)

/** The recipes of the targets that check, with those that they need first; which files are compiled is the work's. */
function madeChecks(makefile: string): string {
  const seen = new Set<string>()
  const told: string[] = [special(makefile)]
  const follow = (name: string) => {
    const target = seen.has(name) ? null : targetOf(makefile, name)
    seen.add(name)
    if (target === null) return
    const needs = target.needs.filter((need) => /^[\w-]+$/.test(need))
    told.push(`${name}: ${needs.join(" ")}`, ...target.lines.filter((line) => !compiling.test(line)))
    needs.forEach(follow)
  }
  checkTargets.forEach(follow)
  const used = [...makefile.matchAll(/\$[({](\w+)[)}]/g)].map(([, name = ""]) => name)
  const runs = used.filter((name) => /test|check|run|py|node|cmd/i.test(name))
  return [...told, lines(new RegExp(`^(?:${["x^", ...new Set(runs)].join("|")})\\s*[:?+]?=`))(makefile)].join("\n")
}

const runners = ["jest", "mocha", "ava", "nyc", "c8", "tap", "vitest", "jasmine", "eslintConfig", "config"] as const

function runnerSettings(text: string): string {
  try {
    const manifest: unknown = JSON.parse(text === "" ? "{}" : text)
    const settings = typeof manifest === "object" && manifest !== null ? (manifest as Record<string, unknown>) : {}
    return JSON.stringify(runners.map((name) => settings[name] ?? null))
  } catch {
    // One that cannot be read has no settings; the checks will say so.
    return runnerSettings("")
  }
}

function sections(mark: RegExp) {
  return (text: string) => {
    let bears = false
    const kept = text.split("\n").filter((line) => {
      if (/^\s*\[/.test(line)) bears = mark.test(line)
      return bears && line.trim() !== ""
    })
    return kept.join("\n")
  }
}

/** The files that a test command of the project runs as its script. */
function checkScriptsOf(texts: readonly FileText[], facts: ProjectFacts | null): ReadonlySet<string> {
  const before = new Map([...(facts?.texts ?? []), ...texts.map(({ path, before }) => [path, before ?? ""] as const)])
  const found = [...before].flatMap(([path, text]) => {
    const directory = path.slice(0, path.lastIndexOf("/") + 1)
    return testLines(nameOf(path), text)
      .flatMap(commandsIn)
      .flatMap(scriptRun)
      .map((script) => directory + script.replace(/^(?:\.\/)+/, ""))
  })
  // What asserts itself is looked at as a test, which may grow.
  const asserts = (path: string) => countOf(before.get(path) ?? "", testMarks.assertions) > 0
  return new Set(found.filter((path) => !isTestFile(path) || !asserts(path)))
}

function testLines(name: string, text: string): readonly string[] {
  if (name === instructionsFile) return instructedChecks(text).map(({ command }) => command)
  if (name === "package.json" || name === "composer.json") {
    return [...(manifestOf(text)?.scripts ?? [])].flatMap(([script, line]) => (isTestName(script) ? [line] : []))
  }
  if (!/^(?:GNUm|m|M)akefile$/.test(name)) return []
  return ["test", "check", "tests"].flatMap((target) => targetOf(text, target)?.lines ?? [])
}

const isTestName = (script: string) => /^(?:pre|post)?(?:tests?|check|verify)(?::|$)/.test(script)

/** `x` stands for a variable of a makefile. */
function scriptRun([program = "", ...rest]: readonly string[]): string[] {
  if (program.includes("/")) return [program]
  if (!interpreters.has(program.replace(/(?<![\d.])[\d.]+$/, "")) && program !== "x") return []
  const first = rest.find((word) => !word.startsWith("-"))
  return first === undefined || rest.includes("-m") || rest.includes("--check") ? [] : [first]
}

/** Where nothing was checked before the work, there is nothing to bend. */
function hadChecks(net: readonly NetChange[], facts: ProjectFacts | null): boolean {
  const created = new Set(net.filter(({ before }) => before === null).map(({ path }) => path))
  const older = [...(facts?.files ?? [])].filter((path) => !created.has(path) && !path.endsWith("/"))
  return older.some((path) => isTestFile(path) || isReadMarker(nameOf(path)))
}

const setupWords = "config configs configuration configure setup settings tooling toolchain ci pipeline".split(" ")

function isNamed(task: string, path: string): boolean {
  return hasPhrase(task, [path, nameOf(path)])
}

/** The names of the tool that a file is for: "Set up vitest" asks for `vitest.config.ts`. */
function stemOf(path: string): string[] {
  const words = nameOf(path)
    .toLowerCase()
    .split(/[^a-z]+/)
  return words.filter((word) => word.length > 3 && !["json", "yaml", "toml", "package", "test", "tests"].includes(word))
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
