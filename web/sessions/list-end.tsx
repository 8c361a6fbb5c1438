import { texts } from "../texts.ts"
import { Button } from "../ui/button.tsx"
import { Spinner } from "../ui/spinner.tsx"
import { type Filter, isNarrowed, noFilter } from "./filter.ts"
import type { Paged } from "./pager.ts"
import { narrow } from "./pane-state.ts"

const words = texts.sessions

/** The end of the list: loading, failed, or empty. */
export function ListEnd({
  filter,
  isEmpty,
  paged: { state, reach },
  onRetry,
}: {
  filter: Filter
  isEmpty: boolean
  paged: Paged
  onRetry: () => void
}) {
  if (state === "failed") {
    return (
      <div className="flex flex-col items-start gap-2 p-4 text-sm text-ink-soft">
        <p>{words.loadFailed}</p>
        <Button onClick={onRetry}>{texts.retry}</Button>
      </div>
    )
  }
  if (reach !== "end") {
    return (
      <p className="flex items-center gap-2 p-4 text-sm text-ink-faint">
        <Spinner /> {isEmpty && reach !== null ? words.empty.looking : texts.loading}
      </p>
    )
  }
  return isEmpty ? <Empty filter={filter} /> : null
}

function Empty({ filter }: { filter: Filter }) {
  if (isNarrowed(filter)) {
    return (
      <div className="flex flex-col items-start gap-3 p-4 text-sm text-ink-soft">
        <p>{words.empty.filtered}</p>
        <Button onClick={() => narrow({ ...noFilter, place: filter.place })}>{words.filter.clear}</Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-1 p-4 text-sm text-ink-soft">
      <p>{filter.place === "sessions" ? words.empty.none : words.empty[filter.place]}</p>
      {filter.place === "sessions" && <p className="text-ink-faint">{words.empty.noneHint}</p>}
    </div>
  )
}
