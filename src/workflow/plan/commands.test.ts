import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { markdown } from "../arbitrary/markdown.ts"
import { linesOf, tidy } from "../outline/lines.ts"
import { commandsIn, formatCommands, isCommand } from "./commands.ts"
import { splitCommands } from "./shell.ts"

const read = (text: string) => commandsIn(linesOf(text))

describe("the commands of a verification plan", () => {
  it.each([
    ["a bullet", "- npm test", ["npm test"]],
    ["inline code", "- Run `npm test` and see that it passes", ["npm test"]],
    ["all the code of a bullet", "- `npm test` and `npm run lint`", ["npm test", "npm run lint"]],
    ["inline code with a prompt", "- `$ npm test`", ["npm test"]],
    ["a numbered list", "1. `cargo test`\n2. `cargo build`", ["cargo test", "cargo build"]],
    ["a block", "```sh\nnpm test\n\n# lint too\nnpm run lint # quickly\n```", ["npm test", "npm run lint"]],
    ["a block under a bullet", "- Run:\n  ```bash\n  pytest -q\n  ```", ["pytest -q"]],
    ["a transcript", "```console\n$ npm test\n12 passed\n$ npm run lint\n```", ["npm test", "npm run lint"]],
    ["a pipe over lines", "```\ncat a.txt |\n  grep b\n```", ["cat a.txt | grep b"]],
    ["&& over lines", "```\nnpm run build &&\n\nnpm test\n```", ["npm run build && npm test"]],
    ["|| over lines", "```\nnpm test ||\nexit 1\n```", ["npm test || exit 1"]],
    ["a backslash over lines", "```\npytest \\\n  -q \\\n  tests\n```", ["pytest -q tests"]],
    ["&& over bullets", "- npm run build &&\n- npm test", ["npm run build && npm test"]],
    ["an end that leads nowhere", "```\nnpm test &&\n```", ["npm test"]],
    [
      "a here-document",
      "```\ncat <<'EOF' > x\nnpm test\nEOF\nnpm run lint\n```",
      ["cat <<'EOF' > x\nnpm test\nEOF", "npm run lint"],
    ],
    ["quotes over lines", "```\nnode -e 'a |\n# b'\nnpm test\n```", ["node -e 'a |\n# b'", "npm test"]],
    ["variables before it", "- `CI=1 npm test`", ["CI=1 npm test"]],
    ["a script", "- `./gradlew check`, then `bin/rails test`", ["./gradlew check", "bin/rails test"]],
    ["the same twice", "- `npm test`\n- `npm test`", ["npm test"]],
  ])("are found in %s", (_, text, commands) => {
    expect(read(text)).toEqual({ commands, notes: [] })
  })

  it.each([
    ["prose", "- Make sure that the page loads", ["Make sure that the page loads"]],
    [
      "prose that begins like a command",
      "- make sure it works\n- test that it loads",
      ["make sure it works", "test that it loads"],
    ],
    ["a path", "- `src/router.ts` has the route", ["`src/router.ts` has the route"]],
    ["a word of which a program is a part", "- `latest` is shown", ["`latest` is shown"]],
    ["what must not run", "- Do not run `npm publish`", ["Do not run `npm publish`"]],
    ["a program without anything to do", "- `node` is there", ["`node` is there"]],
    ["a block of something else", "```json\n{}\n```", ["{}"]],
    ["an open quote, with all that follows", "```\necho 'a\nrm -rf b\n```", ["echo 'a\nrm -rf b"]],
    ["an open here-document, with all that follows", "```\ncat <<EOF\nrm -rf b\n```", ["cat <<EOF\nrm -rf b"]],
  ])("are not found in %s: it becomes a note", (_, text, notes) => {
    expect(read(text)).toEqual({ commands: [], notes })
  })

  it("leaves the second command alone where it is the one not to run", () => {
    expect(read("- Run `npm test`, not `npm run e2e`").commands).toEqual(["npm test"])
    expect(read("- See that the build does not fail: `npm run build`").commands).toEqual(["npm run build"])
  })

  it("says nothing where the list says that there is nothing", () => {
    expect(read("- None yet")).toEqual({ commands: [], notes: [] })
  })

  it("are the same after they were written down and read", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        // Every text is tidied before it is read: a command never holds another mark for the end of a line.
        const { commands } = splitCommands(tidy(text))
        const unique = [...new Set(commands)]
        if (unique.length > 0) expect(read(formatCommands(unique))).toEqual({ commands: unique, notes: [] })
      }),
      { numRuns: 500 },
    )
  })

  it("is a word, not a part of one", () => {
    expect([isCommand("npm test"), isCommand("npmtest x"), isCommand("latest x"), isCommand("")]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})
