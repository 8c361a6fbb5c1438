import { useCell } from "../live/cell.ts"
import { projectsIn } from "../live/projects.ts"
import { useApi } from "../live/queries.ts"
import { rows } from "../live/rows.ts"

/** The directories that sessions worked in, the most recent first. */
export function useProjects(): readonly string[] {
  const { data } = useApi("GET /api/sessions", { query: { limit: 50 } })
  const told = useCell(rows)
  return projectsIn([...(data?.items ?? []), ...told.values()])
}
