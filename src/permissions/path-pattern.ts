import { marks } from "./mark.ts"

/** A path without `.` and `..`, as far as the text tells; patterns of file names stay in it. */
export function normalise(path: string): string {
  const names: string[] = []
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue
    // `.*` may be the directory above.
    if (matchesName(name, "..")) names.pop()
    else names.push(name)
  }
  return `/${names.join("/")}`
}

/** The names that a path is made of. */
export function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((name) => name !== "")
}

/** Whether a name, perhaps a pattern, could be this name. Capitals do not count: on many machines they are the same. */
export function matchesName(pattern: string, name: string): boolean {
  if (!hasPattern(pattern)) return pattern.toLowerCase() === name.toLowerCase()
  if (name.startsWith(".") && !pattern.startsWith(".")) return false
  return matchesFrom(pattern.toLowerCase(), name.toLowerCase())
}

// Goes back only to the last `*`, so that no pattern takes long.
function matchesFrom(pattern: string, name: string): boolean {
  let [at, star, retry] = [0, -1, 0]
  for (let here = 0; here < name.length; ) {
    if (at < pattern.length && (pattern[at] === marks.one || pattern[at] === name[here])) {
      at++
      here++
    } else if (pattern[at] === marks.any) {
      star = at++
      retry = here
    } else if (star >= 0) {
      at = star + 1
      here = ++retry
    } else return false
  }
  while (pattern[at] === marks.any) at++
  return at === pattern.length
}

/** Whether a name is a pattern of names. */
function hasPattern(name: string): boolean {
  return name.includes(marks.any) || name.includes(marks.one)
}
