import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { markdown } from "../../../test/support/workflow/markdown.ts"
import { splitCommands } from "../../shell/split.ts"
import { linesOf, tidy } from "../outline/lines.ts"
import { commandsIn, isCommand } from "./commands.ts"

const read = (text: string) => commandsIn(linesOf(text))

describe("the commands of a verification plan", () => {
  it.each([
    ["inline code", "- `npm test` passes", ["npm test"]],
    ["inline code with a prompt", "- `$ npm test`", ["npm test"]],
    ["a numbered list", "1. `cargo test`\n2. `cargo build`", ["cargo test", "cargo build"]],
    ["a block", "```sh\nnpm test\n\n# lint too\nnpm run lint # quickly\n```", ["npm test", "npm run lint"]],
    ["a block under a bullet", "- Run:\n  ```bash\n  pytest -q\n  ```", ["pytest -q"]],
    ["a transcript", "```console\n$ npm test\n12 passed\n$ npm run lint\n```", ["npm test", "npm run lint"]],
    ["a loop over lines", "```\nfor f in a b; do\n  node $f.js\ndone\n```", ["for f in a b; do\n  node $f.js\ndone"]],
    ["a look for something", "- `grep -q route src/router.ts`", ["grep -q route src/router.ts"]],
    ["a pipe over lines", "```\ncat a.txt |\n  grep b\n```", ["cat a.txt |\n  grep b"]],
    ["&& over lines", "```\nnpm run build &&\n\nnpm test\n```", ["npm run build &&\n\nnpm test"]],
    ["|| over lines", "```\nnpm test ||\nexit 1\n```", ["npm test ||\nexit 1"]],
    ["a backslash over lines", "```\npytest \\\n  -q \\\n  tests\n```", ["pytest \\\n  -q \\\n  tests"]],
    ["a line of several", "```\ncd web; npm test\nnode server.js &\n```", ["cd web; npm test", "node server.js &"]],
    [
      "a here-document",
      "```\ncat <<'EOF' > x\nnpm test\nEOF\nnpm run lint\n```",
      ["cat <<'EOF' > x\nnpm test\nEOF", "npm run lint"],
    ],
    ["quotes over lines", "```\nnode -e 'a |\n# b'\nnpm test\n```", ["node -e 'a |\n# b'", "npm test"]],
    ["variables before it", "- `CI=1 npm test`", ["CI=1 npm test"]],
    ["a script", "- `./gradlew check`\n- `bin/rails test`", ["./gradlew check", "bin/rails test"]],
  ])("are found in %s", (_, text, commands) => {
    expect(read(text)).toEqual(commands)
  })

  it.each([
    ["words that are called like programs", "- test login flow\n- type errors"],
    ["what changes files", "- `rm -rf dist`\n- cp a.txt b.txt"],
    ["what is no shell", "```\nassert(add(1, 2) === 3)\n```"],
    ["prose", "- make sure it works"],
    ["a path", "- `src/router.ts` has the route"],
    ["a word of which a program is a part", "- `latest` is shown"],
    ["what must not run", "- Do not run `npm run e2e`"],
    ["a command without marks", "- npm test"],
    ["a program without anything to do", "- `node` is there"],
    ["a block of something else", "```json\n{}\n```"],
    ["an end that leads nowhere", "```\nnpm test &&\n```"],
    ["an open quote", "```\necho 'a\nrm -rf b\n```"],
    ["an open here-document", "```\ncat <<EOF\nrm -rf b\n```"],
    ["a list that says that there is nothing", "- None yet"],
  ])("are not found in %s", (_, text) => {
    expect(read(text)).toEqual([])
  })

  it("are the same when they are split again", () => {
    fc.assert(
      fc.property(markdown, (text) => {
        // Every text is tidied before it is read: a command never holds another mark for the end of a line.
        const commands = splitCommands(tidy(text)) ?? []
        expect(splitCommands(commands.join("\n")) ?? []).toEqual(commands)
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
