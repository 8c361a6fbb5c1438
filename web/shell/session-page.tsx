import { lazy, Suspense, useEffect } from "react"
import { Composer } from "../composer/composer.tsx"
import { markRead } from "../live/actions.ts"
import { useCell } from "../live/cell.ts"
import { closeInspector, inspector } from "../live/inspector-state.ts"
import { live } from "../live/live.ts"
import { useMedia } from "../live/media.ts"
import type { Route } from "../live/page-route.ts"
import { widths } from "../live/panes.ts"
import { travel, useTravel } from "../live/time-travel.ts"
import { useFollowed, useGone, useSessionState } from "../live/use-session.ts"
import { texts } from "../texts.ts"
import { prepareMarkdown } from "../transcript/markdown.tsx"
import { Transcript } from "../transcript/transcript.tsx"
import { windowStore } from "../transcript/window-store.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { PageLink } from "../ui/page-link.tsx"
import { SideSheet } from "../ui/side-sheet.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { DemoBar } from "./demo-bar.tsx"
import { Resizer } from "./resizer.tsx"
import { SessionHeader } from "./session-header.tsx"
import { SessionStates } from "./session-states.tsx"
import { UnsentWords } from "./unsent-words.tsx"

const Inspector = lazy(() => import("../inspector/inspector.tsx").then(({ Inspector }) => ({ default: Inspector })))

/** Prefetches the code and the state of a session page. */
export function prepareSession({ session, seq }: Route): void {
  prepareMarkdown()
  if (!session) return
  live().add(session)
  windowStore(session).open(seq)
}

/** A session: header, transcript, composer and inspector. */
export function SessionPage({ id }: { id: string }) {
  useFollowed(id)
  useReading(id)
  const at = useTravel(id)
  const isGone = useGone(id) === "erased"
  if (isGone) return <Gone id={id} />
  return (
    <>
      <main aria-label={texts.shell.panes.session} className="relative flex min-w-0 grow flex-col">
        <SessionHeader id={id} at={at} />
        <SessionStates id={id} />
        <DemoBar id={id} />
        <ErrorBoundary>
          <Transcript id={id} at={at} />
        </ErrorBoundary>
        <ErrorBoundary>
          <Composer id={id} />
        </ErrorBoundary>
        <InspectorEdge />
      </main>
      <InspectorPlace id={id} at={at} onTravel={(seq) => travel(id, seq)} />
    </>
  )
}

function InspectorPlace(props: { id: string; at: number | null; onTravel: (seq: number | null) => void }) {
  const isNarrow = useMedia("narrow")
  const isOpen = useCell(inspector, ({ open }) => open)
  const width = useCell(widths.inspector)
  const pane = (
    <ErrorBoundary>
      <Suspense fallback={<Waiting />}>
        <Inspector {...props} />
      </Suspense>
    </ErrorBoundary>
  )
  if (isNarrow) {
    return (
      <SideSheet
        open={isOpen}
        onOpenChange={(open) => !open && closeInspector()}
        side="right"
        title={texts.shell.panes.inspector}
      >
        <div className="grid min-h-0 grow">{pane}</div>
      </SideSheet>
    )
  }
  if (!isOpen) return null
  return (
    <div style={{ width }} className="grid min-h-0 shrink-0">
      {pane}
    </div>
  )
}

function InspectorEdge() {
  const isNarrow = useMedia("narrow")
  const isOpen = useCell(inspector, ({ open }) => open)
  return isOpen && !isNarrow && <Resizer pane="inspector" name={texts.shell.resizeInspector} />
}

function Waiting() {
  return (
    <p className="flex items-center gap-2 p-4 text-sm text-ink-faint">
      <Spinner /> {texts.loading}
    </p>
  )
}

function Gone({ id }: { id: string }) {
  return (
    <main className="m-auto flex max-w-md flex-col items-start gap-3 p-6 text-sm">
      <p>{texts.shell.states.gone}</p>
      <UnsentWords session={id} />
      <PageLink to={{}} className="text-accent underline underline-offset-2">
        {texts.shell.states.toStart}
      </PageLink>
    </main>
  )
}

const readAfterMs = 800

/** Marks the shown session as read. */
function useReading(id: string): void {
  const seq = useSessionState(id)?.seq
  useEffect(() => {
    if (!seq) return
    const read = () => document.visibilityState === "visible" && void markRead(id, seq)
    const timer = setTimeout(read, readAfterMs)
    document.addEventListener("visibilitychange", read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener("visibilitychange", read)
    }
  }, [id, seq])
}
