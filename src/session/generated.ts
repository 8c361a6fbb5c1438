/**
 * What tools leave behind and no person writes: caches, installed packages, build output, coverage. One table, for the
 * facts of a turn, for walks through a workspace, and as rules for git. A path alone decides: that a directory is tracked
 * in the user's git, which makes it the user's own, is for the caller to know.
 */
const generated = {
  /** Nothing else has these names, at any depth. */
  names:
    `node_modules bower_components .pnpm-store .yarn/cache __pycache__ .pytest_cache .mypy_cache .ruff_cache .pytype
    .hypothesis .ipynb_checkpoints .tox .nox .venv venv .eggs htmlcov .coverage .nyc_output .next .nuxt .svelte-kit .turbo
    .parcel-cache .cache .vite .angular .gradle .dart_tool .stack-work .terraform .zig-cache zig-cache zig-out
    dist-newstyle DerivedData CMakeFiles CMakeCache.txt cmake-build-debug cmake-build-release .eslintcache .stylelintcache
    .phpunit.cache .phpunit.result.cache .rspec_status .DS_Store Thumbs.db bin/Debug bin/Release obj/Debug obj/Release
    obj/project.assets.json`.split(/\s+/),
  endings: ".pyc .pyo .egg-info .tsbuildinfo .class .o .gcda .gcno .swp .nuget.g.props .nuget.g.targets".split(" "),
  beginnings: [".coverage."],
  /** Directories that build tools fill, unless they are part of the sources: `target/`, but not `src/target/`. */
  outputs: ["dist", "target", "coverage"],
} as const

/** Where a directory with the name of an output is written by a person. */
const sources = ["src", "lib", "source", "sources", "internal", "pkg"] as const

const names: ReadonlySet<string> = new Set(generated.names)
const outputs: ReadonlySet<string> = new Set(generated.outputs)
const sourceNames: ReadonlySet<string> = new Set(sources)

/** Whether a path, relative to the workspace, is or lies in what a tool generated. A `/` at its end marks a directory. */
export function isGenerated(path: string): boolean {
  const segments = path.split("/")
  let inSources = false
  for (const [at, name] of segments.entries()) {
    if (name === "") continue
    if (names.has(name) || names.has(`${name}/${segments[at + 1] ?? ""}`)) return true
    if (generated.endings.some((ending) => name.endsWith(ending) && name !== ending)) return true
    if (generated.beginnings.some((beginning) => name.startsWith(beginning))) return true
    const isDirectory = at < segments.length - 1
    if (isDirectory && outputs.has(name) && !inSources) return true
    inSources ||= sourceNames.has(name)
  }
  return false
}

/** Whether a path lies in what a package manager installs: the programs that run the checks are among it. */
export const isInstalled = (path: string): boolean => /(?:^|\/)(?:node_modules|\.venv|venv)\//.test(path)

/** The same table as the lines of a file of git's exclude rules. */
export const generatedExcludes: readonly string[] = [
  ...generated.names.map((name) => (name.includes("/") ? `**/${name}` : name)),
  ...generated.endings.map((ending) => `?*${ending}`),
  ...generated.beginnings.map((beginning) => `${beginning}*`),
  ...generated.outputs.map((name) => `${name}/`),
  ...generated.outputs.flatMap((name) => sources.map((source) => `!**/${source}/**/${name}/`)),
]
