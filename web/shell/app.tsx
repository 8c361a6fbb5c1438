import { CSPProvider } from "@base-ui/react/csp-provider"
import { Toast } from "@base-ui/react/toast"
import { Tooltip } from "@base-ui/react/tooltip"
import { useEffect } from "react"
import { watchReach } from "../live/connection-watch.ts"
import { live } from "../live/live.ts"
import { deliverRest } from "../live/outbox.ts"
import { useRoute } from "../live/page-route.ts"
import { pageTitle } from "../live/page-title.ts"
import { useRow } from "../live/rows.ts"
import { watchAccess } from "../live/sign-in-state.ts"
import { useSessionState } from "../live/use-session.ts"
import { useVisible } from "../live/visible.ts"
import { texts } from "../texts.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { notices } from "../ui/notices.ts"
import { Announcer } from "./announcer.tsx"
import { Dialogs } from "./dialogs.tsx"
import { Keyboard } from "./keyboard.tsx"
import { Layout } from "./layout.tsx"
import { Notices } from "./notices.tsx"
import { Notifier } from "./notifier.tsx"

/** The page. */
export function App() {
  useEffect(() => {
    live()
    deliverRest()
    const stops = [watchAccess(), watchReach()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return (
    <CSPProvider disableStyleElements>
      <Tooltip.Provider delay={400}>
        <Toast.Provider toastManager={notices}>
          <ErrorBoundary>
            <Layout />
            <Dialogs />
          </ErrorBoundary>
          <Keyboard />
          <PageTitle />
          <Notifier />
          <Notices />
          <Announcer />
        </Toast.Provider>
      </Tooltip.Provider>
    </CSPProvider>
  )
}

/** The tab title: the session, marked if it waits or has news. */
function PageTitle() {
  const { session } = useRoute()
  const row = useRow(session ?? "")
  const title = useSessionState(session ?? "")?.log.title
  const isVisible = useVisible()
  useEffect(() => {
    document.title = session ? pageTitle(row, title ?? row?.title ?? null, { isVisible }) : texts.shell.product
  }, [session, row, title, isVisible])
  return null
}
