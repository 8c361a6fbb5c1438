import { stat } from "node:fs/promises"
import { join } from "node:path"
import { isWithin } from "../../../base/path-within.ts"
import { unless } from "../../../base/system-error.ts"
import { HoldfastError } from "../../../session/error.ts"
import { exceptGit, ripgrep, searchOptions, stagedFile } from "../../../tools/files/ripgrep.ts"
import { realPath } from "../../../tools/files/workspace-path.ts"
import { type FileContext, resolveAccess } from "./file-context.ts"
import { entryAt, type Listing, shownPath } from "./tree.ts"

const maxHits = 100

const maxPaths = 200_000

type ScoredPath = { path: string; score: number }

/** The files below a directory whose paths match what was typed, best first. Ignored files are left out. */
export async function findFiles(
  context: FileContext,
  { path, find, signal }: { path: string; find: string; signal: AbortSignal },
): Promise<Listing> {
  const { path: root } = await resolveAccess(context, path)
  if (!(await unless(["ENOENT", "ENOTDIR"], stat(root)))?.isDirectory()) {
    throw new HoldfastError("not-found", `There is no directory ${JSON.stringify(path)} in the workspace.`)
  }
  const wanted = find.toLowerCase()
  const hidden = await Promise.all(context.protected.map(realPath))
  const isHidden = (file: string) => hidden.some((place) => isWithin(join(root, file), place))
  let best: ScoredPath[] = []
  let count = 0
  let seen = 0
  const { whole } = await ripgrep([...searchOptions, exceptGit, "--files", "--threads=1"], {
    cwd: root,
    signal,
    take(file) {
      if (++seen > maxPaths) return false
      const score = file.includes("\ufffd") || stagedFile.test(file) ? null : scoreOf(file, wanted)
      if (score === null || isHidden(file)) return true
      count++
      best.push({ path: file, score })
      if (best.length > 20 * maxHits) best = ranked(best)
      return true
    },
  })
  const entries = await Promise.all(ranked(best).map((found) => entryAt(join(root, found.path), context)))
  return {
    path: shownPath(root, context),
    entries: entries.filter((entry) => entry !== undefined),
    more: count > maxHits || !whole,
  }
}

function ranked(found: readonly ScoredPath[]): ScoredPath[] {
  const order = (one: ScoredPath, other: ScoredPath) => one.score - other.score || (one.path < other.path ? -1 : 1)
  return found.toSorted(order).slice(0, maxHits)
}

/**
 * Ranks a match, lower is better: the whole name, its prefix, a part of it, a part of the path, a subsequence of the
 * path; shorter paths first. Null if there is no match.
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
