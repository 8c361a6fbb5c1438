import { useCell } from "../live/cell.ts"
import { useApi } from "../live/queries.ts"
import { rows } from "../live/rows.ts"
import { projectsIn } from "../live/session-projects.ts"

export function useProjects(): readonly string[] {
  const { data } = useApi("GET /api/sessions", { query: { limit: 50 } })
  const book = useCell(rows)
  return projectsIn([...(data?.items ?? []), ...book.values()])
}
