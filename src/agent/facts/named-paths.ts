import { readdirSync } from "node:fs"
import { isWithin } from "../../base/path-within.ts"
import { systemCode } from "../../base/system-error.ts"
import { isLiteral } from "../../shell/mark.ts"
import { matchesName, segmentsOf } from "../../shell/path-pattern.ts"

const bounds = { paths: 256, entries: 2_000 } as const

/**
 * The paths that a command names and that are worth a look: patterns of names replaced by what they match now, without
 * what belongs to git or to Holdfast, and without the workspace itself.
 */
export function namedPaths(
  paths: readonly string[],
  { workspace, protectedPaths }: { workspace: string; protectedPaths: readonly string[] },
): string[] {
  const named = paths.slice(0, bounds.paths).flatMap(expand)
  return [...new Set(named)].filter(
    (path) =>
      !isWithin(workspace, path) &&
      !segmentsOf(path).includes(".git") &&
      !protectedPaths.some((kept) => isWithin(path, kept) || isWithin(kept, path)),
  )
}

function expand(pattern: string): string[] {
  if (isLiteral(pattern)) return [pattern]
  return segmentsOf(pattern).reduce<string[]>(
    (found, segment) =>
      isLiteral(segment)
        ? found.map((path) => `${path}/${segment}`)
        : found.flatMap((path) =>
            namesIn(path || "/").flatMap((name) => (matchesName(segment, name) ? [`${path}/${name}`] : [])),
          ),
    [""],
  )
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).slice(0, bounds.entries)
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return []
  }
}
