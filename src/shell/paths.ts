import { isSystemPath } from "../base/system-path.ts"
import { isLiteral, isUnknown, marks } from "./mark.ts"
import { isDeepPattern, matchesName, normalise } from "./path-pattern.ts"

/** Where a path really leads; the same path gets the same answer for as long as one command line is read. */
type Follow = (path: string) => string

/** What is in a directory, as far as a pattern of names needs it. */
export type Entry = { name: string; kind: "directory" | "link" | "other" }

/** The directories that a command may run in, where links lead, and what patterns match. */
export type Whence = {
  directories: readonly string[]
  follow: Follow
  entries(directory: string): readonly Entry[]
  /** The links in a directory, at any depth. */
  linksBelow(directory: string): readonly Link[]
}

/** A link by its own name, and where it leads. */
export type Link = { name: string; target: string }

/** The absolute paths that a word may mean, patterns left in: by its name, and where the links in it lead. */
export function resolve(word: string, whence: Whence): readonly string[] {
  const paths = whence.directories.flatMap((directory) => {
    const path = word.startsWith("/") ? word : `${directory}/${word}`
    const name = normalise(path, directory)
    if (isSystemPath(name)) return [name]
    return [name, ...followed(/^[/.]*\/proc\//.test(path) ? name : path, whence)]
  })
  return [...new Set(paths)]
}

/** Of a pattern, what is before it can be followed, and each link that it matches. */
function followed(path: string, whence: Whence): readonly string[] {
  const names = path.split("/")
  const end = names.findIndex((name) => !isLiteral(name))
  if (end < 0) return [whence.follow(path)]
  const start = whence.follow(`${names.slice(0, end).join("/")}/`)
  const rest = names.slice(end)
  const pattern = normalise(`${start}/${rest.join("/")}`)
  return isUnknown(path) ? [pattern] : [pattern, ...matchedLinks(start, rest, whence)]
}

/** Where the names that a pattern matches lead, if a link is on the way. */
function matchedLinks(directory: string, names: readonly string[], whence: Whence): readonly string[] {
  const { follow, entries, linksBelow } = whence
  const [name, ...below] = names.filter((each) => each !== "" && each !== ".")
  if (name === undefined) return []
  const behind = (target: string) => {
    if (below.every(isLiteral)) return [follow([target, ...below].join("/"))]
    return [normalise(`${target}/${below.join("/")}`), ...matchedLinks(target, below, whence)]
  }
  if (isLiteral(name)) {
    const path = normalise(`${directory}/${name}`)
    const target = follow(path)
    return target === path ? matchedLinks(target, below, whence) : behind(target)
  }
  const isMatched = (link: string) => !name.includes(marks.plain) && matchesName(name, link)
  const direct = entries(directory).flatMap((entry) => {
    const path = `${directory}/${entry.name}`
    if (entry.kind === "link" && isMatched(entry.name)) return behind(follow(path))
    return entry.kind === "directory" && below.length > 0 && matchesName(name, entry.name) ? behind(path) : []
  })
  if (!isDeepPattern(name)) return direct
  const last = below.length === 1 ? below[0] : undefined
  const deep = linksBelow(directory).filter((link) => last === undefined || matchesName(last, link.name))
  return [...direct, ...deep.map(({ target }) => target)]
}
