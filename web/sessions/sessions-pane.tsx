import { lazy, Suspense, useDeferredValue } from "react"
import { useCell } from "../live/cell.ts"
import { texts } from "../texts.ts"
import { FilterBar } from "./filter-bar.tsx"
import { ImportSign } from "./import-sign.tsx"
import { PaneHeader } from "./pane-header.tsx"
import { filter, selection, sought } from "./pane-state.ts"
import { PlaceBar } from "./place-bar.tsx"
import { SearchField } from "./search-field.tsx"
import { SessionList } from "./session-list.tsx"

const BatchBar = lazy(() => import("./batch-bar.tsx").then(({ BatchBar }) => ({ default: BatchBar })))
const SearchResults = lazy(() =>
  import("./search-results.tsx").then(({ SearchResults }) => ({ default: SearchResults })),
)

/** The sessions: search, filters, groups by day, and what can be done with many of them. */
export function SessionsPane() {
  const narrowed = useCell(filter)
  const text = useDeferredValue(useCell(sought)).trim()
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
