import { useMemo } from "react"
import { useCell } from "../live/cell.ts"
import { useApi } from "../live/queries.ts"
import { rows } from "../live/rows.ts"
import { projectNames } from "./row-texts.ts"

/** A filter value, with its number of sessions if known. */
export type Choosable = { readonly value: string; readonly name: string; readonly sessions: number | null }

/** The available projects and tags: the server's, and those of newer rows. */
export function useChoosable(): { projects: readonly Choosable[]; tags: readonly Choosable[] } {
  const { data } = useApi("GET /api/projects", {})
  const known = useCell(rows)
  return useMemo(() => {
    const projects = new Map<string, number | null>(known.values().map(({ project }) => [project, null]))
    const tags = new Map<string, number | null>(known.values().flatMap((row) => row.tags.map((tag) => [tag, null])))
    for (const { project, sessions, archived } of data?.projects ?? []) projects.set(project, sessions + archived)
    for (const { tag, sessions } of data?.tags ?? []) tags.set(tag, sessions)
    const names = projectNames([...projects.keys()])
    return {
      projects: byName(
        [...projects].map(([value, sessions]) => ({ value, name: names.get(value) ?? value, sessions })),
      ),
      tags: byName([...tags].map(([value, sessions]) => ({ value, name: value, sessions }))),
    }
  }, [data, known])
}

const byName = (all: readonly Choosable[]) => all.toSorted((one, other) => one.name.localeCompare(other.name))
