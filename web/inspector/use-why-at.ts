import { type Why, why } from "../../src/session/view/why.ts"
import { useApi } from "../live/queries.ts"

const pageAtMost = 2_000

/** Why a turn stood as it did at an event; told from the log, as far back as one page of it goes. */
export function useWhyAt(id: string, at: number | null): Why | null | undefined {
  const query = { before: (at ?? 0) + 1, limit: pageAtMost }
  const page = useApi("GET /api/sessions/:id/events", { params: { id }, query }, { enabled: at !== null })
  if (at === null || !page.data) return undefined
  return why(page.data.events, { driven: true })
}
