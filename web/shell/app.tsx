import { CSPProvider } from "@base-ui/react/csp-provider"
import { Toast } from "@base-ui/react/toast"
import { Tooltip } from "@base-ui/react/tooltip"
import { useEffect } from "react"
import { watchAccess } from "../live/access.ts"
import { live } from "../live/live.ts"
import { deliverRest } from "../live/outbox.ts"
import { watchReach } from "../live/reach.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { notices } from "../ui/notices.ts"
import { Announcer } from "./announcer.tsx"
import { Dialogs } from "./dialogs.tsx"
import { Keyboard } from "./keyboard.tsx"
import { Layout } from "./layout.tsx"
import { Notices } from "./notices.tsx"
import { Notifier } from "./notifier.tsx"
import { PageTitle } from "./page-title.tsx"

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
