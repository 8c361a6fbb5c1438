import type { Row } from "../../src/server/contract/common.ts"

const shownAtMost = 8

/** The distinct directories of sessions, most recent first. */
export function projectsIn(all: readonly Row[]): readonly string[] {
  const newest = all.filter(({ trashed }) => !trashed).toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return [...new Set(newest.map(({ workspace }) => workspace))].slice(0, shownAtMost)
}
