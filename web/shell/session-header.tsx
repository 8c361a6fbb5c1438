import { GitFork } from "lucide-react"
import { useStateAt } from "../inspector/use-state-at.ts"
import { lineageOf } from "../live/lineage.ts"
import { modelName } from "../live/model-name.ts"
import { useApi } from "../live/queries.ts"
import { useRow } from "../live/rows.ts"
import { standingOf, standingThen } from "../live/standing.ts"
import { useSessionState } from "../live/use-session.ts"
import { nameOf } from "../sessions/words.ts"
import { texts } from "../texts.ts"
import { PageLink } from "../ui/page-link.tsx"
import { StandingSign } from "../ui/standing-sign.tsx"
import { InspectorButton, SessionsButton } from "./pane-buttons.tsx"
import { SessionMenu } from "./session-menu.tsx"
import { SessionTitle } from "./session-title.tsx"

const words = texts.shell.header

/** What the session is, where it works and how it stands, now or then; what can be done with it. */
export function SessionHeader({ id, at }: { id: string; at: number | null }) {
  const row = useRow(id)
  const state = useSessionState(id)
  const title = state?.log.title ?? row?.title ?? null
  const workspace = state?.log.workspace ?? row?.workspace
  const then = useStateAt(id, at)
  const standing = at === null ? row && standingOf(row, state) : then && standingThen(then)
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
          {standing && standing !== "new" && <StandingSign standing={standing} words past={at !== null} />}
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
  const told = useRow(from?.session ?? "")
  const asked = { params: { id: from?.session ?? "" } }
  const { data } = useApi("GET /api/sessions/:id", asked, { enabled: from !== null && !told })
  if (!from) return null
  return (
    <PageLink
      to={{ session: from.session, seq: from.seq }}
      className="flex min-w-12 shrink-9999 items-center gap-1 text-ink-faint underline-offset-2 hover:text-ink hover:underline"
    >
      <GitFork size={12} aria-hidden className="shrink-0" />
      <span className="truncate">
        {from.by === "fork" ? words.forkedFrom : words.startedBy} {(told ?? data?.row)?.title ?? words.anotherSession}
      </span>
    </PageLink>
  )
}
