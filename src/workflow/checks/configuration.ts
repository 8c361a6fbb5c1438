import { isRecord } from "../../base/is-record.ts"
import { parseJson } from "../../base/parse-json.ts"
import { targetOf } from "../project/makefile.ts"
import { instructionsFile } from "../project/project.ts"
import { manifestOf } from "../project/project-manifest.ts"
import { instructedChecks } from "./instructed-checks.ts"
import { isPlaceholder } from "./placeholder.ts"

/** A text file as it was before the work and as it is now; null where it does not exist, undefined where it is too long to read. */
export type FileText = { path: string; before: string | null | undefined; after: string | null | undefined }

/** Whether a file can decide what the checks of its project test. */
export const isConfiguration = (path: string): boolean => settings.some((setting) => isOf(setting, path))

/**
 * Whether what decides about the checks changed in such a file: a check that passes now shows something else than it did.
 * Of a file that is about more than checks, only the part that bears on them counts. What cannot be read may hold anything.
 */
export function isReconfigured({ path, before, after }: FileText): boolean {
  const found = settings.find((setting) => isOf(setting, path))
  if (!found) return false
  if (before === undefined || after === undefined) return true
  return found.bears(before ?? "", before ?? "") !== found.bears(after ?? "", before ?? "")
}

/** A name may be that of the file, or its last two: `config.toml` alone says nothing. */
const isOf = ({ name }: Setting, path: string) =>
  name.test(nameOf(path)) || name.test(path.split("/").slice(-2).join("/"))

/** What of a text bears on the checks; `before` is the text before the work. */
type Setting = { name: RegExp; bears: (text: string, before: string) => string }

const whole = (text: string) => text.trim()
const lines = (mark: RegExp) => (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => mark.test(line))
    .join("\n")

const settings: readonly Setting[] = [
  {
    name: new RegExp(`^${instructionsFile.replace(".", "\\.")}$`),
    bears: (text) => JSON.stringify(instructedChecks(text)),
  },
  { name: /^(?:GNUm|m|M)akefile$|\.mk$/, bears: makefileChecks },
  { name: /^package\.json$/, bears: packageChecks },
  {
    name: /^(?:pyproject\.toml|setup\.cfg|tox\.ini)$/,
    bears: sections(/pytest|tox|testenv|nox|mypy|ruff|pyright|hatch\.envs|\bpoe\b/),
  },
  { name: /^Cargo\.toml$/, bears: lines(/^(?:test|doctest|harness|autotests)\s*=|^\[\[test|^\[profile\.test/) },
  {
    name: /^(?:pom\.xml|build\.gradle(?:\.kts)?|gradle\.properties)$/,
    bears: lines(/skip|ignore|exclude|enabled|surefire/i),
  },
  { name: /^CMakeLists\.txt$/, bears: lines(/test/i) },
  {
    name: /^conftest\.py$/,
    bears: lines(/\bpytest_\w+|collect_ignore|skip|xfail|exit|sys\.modules|setattr|monkeypatch|\w\.\w+\s*=(?!=)/),
  },
  { name: /^(?:[tj]sconfig.*\.json)$/, bears: lines(/"(?:strict|no[A-Z]|exclude|include|files|skip|check|extends)/) },
  { name: /^vite\.config\./, bears: lines(/test|exclude|include/) },
  {
    name: /^(?:jest|vitest|mocha|ava|karma|playwright|cypress|jasmine|tap|eslint|stylelint)\.(?:conf|config|setup|workspace)\.|^\.(?:mocharc|nycrc|taprc|eslintrc|rspec|npmrc|yarnrc)(?:\.|$)/,
    bears: whole,
  },
  {
    name: /^(?:\.?pytest\.(?:ini|toml)|\.env(?:\.(?:test|local))*|bunfig\.toml|deno\.jsonc?|\.cargo\/config(?:\.toml)?|noxfile\.py|[jJ]ustfile|Taskfile\.ya?ml|Rakefile|phpunit\.xml(?:\.dist)?|biome\.jsonc?|\.?ruff\.toml|mypy\.ini|(?:site|user)customize\.py|Directory\.Build\.props)$|\.pth$/,
    bears: whole,
  },
  // Python takes a module of the project before that of the same name which runs the tests.
  { name: /^(?:pytest|_pytest|unittest|nose2?|tox|nox|pluggy|coverage)(?:\.py|\/__init__\.py)$/, bears: whole },
]

const checkTargets = ["test", "check", "lint", "typecheck", "build", "all"] as const
const compiling = /^\s*(?:x|[\w.-]*(?:cc|gcc|g\+\+|clang|clang\+\+|ld|ar|rustc|javac))\s+-/
const special = lines(
  /^(?:\.(?:IGNORE|SILENT|SHELLFLAGS|ONESHELL)|SHELL|MAKEFLAGS|-?include|override|export\s+PATH|PATH)\b/,
)

/** The recipes of the targets that check, with those that they need; which files are compiled is ordinary work. */
function makefileChecks(makefile: string): string {
  const seen = new Set<string>()
  const found: string[] = [special(makefile)]
  const follow = (name: string) => {
    const target = seen.has(name) ? null : targetOf(makefile, name)
    seen.add(name)
    if (target === null) return
    const needs = target.needs.filter((need) => /^[\w-]+$/.test(need))
    found.push(`${name}: ${needs.join(" ")}`, ...target.lines.filter((line) => !compiling.test(line)))
    needs.forEach(follow)
  }
  checkTargets.forEach(follow)
  const used = [...makefile.matchAll(/\$[({](\w+)[)}]/g)].map(([, name = ""]) => name)
  const runs = used.filter((name) => /test|check|run|py|node|cmd/i.test(name))
  return [...found, lines(new RegExp(`^(?:${["x^", ...new Set(runs)].join("|")})\\s*[:?+]?=`))(makefile)].join("\n")
}

const runners = ["jest", "mocha", "ava", "nyc", "c8", "tap", "vitest", "jasmine", "eslintConfig", "config"] as const
const checkScript = /^(?:pre|post)?(?:tests?|lint|build|typecheck|types|check|verify)(?::|$)/

/** The settings of test runners, and the scripts that really checked something before the work. */
function packageChecks(text: string, before: string): string {
  const old = manifestOf(before)?.scripts ?? new Map<string, string>()
  const now = manifestOf(text)?.scripts ?? new Map<string, string>()
  const real = [...old].filter(([name, line]) => checkScript.test(name) && !isPlaceholder(line))
  return JSON.stringify([runnerSettings(text), real.map(([name]) => [name, now.get(name) ?? null])])
}

/** A manifest that cannot be read has no settings; the checks will fail on it. */
function runnerSettings(text: string): unknown[] {
  const manifest = text === "" ? {} : parseJson(text)
  return isRecord(manifest) ? runners.map((name) => manifest[name] ?? null) : []
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

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1)
