import { memo } from "react"
import { weekday } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { InputLetter } from "./input-letter.tsx"
import { Item } from "./item.tsx"
import { localDay, type Row } from "./list-rows.ts"

/** One row: an item or what is being sent, with the day above it where a new one begins. */
export const ListRow = memo(
  function ListRow({
    session,
    row,
    at,
    isTarget,
  }: {
    session: string
    row: Row
    at: number | null
    isTarget: boolean
  }) {
    return (
      <div className="mx-auto w-full max-w-[48rem] px-4 py-2">
        {row.day !== null && <Day at={row.day} />}
        <div className={classes("rounded-lg", isTarget && "outline-2 outline-offset-6 outline-accent/60")}>
          {/* One that cannot be drawn takes none of the others with it. */}
          <ErrorBoundary>
            {row.kind === "item" ? (
              <Item session={session} item={row.item} at={at} />
            ) : (
              <InputLetter letter={row.letter} />
            )}
          </ErrorBoundary>
        </div>
      </div>
    )
  },
  (before, after) =>
    before.session === after.session &&
    before.at === after.at &&
    before.isTarget === after.isTarget &&
    before.row.day === after.row.day &&
    contentOf(before.row) === contentOf(after.row),
)

const contentOf = (row: Row) => (row.kind === "item" ? row.item : row.letter)

function Day({ at }: { at: string }) {
  return (
    <div className="flex items-center gap-3 pt-1 pb-3 text-xs text-ink-faint">
      <span aria-hidden className="h-px grow bg-line" />
      <time dateTime={at}>{dayName(at, new Date())}</time>
      <span aria-hidden className="h-px grow bg-line" />
    </div>
  )
}

const dayMs = 86_400_000

function dayName(at: string, now: Date): string {
  const day = localDay(at)
  if (day === now.toDateString()) return texts.transcript.today
  if (day === new Date(now.getTime() - dayMs).toDateString()) return texts.transcript.yesterday
  return weekday(at)
}
