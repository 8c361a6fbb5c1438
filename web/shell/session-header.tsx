import { GitFork } from "lucide-react"
import { useStateAt } from "../inspector/use-state-at.ts"
import { lineageOf } from "../live/lineage.ts"
import { useApi } from "../live/queries.ts"
import { useRow } from "../live/rows.ts"
import { sessionStatusAt, sessionStatusOf } from "../live/session-status.ts"
import { modelName } from "../live/short-model-name.ts"
import { useSessionState } from "../live/use-session.ts"
import { nameOf } from "../sessions/row-texts.ts"
import { texts } from "../texts.ts"
import { PageLink } from "../ui/page-link.tsx"
import { StatusBadge } from "../ui/status-badge.tsx"
import { InspectorButton, SessionsButton } from "./pane-buttons.tsx"
import { SessionMenu } from "./session-menu.tsx"
import { SessionTitle } from "./session-title.tsx"

const words = texts.shell.header

/** The session's title, directory and status, now or at an event, with its menu. */
export function SessionHeader({ id, at }: { id: string; at: number | null }) {
  const row = useRow(id)
  const state = useSessionState(id)
  const title = state?.log.title ?? row?.title ?? null
  const workspace = state?.log.workspace ?? row?.workspace
  const then = useStateAt(id, at)
  const status = at === null ? row && sessionStatusOf(row, state) : then && sessionStatusAt(then)
  return (
    <header className="flex min-h-12 shrink-0 items-center gap-1.5 border-b border-line px-2 py-1 md:px-3">
      <SessionsButton />
      <div className="min-w-0 grow pl-1">
        {row || state ? (
          <SessionTitle id={id} title={title} />
        ) : (
          <h1 className="px-1.5 text-sm text-ink-faint">{texts.loading}</h1>
        )}
        <p className="flex min-w-0 items-center gap-x-1.5 px-1.5 text-xs text-ink-faint *:not-first:before:mr-1.5 *:not-first:before:content-['·']">
          {status && status !== "new" && <StatusBadge status={status} words past={at !== null} />}
          {workspace && (
            <span title={workspace} className="truncate max-sm:hidden">
              {nameOf(workspace)}
            </span>
          )}
          {then && (
            <span title={then.log.model ?? undefined} className="truncate max-md:hidden">
              {then.log.model === null ? words.ownModel : modelName(then.log.model)}
            </span>
          )}
          <Lineage id={id} />
        </p>
      </div>
      <SessionMenu id={id} />
      <InspectorButton />
    </header>
  )
}

function Lineage({ id }: { id: string }) {
  const from = lineageOf(useRow(id), useSessionState(id))
  const parent = useRow(from?.session ?? "")
  const asked = { params: { id: from?.session ?? "" } }
  const { data } = useApi("GET /api/sessions/:id", asked, { enabled: from !== null && !parent })
  if (!from) return null
  return (
    <PageLink
      to={{ session: from.session, seq: from.seq }}
      className="flex min-w-12 shrink-9999 items-center gap-1 text-ink-faint underline-offset-2 hover:text-ink hover:underline"
    >
      <GitFork size={12} aria-hidden className="shrink-0" />
      <span className="truncate">
        {from.by === "fork" ? words.forkedFrom : words.startedBy} {(parent ?? data?.row)?.title ?? words.anotherSession}
      </span>
    </PageLink>
  )
}
