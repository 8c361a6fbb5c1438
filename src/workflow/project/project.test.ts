import { describe, expect, it } from "vitest"
import { detectProject, isTestFile, markerFiles, type ProjectFacts, programs } from "./project.ts"

type Files = Readonly<Record<string, string | null>>

/** Facts as the agent gathers them: null is a file that is only known to be there. */
function factsOf(files: Files, available: readonly string[]): ProjectFacts {
  return {
    files: new Set(Object.keys(files)),
    texts: new Map(Object.entries(files).flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))),
    available: new Set(available),
  }
}

const pack = (content: object) => JSON.stringify({ name: "shop", version: "1.0.0", ...content })
const commandsOf = (files: Files, available: readonly string[]) =>
  detectProject(factsOf(files, available)).commands.map(({ kind, command, missing }) =>
    missing === null ? `${kind}: ${command}` : `${kind}: ${command} (no ${missing})`,
  )

describe("a project offers", () => {
  const scripts = { test: "vitest run", typecheck: "tsc --noEmit", lint: "eslint .", build: "vite build" }
  const pyproject = '[project]\nname = "shop"\n\n[dependency-groups]\ndev = ["pytest>=8"]\n'
  const makefile = ".PHONY: test\nall: lib.o\n\tcc -o x lib.o\ntest: all\n\t./run-tests\nlatest:\n\techo latest\n"

  it.each<[string, Files, string[], string[]]>([
    [
      "npm scripts",
      { "package.json": pack({ scripts }), "package-lock.json": null },
      ["node", "npm"],
      ["lint: npm run lint", "typecheck: npm run typecheck", "build: npm run build", "test: npm test"],
    ],
    [
      "pnpm by its lock file",
      { "package.json": pack({ scripts: { test: "jest" } }), "pnpm-lock.yaml": null },
      ["pnpm"],
      ["test: pnpm test"],
    ],
    [
      "yarn by its lock file",
      { "package.json": pack({ scripts: { test: "jest" } }), "yarn.lock": null },
      ["yarn"],
      ["test: yarn test"],
    ],
    [
      "bun by its lock file",
      { "package.json": pack({ scripts: { test: "bun test" } }), "bun.lock": null },
      ["bun"],
      ["test: bun run test"],
    ],
    [
      "the manager that packageManager names, whatever lock file is there",
      { "package.json": pack({ packageManager: "pnpm@9.1.0", scripts: { test: "jest" } }), "package-lock.json": null },
      ["npm", "pnpm"],
      ["test: pnpm test"],
    ],
    [
      "what is missing, by its name",
      { "package.json": pack({ scripts: { test: "jest" } }), "pnpm-lock.yaml": null },
      [],
      ["test: pnpm test (no pnpm)"],
    ],
    [
      "the script by npm, where its own package manager is missing",
      { "package.json": pack({ scripts: { test: "jest" } }), "pnpm-lock.yaml": null },
      ["npm"],
      ["test: npm test"],
    ],
    [
      "no test for npm's placeholder",
      { "package.json": pack({ scripts: { test: 'echo "Error: no test specified" && exit 1' } }) },
      ["npm"],
      [],
    ],
    [
      "no test for a script that cannot fail",
      { "package.json": pack({ scripts: { test: "jest || true" } }) },
      ["npm"],
      [],
    ],
    [
      "no test that never ends",
      { "package.json": pack({ scripts: { test: "jest --watch", "test:unit": "jest" } }) },
      ["npm"],
      ["test: npm run test:unit"],
    ],
    [
      "node --test where there are tests and no script",
      { "package.json": pack({}), "src/a.test.js": null },
      ["node"],
      ["test: node --test"],
    ],
    ["node --test without any package.json", { "a.test.mjs": null }, ["node"], ["test: node --test"]],
    [
      "a runner that is installed and has no script",
      { "package.json": pack({ devDependencies: { vitest: "^3" } }), "node_modules/.bin/vitest": null },
      ["node", "npm"],
      ["test: node_modules/.bin/vitest run"],
    ],
    [
      "tsc by the local binary",
      { "package.json": pack({}), "tsconfig.json": "{}", "node_modules/.bin/tsc": null },
      ["node"],
      ["typecheck: node_modules/.bin/tsc --noEmit"],
    ],
    [
      "no tsc that is not installed",
      { "tsconfig.json": "{}" },
      ["node"],
      ["typecheck: node_modules/.bin/tsc --noEmit (no node_modules/.bin/tsc)"],
    ],
    [
      "tsc for a config that only refers to others",
      { "tsconfig.json": '{ "files": [], "references": [{ "path": "./a" }] }', "node_modules/.bin/tsc": null },
      ["node"],
      ["typecheck: node_modules/.bin/tsc --build --noEmit"],
    ],
    ["nothing for a package.json that is no JSON", { "package.json": "{ half" }, ["npm"], []],
    [
      "nothing for scripts that are no object",
      { "package.json": '{"scripts": [1], "packageManager": 3}' },
      ["npm"],
      [],
    ],

    [
      "pytest by uv",
      { "pyproject.toml": pyproject, "uv.lock": null },
      ["uv", "pytest"],
      ["test: uv run python -m pytest"],
    ],
    [
      "pytest by poetry",
      { "pyproject.toml": `${pyproject}[tool.poetry]\n`, "poetry.lock": null },
      ["poetry"],
      ["test: poetry run python -m pytest"],
    ],
    [
      "pytest of the virtual environment",
      { "requirements.txt": "pytest==8.0\n", ".venv/bin/pytest": null, ".venv/bin/python": null },
      ["python3"],
      ["test: .venv/bin/python -m pytest"],
    ],
    [
      "pytest of the machine, where its manager is missing",
      { "pyproject.toml": `${pyproject}[tool.poetry]\n`, "poetry.lock": null },
      ["pytest"],
      ["test: pytest"],
    ],
    [
      "pytest as a module, where it is one of the interpreter",
      { "pytest.ini": "[pytest]\n" },
      ["pytest", "python3", "python3 -m pytest"],
      ["test: python3 -m pytest"],
    ],
    ["pytest of the machine", { "pytest.ini": "[pytest]\n" }, ["pytest", "python3"], ["test: pytest"]],
    ["no pytest for a plugin's name alone", { "requirements.txt": "pytest-cov-lookalike\nlatest\n" }, ["pytest"], []],
    [
      "unittest where there is no pytest",
      { "setup.py": "", "test_shop.py": null },
      ["python3"],
      ["test: python3 -m unittest discover"],
    ],
    [
      "unittest in a folder that is no package",
      { "tests/test_shop.py": null },
      ["python"],
      ["test: python -m unittest discover -s tests"],
    ],
    ["pytest for bare test files", { "tests/test_shop.py": null }, ["python3", "pytest"], ["test: pytest"]],
    [
      "ruff and mypy where they are set up",
      { "pyproject.toml": `${pyproject}[tool.ruff]\nline-length = 100\n[tool.mypy]\nstrict = true\n` },
      ["ruff", "mypy", "pytest"],
      ["lint: ruff check .", "typecheck: mypy .", "test: pytest"],
    ],
    ["nothing for a python project without tests", { "requirements.txt": "flask\n" }, ["python3"], []],

    ["cargo test", { "Cargo.toml": '[package]\nname = "x"\n' }, ["cargo"], ["test: cargo test"]],
    ["no cargo test without cargo", { "Cargo.toml": "" }, [], ["test: cargo test (no cargo)"]],
    [
      "go test where there are tests",
      { "go.mod": "module x\n", "a_test.go": null },
      ["go"],
      ["typecheck: go vet ./...", "test: go test ./..."],
    ],
    [
      "go build where there are none",
      { "go.mod": "module x\n" },
      ["go"],
      ["typecheck: go vet ./...", "build: go build ./..."],
    ],
    ["maven", { "pom.xml": "<project/>", "src/test/java/ATest.java": null }, ["mvn"], ["test: mvn -q test"]],
    [
      "maven's wrapper",
      { "pom.xml": "<project/>", mvnw: null, "src/test/java/ATest.java": null },
      [],
      ["test: ./mvnw -q test"],
    ],
    ["maven without tests", { "pom.xml": "<project/>" }, ["mvn"], ["build: mvn -q compile"]],
    ["gradle", { "build.gradle": "", "src/test/kotlin/ATest.kt": null }, ["gradle"], ["test: gradle test"]],
    [
      "gradle's wrapper",
      { "build.gradle.kts": "", gradlew: null, "src/test/java/ATest.java": null },
      [],
      ["test: ./gradlew test"],
    ],
    ["gradle without tests", { "settings.gradle": "" }, ["gradle"], ["build: gradle assemble"]],
    ["dotnet test", { "Shop.sln": null, "Shop.Tests/CartTests.cs": null }, ["dotnet"], ["test: dotnet test"]],
    ["dotnet build", { "Shop.csproj": null }, ["dotnet"], ["build: dotnet build"]],

    ["rspec by bundler", { Gemfile: 'gem "rspec"', ".rspec": null }, ["bundle", "ruby"], ["test: bundle exec rspec"]],
    ["rspec alone", { "spec/a_spec.rb": null }, ["rspec"], ["test: rspec"]],
    [
      "rake test",
      { Gemfile: "", Rakefile: "Rake::TestTask.new", "test/a_test.rb": null },
      ["bundle"],
      ["test: bundle exec rake test"],
    ],
    [
      "minitest files",
      { "test/a_test.rb": null, "test/b c_test.rb": null },
      ["ruby"],
      ["test: ruby -Itest -Ilib test/a_test.rb && ruby -Itest -Ilib 'test/b c_test.rb'"],
    ],
    ["rails", { Gemfile: "", "bin/rails": null, "test/a_test.rb": null }, ["ruby"], ["test: bin/rails test"]],
    ["composer's script", { "composer.json": '{"scripts":{"test":"phpunit"}}' }, ["composer"], ["test: composer test"]],
    [
      "composer's script by reference",
      { "composer.json": '{"scripts":{"test":["@phpunit"]}}' },
      ["composer"],
      ["test: composer test"],
    ],
    [
      "phpunit of the project",
      { "composer.json": "{}", "vendor/bin/phpunit": null },
      ["php"],
      ["test: vendor/bin/phpunit"],
    ],
    ["phpunit by its config", { "phpunit.xml.dist": "<phpunit/>" }, ["php"], ["test: phpunit (no phpunit)"]],

    ["make's targets", { Makefile: makefile }, ["make"], ["build: make all", "test: make test"]],
    ["make check", { Makefile: "check:\n\tprove t\n" }, ["make"], ["test: make check"]],
    ["no target that only echoes", { Makefile: "test:\n\t@echo no tests\n" }, ["make"], []],
    ["no target that is not one", { Makefile: "latest:\n\tpytest\nTEST := pytest\n" }, ["make"], []],
    ["a target with a variable", { Makefile: "test:\n\t$(PYTEST) -q\n" }, ["make"], ["test: make test"]],

    ["nothing for plain files", { "notes.txt": null }, ["node", "python3", "make"], []],
    [
      "a package of a monorepo, by the root's manager",
      {
        "package.json": pack({ private: true }),
        "pnpm-lock.yaml": null,
        "packages/a b/package.json": pack({ scripts: { test: "vitest run" } }),
      },
      ["pnpm"],
      ["test: cd 'packages/a b' && pnpm test"],
    ],
  ])("%s", (_, files, available, expected) => {
    expect(commandsOf(files, available)).toEqual(expected)
  })

  it("says what sorts of project it found", () => {
    const facts = factsOf({ "package.json": "{}", Makefile: "", "api/go.mod": "module x" }, [])
    expect(detectProject(facts).kinds).toEqual(["node", "make", "go"])
  })

  it("does not take the packages of others for projects", () => {
    expect(commandsOf({ "node_modules/x/package.json": pack({ scripts: { test: "jest" } }) }, ["npm"])).toEqual([])
  })
})

describe("a test file", () => {
  it.each([
    ["src/a.test.ts", true],
    ["a.spec.jsx", true],
    ["test_a.py", true],
    ["pkg/a_test.go", true],
    ["src/test/java/ATest.java", true],
    ["tests/it.rs", true],
    ["spec/a_spec.rb", true],
    ["latest.js", false],
    ["src/contest.py", false],
    ["attest_go.go", false],
    ["src/a.ts", false],
  ])("%s: %s", (path, expected) => {
    expect(isTestFile(path)).toBe(expected)
  })
})

it("names each marker and each program once", () => {
  expect(markerFiles).toContain("AGENTS.md")
  expect(new Set(markerFiles).size).toBe(markerFiles.length)
  expect(new Set(programs).size).toBe(programs.length)
})
