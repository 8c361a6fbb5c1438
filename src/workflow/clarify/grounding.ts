import { pathsIn } from "../paths.ts"
import { wordsOf } from "../text.ts"

/** What the workspace says about a task, before anybody is asked. */
export type Grounding = {
  project: string | null
  entries: string[]
  existing: string[]
  missing: string[]
  related: string[]
  facts: string[]
}

/** What the agent saw of the workspace. `text` gives the beginning of a small file, where it has it. */
export type Look = {
  project?: string | null
  entries: readonly string[]
  exists(path: string): boolean
  files: readonly string[]
  text?(path: string): string | null
}

export const groundingLimits = { entries: 6, paths: 4, related: 4, walked: 400, facts: 4, names: 3 } as const

const skippedDirectories: ReadonlySet<string> = new Set(
  `node_modules bower_components vendor third_party venv env virtualenv site-packages __pycache__ dist build out target
  coverage refs tmp temp logs`.split(/\s+/),
)

/** Words that so many paths have that they tell none apart. */
const commonPathWords: ReadonlySet<string> = new Set(
  `src lib app test tests spec specs index main file files code docs doc readme package packages config data util utils
  html htm css json yaml yml toml md txt js jsx ts tsx mjs cjs py rs go java rb php sh add fix make update change create
  write project`.split(/\s+/),
)

/** The workspace as far as the task and the texts name it: their paths, and the files whose names share their words. */
export function ground(task: string, texts: readonly string[], look: Look): Grounding {
  const named = unique([task, ...texts].flatMap(pathsIn).map(relative)).filter((path) => path !== "")
  const existing = named.filter((path) => look.exists(path)).slice(0, groundingLimits.paths)
  const missing = named.filter((path) => !look.exists(path)).slice(0, groundingLimits.paths)
  const related = relatedFiles([task, ...texts].join("\n"), look.files, new Set(named))
  return {
    project: look.project ?? null,
    entries: look.entries.filter(isShown).slice(0, groundingLimits.entries),
    existing,
    missing,
    related,
    facts: [...existing, ...related]
      .flatMap((path) => factOf(path, look.text?.(path) ?? null))
      .slice(0, groundingLimits.facts),
  }
}

/** The grounding as lines for a prompt; empty where nothing is known. */
export function groundingLines(grounding: Grounding | null): string[] {
  if (!grounding) return []
  const list = (label: string, paths: readonly string[]) => (paths.length > 0 ? [`${label}: ${paths.join(", ")}`] : [])
  return [
    ...list("Project", grounding.project ? [grounding.project] : []),
    ...list("At the top", grounding.entries),
    ...list("Named and existing", grounding.existing),
    ...list("Named but not there", grounding.missing),
    ...list("Perhaps related", grounding.related),
    ...grounding.facts,
  ]
}

function relatedFiles(text: string, files: readonly string[], named: ReadonlySet<string>): string[] {
  const wanted = new Set(wordsOf(text).filter((word) => word.length > 2 && !commonPathWords.has(word)))
  return files
    .filter(isShown)
    .slice(0, groundingLimits.walked)
    .filter((path) => !named.has(relative(path)))
    .map((path) => ({ path, shared: pathWords(path).filter((word) => wanted.has(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared || depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1))
    .slice(0, groundingLimits.related)
    .map(({ path }) => path)
}

/** Camel case parts words here: a task says "router" and the file is `modeRouter.ts`. */
function pathWords(path: string): string[] {
  return unique(
    path
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2 && !commonPathWords.has(word)),
  )
}

const declaration =
  /^(?:export\s+|public\s+|pub\s+|async\s+|abstract\s+)*(?:function|class|interface|type|const|def|fn|struct|enum|trait|func)\s+([A-Za-z_]\w*)/gm

/** One short line about a file: its title, or what it declares. */
function factOf(path: string, text: string | null): string[] {
  if (text === null) return []
  if (/\.(md|mdx|rst|txt|adoc)$/i.test(path)) {
    const title = /^#\s+(.{1,100})$/m.exec(text)?.[1]?.trim()
    return title ? [`${path} is titled "${title}"`] : []
  }
  const names = unique([...text.matchAll(declaration)].map((found) => found[1] ?? "")).slice(0, groundingLimits.names)
  return names.length > 0 ? [`${path} declares ${names.join(", ")}`] : []
}

const relative = (path: string) => path.replace(/^(?:\.\/)+/, "")
const depth = (path: string) => path.split("/").length
const isShown = (path: string) =>
  relative(path)
    .split("/")
    .every((part) => !part.startsWith(".") && !skippedDirectories.has(part.toLowerCase()))

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)]
}
