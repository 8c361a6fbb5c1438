import { lazy, Suspense, useDeferredValue } from "react"
import { useCell } from "../live/cell.ts"
import { texts } from "../texts.ts"
import { Spinner } from "../ui/spinner.tsx"
import { FilterBar } from "./filter-bar.tsx"
import { importing } from "./import-sessions.ts"
import { PaneHeader } from "./pane-header.tsx"
import { filter, searchText, selection } from "./pane-state.ts"
import { PlaceBar } from "./place-bar.tsx"
import { SearchField } from "./search-field.tsx"
import { SessionList } from "./session-list.tsx"

const BatchBar = lazy(() => import("./batch-bar.tsx").then(({ BatchBar }) => ({ default: BatchBar })))
const SearchResults = lazy(() =>
  import("./search-results.tsx").then(({ SearchResults }) => ({ default: SearchResults })),
)

/** The sessions pane: search, filters, the list, and batch actions. */
export function SessionsPane() {
  const narrowed = useCell(filter)
  const text = useDeferredValue(useCell(searchText)).trim()
  const isSelecting = useCell(selection) !== null
  return (
    <nav aria-label={texts.sessions.name} className="flex min-h-0 min-w-0 flex-col">
      <PaneHeader />
      <SearchField />
      <FilterBar />
      <ImportSign />
      {text === "" ? (
        <>
          <PlaceBar place={narrowed.place} />
          <SessionList key={narrowed.place} filter={narrowed} />
          <Suspense fallback={null}>{isSelecting && <BatchBar filter={narrowed} />}</Suspense>
        </>
      ) : (
        <Suspense fallback={null}>
          <SearchResults text={text} project={narrowed.project} />
        </Suspense>
      )}
    </nav>
  )
}

/** Shows which file is being imported. */
function ImportSign() {
  const now = useCell(importing)
  return (
    <p role="status" className={now ? "flex shrink-0 items-center gap-2 px-4 pb-2 text-xs text-ink-soft" : "sr-only"}>
      {now && (
        <>
          <Spinner />
          <span className="min-w-0 truncate">{texts.sessions.import.importing(now.name, now.at, now.of)}</span>
        </>
      )}
    </p>
  )
}
