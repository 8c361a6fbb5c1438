import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pathsIn } from "./paths-in-text.ts"

describe("paths", () => {
  it.each([
    ["Create hello.txt in the workspace root.", ["hello.txt"]],
    ["Fix `src/x.ts:42:7`, (lib/y.py) and **notes.md**.", ["src/x.ts", "lib/y.py", "notes.md"]],
    ["see [the guide](docs/guide.md#L10-L12)", ["docs/guide.md"]],
    ["README, Makefile and .gitignore", ["README", "Makefile", ".gitignore"]],
    ["look under src/agent, ./build, ~/notes and /usr/local", ["src/agent", "./build", "~/notes", "/usr/local"]],
    ["run `python src/z.py --fast`", ["src/z.py"]],
    ["@src/a.ts says so, a.ts and src/a.ts too", ["src/a.ts", "a.ts"]],
    ["app/[id]/page.tsx", ["app/[id]/page.tsx"]],
    ["use `Node.js`", ["Node.js"]],
    ["packages: web/, __init__.py", ["web/", "__init__.py"]],
    ["data/table.feather", ["data/table.feather"]],
  ])("in %j", (text, paths) => {
    expect(pathsIn(text)).toEqual(paths)
  })

  it.each([
    "client/server and/or TCP/IP, I/O, CI/CD, 1/2",
    "https://example.com/a/b.ts",
    "e.g. version 1.2 of Node.js, i.e. v3.5",
    "`npm test` and `parseBrief`",
    "@ai-sdk/openai",
    "every src/**/*.ts or *.ts",
    "/help",
    "console.log() and array.map(x)",
    "Improve it...",
    "BUILD it",
  ])("are not in %j", (text) => {
    expect(pathsIn(text)).toEqual([])
  })

  it("are found again in what was found, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."ab ./\\`'*_-:()[]@#\n", ".ts", "src") }), (text) => {
        for (const path of pathsIn(text)) expect(text).toContain(path)
      }),
    )
  })
})
