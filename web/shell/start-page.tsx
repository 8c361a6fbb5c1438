import { useEffect } from "react"
import { useCell } from "../live/cell.ts"
import { useApi } from "../live/queries.ts"
import { applyFetchedRows, rows } from "../live/rows.ts"
import { sessionStatusOf } from "../live/session-status.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"
import { FirstRun } from "./first-run.tsx"
import { NewSessionForm } from "./new-session-form.tsx"
import { SessionsButton } from "./pane-buttons.tsx"
import { RecentSession } from "./recent-session.tsx"

const words = texts.shell.begin
const recentAtMost = 6

/** The start page: new session, sessions waiting for you, recent ones; or model setup. */
export function StartPage() {
  const { data: models, isPending: isLooking } = useApi("GET /api/models", {})
  const { listed, isKnown, isPending } = useListed()
  const needsModel =
    models?.found.model === null && !models.providers.some(({ models: offered }) => offered && offered.length > 0)
  const isFirst = needsModel && isKnown && listed.length === 0
  // Show neither until it is known whether there is a model.
  const isUndecided = listed.length === 0 && (isLooking || isPending)
  const waiting = listed.filter((row) => sessionStatusOf(row) === "waits")
  const recent = listed.filter((row) => !waiting.includes(row)).slice(0, recentAtMost)
  return (
    <main className="flex min-w-0 grow flex-col overflow-y-auto">
      <div className="flex min-h-12 shrink-0 items-center px-2">
        <SessionsButton />
      </div>
      <div className="mx-auto flex w-full max-w-[40rem] flex-col gap-10 px-5 pt-[4vh] pb-16">
        {isFirst && <FirstRun isWelcome />}
        {isUndecided && (
          <h1 className="flex items-center gap-2.5 text-sm font-normal text-ink-faint">
            <Spinner /> {texts.shell.firstRun.looking}
          </h1>
        )}
        {!isUndecided && !isFirst && (
          <section aria-labelledby="begin">
            <h1 id="begin" className="mb-4 text-xl font-semibold">
              {words.heading}
            </h1>
            <div className="rounded-xl border border-line bg-surface p-4">
              <NewSessionForm />
            </div>
          </section>
        )}
        <Group name={words.waiting} rows={waiting} />
        <Group name={words.recent} rows={recent} />
        {needsModel && isKnown && !isFirst && <FirstRun isWelcome={false} />}
      </div>
    </main>
  )
}

function Group({ name, rows: listed }: { name: string; rows: ReturnType<typeof useListed>["listed"] }) {
  if (listed.length === 0) return null
  return (
    <section>
      <h2 className="mb-1.5 px-2.5 text-xs font-medium text-ink-faint">{name}</h2>
      <ul>
        {listed.map((row) => (
          <RecentSession key={row.id} row={row} />
        ))}
      </ul>
    </section>
  )
}

/** Waiting and recent sessions, kept up to date by the stream. */
function useListed() {
  const book = useCell(rows)
  const { data: newest, isPending } = useApi("GET /api/sessions", { query: { limit: 20 } })
  const { data: waiting } = useApi("GET /api/sessions", { query: { limit: 20, status: "waiting" } })
  useEffect(() => {
    // A cached response may be old: newer rows of the stream win.
    applyFetchedRows([...(newest?.items ?? []), ...(waiting?.items ?? [])], 0)
  }, [newest, waiting])
  const listed = [...book.values()]
    .filter(({ archived, trashed }) => !archived && !trashed)
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  return { listed, isKnown: newest !== undefined, isPending }
}
