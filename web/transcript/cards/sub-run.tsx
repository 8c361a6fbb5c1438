import { ArrowUpRight } from "lucide-react"
import type { Item } from "../../../src/session/view/transcript/item.ts"
import { useApi } from "../../live/queries.ts"
import { useSessionState } from "../../live/use-session.ts"
import { texts } from "../../texts.ts"
import { PageLink } from "../../ui/page-link.tsx"

/** A sub-run's question, with a link to its session. */
export function SubRun({ session, item }: { session: string; item: Item<"tool"> }) {
  const child = useChild(session, item)
  const question = typeof item.arguments.question === "string" ? item.arguments.question : ""
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
      <p className="min-w-0 grow text-sm break-words">{question}</p>
      {child && (
        <PageLink
          to={{ session: child }}
          className="inline-flex items-center gap-1 text-xs text-accent underline underline-offset-2 pointer-coarse:min-h-11"
        >
          {texts.cards.tool.childSession}
          <ArrowUpRight size={13} aria-hidden />
        </PageLink>
      )}
    </div>
  )
}

/** The session that a call started; its title is the question. */
function useChild(session: string, { arguments: { question }, state, at }: Item<"tool">): string | null {
  const project = useSessionState(session)?.log.project
  const query = { limit: 200, ...(project ? { project } : {}) }
  const list = useApi("GET /api/sessions", { query }, { enabled: project !== undefined, version: state })
  const title = typeof question === "string" ? question.slice(0, 200) : null
  const isChild = (row: { id: string; title: string | null; openedAt: string }) =>
    row.title === title && row.id !== session && row.openedAt >= at
  return list.data?.items.findLast(isChild)?.id ?? null
}
