import { describe, expect, it } from "vitest"
import { analyseCommand } from "../../src/permissions/analyse-command.ts"
import { parserOf, parserPrograms } from "../../src/workflow/project/parser.ts"
import type { ProjectFacts } from "../../src/workflow/project/project.ts"
import { context } from "../support/permissions/command.ts"

const endings = ["js", "mjs", "cjs", "py", "sh", "bash", "rb", "php", "json", "yaml", "yml", "toml"]

/** The command by which a file is parsed where only this program is there. */
function commandBy(program: string, path: string): string | null {
  const facts = { available: new Set([program]) } as Partial<ProjectFacts> as ProjectFacts
  const parser = parserOf(path, facts)
  return parser && "command" in parser ? parser.command : null
}

const own = endings.flatMap((ending) =>
  parserPrograms.flatMap((program) => commandBy(program, `conf/my file.${ending}`) ?? []),
)

describe("a check that only parses a file", () => {
  it("is one for every parser", () => {
    expect(new Set(own.map((command) => command.split(" ")[0]))).toEqual(new Set(parserPrograms))
  })

  it.each(own)("asks nobody where the work itself needs no answer: %s", async (command) => {
    const { class: kind, guarded, outside } = await analyseCommand(command, context)
    expect({ kind, guarded, outside }).toEqual({
      kind: expect.stringMatching(/^(?:read-only|workspace)$/),
      guarded: false,
      outside: false,
    })
  })

  it.each([
    "python3.11 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1]))' a.toml",
    "python3.11 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], '\\''rb'\\''))' /etc/shadow",
    "python3.11 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], '\\''rb'\\''))' a.toml -c 'x'",
    "python3.11 -i -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], '\\''rb'\\''))' a.toml",
    "ruby -r./evil -e 'YAML.parse_stream(File.read(ARGV[0]))' a.yml",
    "node -e 'process.exit()' a.json",
  ])("is that to the letter: %s", async (command) => {
    expect(await analyseCommand(command, context)).toMatchObject({ class: "danger" })
  })
})
