import { lazy, Suspense } from "react"
import { useCell } from "../live/cell.ts"
import { texts } from "../texts.ts"
import { type Filter, isNarrowed, noFilter } from "./filter.ts"
import { filter, filtersOpen, narrow } from "./pane-state.ts"
import { nameOf } from "./row-texts.ts"
import { useChoosable } from "./use-choosable.ts"

const words = texts.sessions.filter
const Filters = lazy(() => import("./filters.tsx").then(({ Filters }) => ({ default: Filters })))

/** The filters, shown on request or while one is set. */
export function FilterBar() {
  const isOpen = useCell(filtersOpen)
  const narrowed = useCell(filter)
  if (isOpen) {
    return (
      <Suspense fallback={null}>
        <Filters />
      </Suspense>
    )
  }
  return isNarrowed(narrowed) ? <Summary filter={narrowed} /> : null
}

function Summary({ filter: { place, project, status, tag } }: { filter: Filter }) {
  const { projects } = useChoosable()
  const name = project && (projects.find(({ value }) => value === project)?.name ?? nameOf(project))
  const parts = [name, status && words.statuses[status], tag].filter((part) => part !== null)
  return (
    <div className="flex shrink-0 items-center gap-1 px-2 pb-2 text-xs">
      <p className="min-w-0 grow truncate px-2 text-ink-soft">{words.only(parts)}</p>
      <button
        type="button"
        onClick={() => narrow({ ...noFilter, place })}
        className="shrink-0 rounded-md px-2 py-1 text-accent hover:underline pointer-coarse:min-h-11"
      >
        {words.clear}
      </button>
    </div>
  )
}
