import { isLiteral } from "./mark.ts"
import { normalise } from "./path-pattern.ts"

/** Where a path really leads; the same path gets the same answer for as long as one command line is read. */
export type Follow = (path: string) => string

/** The directories that a command may run in, and where links lead. */
export type Whence = { directories: readonly string[]; follow: Follow }

/** The absolute paths that a word may mean, patterns left in: by its name, and where the links in it lead. */
export function resolve(word: string, { directories, follow }: Whence): readonly string[] {
  const paths = directories.flatMap((directory) => {
    const path = word.startsWith("/") ? word : `${directory}/${word}`
    const name = normalise(path, directory)
    if (/^\/(dev|proc)(\/|$)/.test(name)) return [name]
    return [name, followed(/^[/.]*\/proc\//.test(path) ? name : path, follow)]
  })
  return [...new Set(paths)]
}

/** Of a pattern, what is before it can be followed. */
function followed(path: string, follow: Follow): string {
  const names = path.split("/")
  const end = names.findIndex((name) => !isLiteral(name))
  return end < 0
    ? follow(path)
    : normalise(`${follow(`${names.slice(0, end).join("/")}/`)}/${names.slice(end).join("/")}`)
}
