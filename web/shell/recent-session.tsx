import type { Row } from "../../src/server/contract/common.ts"
import { isUnread, sessionStatusOf } from "../live/session-status.ts"
import { Ago } from "../sessions/ago.tsx"
import { useNow } from "../sessions/use-now.ts"
import { texts } from "../texts.ts"
import { PageLink } from "../ui/page-link.tsx"
import { StatusBadge } from "../ui/status-badge.tsx"

/** A session on the start page: status, title, directory. */
export function RecentSession({ row }: { row: Row }) {
  const now = useNow()
  return (
    <li>
      <PageLink
        to={{ session: row.id }}
        className="flex min-h-11 items-center gap-3 rounded-lg px-2.5 py-1.5 text-sm hover:bg-sunken"
      >
        <StatusBadge status={sessionStatusOf(row)} />
        <span className="min-w-0 grow">
          <span className={isUnread(row) ? "block truncate font-semibold" : "block truncate"}>
            {row.title ?? texts.shell.header.untitled}
          </span>
          <span className="block truncate text-xs text-ink-faint" title={row.workspace}>
            {row.workspace}
          </span>
        </span>
        <Ago at={row.updatedAt} now={now} />
      </PageLink>
    </li>
  )
}
