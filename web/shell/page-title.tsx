import { useEffect } from "react"
import { pageTitle } from "../live/page-title.ts"
import { useRoute } from "../live/route.ts"
import { useRow } from "../live/rows.ts"
import { useSessionState } from "../live/use-session.ts"
import { useVisible } from "../live/visible.ts"
import { texts } from "../texts.ts"

/** The title of the tab: the session, and a sign where it waits or has something new. */
export function PageTitle() {
  const { session } = useRoute()
  const row = useRow(session ?? "")
  const title = useSessionState(session ?? "")?.log.title
  const isVisible = useVisible()
  useEffect(() => {
    document.title = session ? pageTitle(row, title ?? row?.title ?? null, { isVisible }) : texts.shell.product
  }, [session, row, title, isVisible])
  return null
}
