import { describe, expect, it } from "vitest"
import { detectProject } from "./project.ts"

type Files = Readonly<Record<string, string | null>>

const pack = (content: object) => JSON.stringify({ name: "shop", version: "1.0.0", ...content })

function commandsOf(files: Files, available: readonly string[]): string[] {
  const texts = Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))
  const facts = { files: new Set(Object.keys(files)), texts: new Map(texts), available: new Set(available) }
  return detectProject(facts).commands.map(({ kind, command }) => `${kind}: ${command}`)
}

/** Commands that would pass with no test run, or that find none. */
describe("a project does not fall for what looks like a check:", () => {
  it.each<[string, Files, string[], string[]]>([
    [
      "make's targets behind a directory of the same name",
      { Makefile: "test:\n\tpytest\n", "test/": null },
      ["make"],
      ["test: make -B test"],
    ],
    [
      "make's targets that are no files",
      { Makefile: ".PHONY: test\ntest:\n\tpytest\n", "test/": null },
      ["make"],
      ["test: make test"],
    ],
    [
      "unittest for tests that pytest does not find",
      { "tests.py": null, "shop/tests.py": null },
      ["python3", "pytest"],
      ["test: python3 -m unittest tests shop.tests"],
    ],
    [
      "django's own tests",
      { "manage.py": "", "shop/tests.py": null },
      ["python3", "pytest"],
      ["test: python3 manage.py test"],
    ],
    [
      "no script that only echoes",
      { "package.json": pack({ scripts: { build: "echo nothing to build", lint: "true" } }) },
      ["npm"],
      [],
    ],
    [
      "nothing of a package that nobody touched",
      { "package.json": pack({}), "packages/a/package.json": null, "packages/a/test/a.test.js": null },
      ["node"],
      [],
    ],
    [
      "no tests of a package inside for what is beside it",
      {
        "package.json": pack({}),
        "packages/a/package.json": "{}",
        "packages/a/test/a.test.js": null,
        "packages/b/package.json": "{}",
      },
      ["node"],
      ["test: cd packages/a && node --test"],
    ],
  ])("%s", (_, files, available, expected) => expect(commandsOf(files, available)).toEqual(expected))
})
