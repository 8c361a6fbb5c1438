import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { instructedChecks, instructedPrograms, programsIn } from "./instructed-checks.ts"

const shown = (text: string) => instructedChecks(text).map(({ kind, command }) => `${kind}: ${command}`)

describe("AGENTS.md names", () => {
  it.each<[string, string, string[]]>([
    ["a code span in a line about tests", "Run the tests with `npm test`.", ["test: npm test"]],
    [
      "a code span under a heading",
      "## Testing\n\n- `pytest -q`\n- `mypy .`\n",
      ["test: pytest -q", "typecheck: mypy ."],
    ],
    [
      "each line of a fence",
      "# Checks\n\n```sh\n# all of it\nnpm run lint\n$ npm test\ncargo test \\\n  --all\n```\n",
      ["lint: npm run lint", "test: npm test", "test: cargo test    --all"],
    ],
    ["a fence after a line about it", "To build:\n\n```\nmake everything\n```\n", ["build: make everything"]],
    [
      "a comment beside a command",
      "## Commands\n\n```bash\nnpm test   # run the tests\nnpm run dev  # start\n```",
      ["test: npm test"],
    ],
    [
      "a script of the project by what the line says",
      "Verify with `./scripts/ok.sh --all`.",
      ["test: ./scripts/ok.sh --all"],
    ],
    ["a build", "Build: `npm run build`", ["build: npm run build"]],
    ["type-checking", "- Type-check: `npx tsc --noEmit`", ["typecheck: npx tsc --noEmit"]],
    ["what must be done before a commit", "Before committing, run `make check`.", ["test: make check"]],
    ["the better one of two", "Test with `pnpm test` instead of `npm test`.", ["test: pnpm test"]],
    ["go's dots", "Tests: `go test ./...`", ["test: go test ./..."]],
    ["each once", "Test: `npm test`. Really test: `npm test`.", ["test: npm test"]],
    ["nothing that it advises against", "Never run the tests with `npm test`.", []],
    ["nothing of a whole list that it advises against", "Do not test with `npm test`, `pnpm test` or `yarn test`.", []],
    ["nothing in a fence that it advises against", "Don't test like this:\n\n```sh\nnpm test\n```", []],
    ["nothing there, whatever a comment in it says", "Don't do this:\n\n```sh\nnpm test # run the tests\n```", []],
    ["nothing that is only an example", "Run a single test: `npx vitest run path/to/file.test.ts`", []],
    ["nothing with a hole", "Test one package: `npm test -w <package>`", []],
    ["nothing about another matter", "## Setup\n\nStart with `npm run dev`, then see `src/index.ts`.", []],
    ["nothing that only installs", "## Build and test\n\n```sh\nnpm install\nnpm ci\n```", []],
    [
      "nothing that does not end or changes the world",
      "## Test\n`npm run test:watch`, `npm run deploy`, `eslint --fix .`",
      [],
    ],
    ["no placeholder", "Check with `echo ok` or `npm test || true`.", []],
    ["no file and no name", "Tests are in `src/a.test.ts`; check `parseLine` and `Result`.", []],
    ["no path that is no program", "Check `./docs/a.md`, `src/run`, `Makefile` and `./README.md`.", []],
    ["a program by its path", "Check with `./check` or `bin/verify.sh`.", ["test: ./check", "test: bin/verify.sh"]],
    ["no word inside a word", "The latest: `npm run contest`.", []],
    ["no code of another language", "## Tests\n```ts\nnpm test\n```", []],
    ["nothing from an open fence", "## Tests\n```sh\nnpm test\n", []],
    ["nothing in an empty file", "", []],
  ])("%s", (_, text, expected) => {
    expect(shown(text)).toEqual(expected)
  })

  it("no more checks than a person would want to wait for", () => {
    const many = Array.from({ length: 50 }, (_, n) => `- test: \`npm run test:${n}\``).join("\n")
    expect(instructedChecks(many)).toHaveLength(12)
  })

  it("reads any text without throwing", () => {
    const pieces = fc.constantFrom("`", "```", "\n", "# Test", "npm test", "not", " ", "$ ", "~~~", "sh")
    fc.assert(fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => void instructedChecks(parts.join(""))))
  })
})

describe("the programs of a command", () => {
  it.each([
    ["npm test", ["npm"]],
    ["CI=1 npm test && uv run pytest | tee x", ["npm", "uv", "tee"]],
    ["cd a && ./run.sh", []],
    ["$CMD test", []],
    ["if jq . a; then exit 0; fi", ["jq"]],
  ])("%s", (command, expected) => {
    expect(programsIn(command)).toEqual(expected)
  })

  it("are gathered from an AGENTS.md", () => {
    expect(instructedPrograms("Test: `just test`. Lint: `trunk check && npm run lint`.")).toEqual([
      "just",
      "trunk",
      "npm",
    ])
  })
})
