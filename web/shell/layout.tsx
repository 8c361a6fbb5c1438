import { lazy, type ReactNode, Suspense, useEffect } from "react"
import { useCell } from "../live/cell.ts"
import { useMedia } from "../live/media.ts"
import { routeNow, useRoute } from "../live/page-route.ts"
import { sessionsOpen, sessionsOver, widths } from "../live/panes.ts"
import { SessionsPane } from "../sessions/sessions-pane.tsx"
import { texts } from "../texts.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { ConnectionSign } from "./connection-sign.tsx"
import { focusMessage } from "./focus-message.ts"
import { Resizer } from "./resizer.tsx"
import { SessionsColumn } from "./sessions-column.tsx"

// Loaded in parallel with the first paint.
const sessionPage = import("./session-page.tsx").then((page) => {
  page.prepareSession(routeNow())
  return page
})
const SessionPage = lazy(() => sessionPage.then(({ SessionPage }) => ({ default: SessionPage })))
const SideSheet = lazy(() => import("../ui/side-sheet.tsx").then(({ SideSheet }) => ({ default: SideSheet })))
const StartPage = lazy(() => import("./start-page.tsx").then(({ StartPage }) => ({ default: StartPage })))

/** Three panes: sessions; transcript and composer; inspector. On a phone one of them at a time. */
export function Layout() {
  const { session } = useRoute()
  const isPhone = useMedia("phone")
  return (
    <div className="flex h-dvh pt-[env(safe-area-inset-top)] pr-[env(safe-area-inset-right)] pl-[env(safe-area-inset-left)]">
      {session && (
        <button
          type="button"
          onClick={focusMessage}
          className="sr-only rounded-lg bg-accent px-3 py-2 text-sm text-accent-ink focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
        >
          {texts.shell.skipToMessage}
        </button>
      )}
      {isPhone ? <SessionsSheet /> : <SessionsBeside />}
      <div className="relative flex min-w-0 grow">
        <ConnectionSign />
        <ErrorBoundary key={session}>
          <Suspense fallback={<Waiting />}>
            {session ? <SessionPage key={session} id={session} /> : <StartPage />}
          </Suspense>
        </ErrorBoundary>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <main aria-busy className="grow">
      <h1 className="sr-only">{texts.shell.product}</h1>
    </main>
  )
}

function SessionsBeside() {
  const isOpen = useCell(sessionsOpen)
  const width = useCell(widths.sessions)
  if (!isOpen) return null
  return (
    <section
      aria-label={texts.shell.product}
      style={{ width }}
      className="relative flex min-h-0 shrink-0 flex-col bg-sunken/60 pr-px"
    >
      <Sessions />
      <Resizer pane="sessions" name={texts.shell.resizeSessions} />
    </section>
  )
}

function SessionsSheet() {
  const isOpen = useCell(sessionsOver)
  const { session } = useRoute()
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere else is what closes it.
  useEffect(() => sessionsOver.set(false), [session])
  return (
    <Suspense fallback={null}>
      <SideSheet
        open={isOpen}
        onOpenChange={(open) => sessionsOver.set(open)}
        side="left"
        title={texts.shell.panes.sessions}
      >
        {/* Choosing the session already shown must close the drawer too. */}
        {/* biome-ignore lint/a11y: the links in it are what is clicked or pressed. */}
        <div className="flex min-h-0 grow flex-col" onClick={({ target }) => isLink(target) && sessionsOver.set(false)}>
          <Sessions />
        </div>
      </SideSheet>
    </Suspense>
  )
}

const isLink = (target: EventTarget) => target instanceof Element && target.closest("a[href]") !== null

function Sessions(): ReactNode {
  return (
    <SessionsColumn>
      <ErrorBoundary>
        <SessionsPane />
      </ErrorBoundary>
    </SessionsColumn>
  )
}
