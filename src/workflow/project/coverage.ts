import type { ProjectKind } from "./ecosystem.ts"
import { ecosystems, isTestFile, type ProjectCommand } from "./project.ts"

/** A file of the work, by what could show that it is right. */
export type FileSort =
  /** Prose, media and what only editors and hosts read: no test of a project covers it. */
  | { sort: "aside" }
  /** Source, configuration or data that a project may use when it runs; null where it belongs to no one language. */
  | { sort: "used"; by: ProjectKind | null }

const prose = new Set(["md", "mdx", "markdown", "txt", "rst", "adoc", "org", "tex", "rtf", "pdf", "doc", "docx", "log"])
const media = new Set(
  "png jpg jpeg gif webp avif ico svg bmp tiff mp3 mp4 wav ogg webm mov woff woff2 ttf otf eot zip gz tar".split(" "),
)
const asideNames =
  /^(?:license|licence|copying|notice|authors|contributors|changelog|codeowners|readme|contributing)(?:\.|$)|^\.(?:gitignore|gitattributes|editorconfig|mailmap)$/i
const asideFolders = /(?:^|\/)\.(?:github|gitlab|vscode|idea|devcontainer)\//
const testFolders = /(?:^|\/)(?:tests?|__tests__|specs?|testdata|__snapshots__|__fixtures__|fixtures)\//i

/** A file inside a test suite is covered by the tests, fixtures in prose included; its README is not. */
export function sortOf(path: string): FileSort {
  const name = path.slice(path.lastIndexOf("/") + 1)
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ""
  if (asideNames.test(name) || asideFolders.test(path)) return { sort: "aside" }
  if (isMarker(name)) return { sort: "used", by: languageOf(name) }
  const inSuite = testFolders.test(path) || isTestFile(path)
  if (!inSuite && (prose.has(ending) || media.has(ending))) return { sort: "aside" }
  return { sort: "used", by: languageOf(name) }
}

/** Whether a file is code, of which its being there shows nothing. Prose, data and settings can be read by anybody. */
export function isCode(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase()
  if (sortOf(path).sort === "aside") return false
  return codeNames.test(name) || ecosystems.some((each) => each.sources.some((ending) => name.endsWith(ending)))
}

const codeNames =
  /^(?:dockerfile|containerfile|jenkinsfile|vagrantfile)$|\.(?:html?|css|s[ac]ss|less|sql|sh|bash|zsh|fish|ps1|bat|pl|pm|lua|r|jl|swift|dart|exs?|erl|hs|ml|clj|zig|nim|tf|proto|graphql|cxx|hh|m|mm|ino|asm|s)$/

const isMarker = (name: string) => ecosystems.some((each) => each.markers.includes(name))

function languageOf(name: string): ProjectKind | null {
  const marks = ecosystems.find(
    (each) => each.markers.includes(name) || each.endings?.some((end) => name.endsWith(end)),
  )
  const owner = marks ?? ecosystems.find((each) => each.sources.some((ending) => name.toLowerCase().endsWith(ending)))
  return owner?.kind ?? null
}

/** The commands that cover a file: of the nearest project of its language, and of the one at the root. */
export function commandsFor(path: string, commands: readonly ProjectCommand[]): ProjectCommand[] {
  const sort = sortOf(path)
  if (sort.sort === "aside") return []
  const around = commands.filter((command) => contains(command.directory, path))
  const own = around.filter(
    ({ project }) => project !== "make" && (sort.by === null || sort.by === "make" || project === sort.by),
  )
  const chosen = nearestAndRoot(own)
  // A makefile usually calls the others: it speaks where they have nothing to say.
  const made = nearestAndRoot(around.filter(({ project }) => project === "make"))
  const leads = sort.by === "make"
  return leads ? withoutKinds(chosen, made) : withoutKinds(made, chosen)
}

function withoutKinds(more: readonly ProjectCommand[], first: readonly ProjectCommand[]): ProjectCommand[] {
  const said = new Set(first.filter((command) => command.missing === null).map((command) => command.kind))
  return [...first, ...more.filter((command) => !said.has(command.kind))]
}

function nearestAndRoot(commands: readonly ProjectCommand[]): ProjectCommand[] {
  const nearest = commands.reduce(
    (deepest, { directory }) => (directory.length > deepest.length ? directory : deepest),
    "",
  )
  const near = commands.filter(({ directory }) => directory === nearest)
  return nearest === "" ? near : [...near, ...commands.filter(({ directory }) => directory === "")]
}

/** True for a file under the directory. */
export function contains(directory: string, path: string): boolean {
  return directory === "" || path.startsWith(`${directory}/`)
}
