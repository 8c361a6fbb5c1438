import type { Overview } from "../../contract.ts"
import type { Core } from "../core.ts"

/** What the list holds, counted. Reads rows only, never a log. */
export function countSessions({ reader }: Core): Overview {
  const projects = reader.all<{ project: string; sessions: number; archived: number; updated_at: number }>(
    `SELECT project, sum(archived = 0) AS sessions, sum(archived = 1) AS archived, max(updated_at) AS updated_at
     FROM sessions WHERE trashed = 0 GROUP BY project ORDER BY max(updated_at) DESC, project`,
  )
  const tags = reader.all<{ tag: string; sessions: number }>(
    `SELECT t.tag, count(*) AS sessions FROM tags t JOIN sessions s ON s.n = t.session WHERE s.trashed = 0
     GROUP BY t.tag ORDER BY t.tag`,
  )
  const trash = reader.get<{ sessions: number }>("SELECT count(*) AS sessions FROM sessions WHERE trashed = 1")
  return {
    projects: projects.map(({ updated_at, ...counted }) => ({
      ...counted,
      updatedAt: new Date(updated_at).toISOString(),
    })),
    tags: tags.map((each) => ({ ...each })),
    archived: projects.reduce((sum, { archived }) => sum + archived, 0),
    trashed: trash?.sessions ?? 0,
  }
}
