import { marks } from "./mark.ts"

/**
 * A path without `.` and `..`, as far as the text shows; patterns of file names stay in it. What is below the root or
 * the directory of a process is what it is there; `directory` is the current one of the process.
 */
export function normalise(path: string, directory?: string): string {
  let names: string[] = []
  for (const name of path.split("/")) {
    if (name === "" || name === ".") continue
    // `.*` may be the directory above.
    if (matchesName(name, "..")) names.pop()
    else names.push(name)
    if (isOfProcess(names, "root")) names = []
    if (directory !== undefined && isOfProcess(names, "cwd")) names = [...segmentsOf(directory)]
  }
  return `/${names.join("/")}`
}

// /proc/self/root, /proc/12/cwd, /proc/self/task/12/root
function isOfProcess(names: readonly string[], name: string): boolean {
  const [first = "", , task = ""] = names
  const deep = names.length === 3 || (names.length === 5 && matchesName(task, "task"))
  return deep && matchesName(first, "proc") && matchesName(names.at(-1) ?? "", name)
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
    } else if (isAny(pattern[at])) {
      star = at++
      retry = here
    } else if (star >= 0) {
      at = star + 1
      here = ++retry
    } else return false
  }
  while (isAny(pattern[at])) at++
  return at === pattern.length
}

/** Whether a name is `**`, which matches at any depth where the shell is told so. */
export function isDeepPattern(name: string): boolean {
  return name.length > 1 && [...name].every((char) => char === marks.any)
}

/** Whether a name is a pattern of names. */
function hasPattern(name: string): boolean {
  return name.includes(marks.any) || name.includes(marks.one) || name.includes(marks.plain)
}

const isAny = (char: string | undefined) => char === marks.any || char === marks.plain
