import { quote, quotePath } from "../../shell/quote.ts"
import type { ProjectFacts } from "./project.ts"

/** A program that says whether a file can be read as what it is. */
type Parser = { needs: string; command(path: string): string }

const by = (needs: string, command: string): Parser => ({ needs, command: (path) => `${command} ${quotePath(path)}` })

const json = "JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'))"
const toml = "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))"
/** The names say that `tomllib` is there; a plain `python3` may be older. */
const tomlPythons = ["python3.14", "python3.13", "python3.12", "python3.11"]

const javascript = [by("node", "node --check")]
const shell = [by("bash", "bash -n")]
const yaml = [
  by("yamllint", "yamllint -d '{rules: {}}'"),
  { needs: "yq", command: (path: string) => `yq . ${quotePath(path)} > /dev/null` },
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
    { needs: "python3", command: (path) => `python3 -m json.tool ${quotePath(path)} > /dev/null` },
    by("node", `node -e ${quote(json)}`),
  ],
  ".yaml": yaml,
  ".yml": yaml,
  ".toml": [by("taplo", "taplo lint"), ...tomlPythons.map((needs) => by(needs, `${needs} -c ${quote(toml)}`))],
}

export const parserPrograms: readonly string[] = [
  ...new Set(Object.values(parsers).flatMap((some) => some.map((parser) => parser.needs))),
]

/** Files that are called JSON and may hold comments. */
const withComments = /(?:^|\/)(?:[tj]sconfig[^/]*\.json|devcontainer\.json|\.vscode\/[^/]+\.json|\.eslintrc\.json)$/

/** The command that parses a file; or the programs of which any would do; or null where no parser is known. */
export function parserOf(
  path: string,
  facts: ProjectFacts,
): { command: string; strength: "parses" } | { missing: string[] } | null {
  const ending = /\.[^./]+$/.exec(path)?.[0].toLowerCase() ?? ""
  const all = withComments.test(path) ? undefined : parsers[ending]
  if (!all) return null
  const found = all.find((parser) => facts.available.has(parser.needs))
  return found ? { command: found.command(path), strength: "parses" } : { missing: all.map((parser) => parser.needs) }
}
