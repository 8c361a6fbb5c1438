import { stat } from "node:fs/promises"
import { join } from "node:path"
import { HoldfastError } from "../../../session/error.ts"
import { unless } from "../../../tools/failure.ts"
import { exceptGit, ripgrep, searchOptions, stagedFile } from "../../../tools/ripgrep.ts"
import { isWithin, realPath } from "../../../tools/workspace.ts"
import { type Ground, placeIn } from "./ground.ts"
import { entryAt, type Listing, shownPath } from "./tree.ts"

const most = 100

/** Of a tree that is larger, not all is looked at. */
const mostSeen = 200_000

type Found = { path: string; score: number }

/** The files below a directory whose path fits what was typed, best first. What .gitignore leaves out is not found. */
export async function findFiles(
  ground: Ground,
  { path, find, signal }: { path: string; find: string; signal: AbortSignal },
): Promise<Listing> {
  const { path: root } = await placeIn(ground, path)
  if (!(await unless(["ENOENT", "ENOTDIR"], stat(root)))?.isDirectory()) {
    throw new HoldfastError("not-found", `There is no directory ${JSON.stringify(path)} in the workspace.`)
  }
  const wanted = find.toLowerCase()
  const hidden = await Promise.all(ground.protected.map(realPath))
  const isHidden = (file: string) => hidden.some((place) => isWithin(join(root, file), place))
  let best: Found[] = []
  let count = 0
  let seen = 0
  const { whole } = await ripgrep([...searchOptions, exceptGit, "--files", "--threads=1"], {
    cwd: root,
    signal,
    take(file) {
      if (++seen > mostSeen) return false
      const score = file.includes("\ufffd") || stagedFile.test(file) ? null : scoreOf(file, wanted)
      if (score === null || isHidden(file)) return true
      count++
      best.push({ path: file, score })
      if (best.length > 20 * most) best = ranked(best)
      return true
    },
  })
  const entries = await Promise.all(ranked(best).map((found) => entryAt(join(root, found.path), ground)))
  return {
    path: shownPath(root, ground),
    entries: entries.filter((entry) => entry !== undefined),
    more: count > most || !whole,
  }
}

function ranked(found: readonly Found[]): Found[] {
  const order = (one: Found, other: Found) => one.score - other.score || (one.path < other.path ? -1 : 1)
  return found.toSorted(order).slice(0, most)
}

/**
 * How well a path fits, lower is better: the name itself, its beginning, a part of it, a part of the path, the letters in
 * this order somewhere in the path; shorter paths first. Null where it does not.
 */
function scoreOf(path: string, wanted: string): number | null {
  const whole = path.toLowerCase()
  const name = whole.slice(whole.lastIndexOf("/") + 1)
  const step =
    name === wanted ? 0 : name.startsWith(wanted) ? 1 : name.includes(wanted) ? 2 : whole.includes(wanted) ? 3 : 4
  if (step === 4 && !hasInOrder(whole, wanted)) return null
  return step * 100_000 + whole.length
}

function hasInOrder(text: string, wanted: string): boolean {
  let at = 0
  for (const letter of wanted) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
