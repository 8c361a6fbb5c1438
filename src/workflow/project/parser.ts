import type { ProjectFacts } from "./project.ts"
import { quote, quotePath } from "./quote.ts"

/** A program that says whether a file can be read as what it is. */
type Parser = { needs: string; command(path: string): string; strength: "parses" | "builds" }

const by = (needs: string, command: string, strength: Parser["strength"] = "parses"): Parser => ({
  needs,
  command: (path) => `${command} ${quotePath(path)}`,
  strength,
})

const json = "JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))"
const toml = "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))"
/** The names say that `tomllib` is there; a plain `python3` may be older. */
const tomlPythons = ["python3.14", "python3.13", "python3.12", "python3.11"]

const javascript = [by("node", "node --check")]
const shell = [by("bash", "bash -n")]
const yaml = [
  by("yamllint", "yamllint -d '{rules: {}}'"),
  { needs: "yq", command: (path: string) => `yq . ${quotePath(path)} > /dev/null`, strength: "parses" as const },
  by("ruby", `ruby -ryaml -e ${quote("YAML.parse_stream(File.read(ARGV[0]))")}`),
]

/** By the end of the name, the first that is there. Code on the command line comes last: permissions ask about it. */
const parsers: Readonly<Record<string, readonly Parser[]>> = {
  ".js": javascript,
  ".mjs": javascript,
  ".cjs": javascript,
  ".py": [by("python3", "python3 -m py_compile"), by("python", "python -m py_compile")],
  ".sh": shell,
  ".bash": shell,
  ".rb": [by("ruby", "ruby -c")],
  ".php": [by("php", "php -l")],
  ".json": [
    { needs: "python3", command: (path) => `python3 -m json.tool ${quotePath(path)} > /dev/null`, strength: "parses" },
    by("node", `node -e ${quote(json)}`),
  ],
  ".yaml": yaml,
  ".yml": yaml,
  ".toml": [by("taplo", "taplo lint"), ...tomlPythons.map((needs) => by(needs, `${needs} -c ${quote(toml)}`))],
}

const compiled = (names: readonly string[]) => names.map((needs) => by(needs, `${needs} -fsyntax-only`, "builds"))
const [c, cpp] = [compiled(["cc", "gcc", "clang"]), compiled(["c++", "g++", "clang++"])]

/** Only where the task asks to see it compile: what needs the options of its project is refused without them. */
const compilers: Readonly<Record<string, readonly Parser[]>> = { ".c": c, ".cc": cpp, ".cpp": cpp }

const needed = (all: Readonly<Record<string, readonly Parser[]>>): string[] => [
  ...new Set(Object.values(all).flatMap((some) => some.map((parser) => parser.needs))),
]

export const parserPrograms: readonly string[] = needed(parsers)
export const compilerPrograms: readonly string[] = needed(compilers)

/** Files that are called JSON and may hold comments. */
const withComments = /(?:^|\/)(?:[tj]sconfig[^/]*\.json|devcontainer\.json|\.vscode\/[^/]+\.json|\.eslintrc\.json)$/

/** The command that parses a file; or the programs of which any would do; or null where no parser is known. */
export function parserOf(
  path: string,
  facts: ProjectFacts,
  { compiling }: { compiling: boolean } = { compiling: false },
): { command: string; strength: Parser["strength"] } | { missing: string[] } | null {
  const ending = /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? ""
  const all = withComments.test(path) ? undefined : (parsers[ending] ?? (compiling ? compilers[ending] : undefined))
  if (!all) return null
  const found = all.find((parser) => facts.available.has(parser.needs))
  return found
    ? { command: found.command(path), strength: found.strength }
    : { missing: all.map((parser) => parser.needs) }
}
