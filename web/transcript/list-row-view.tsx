import { memo } from "react"
import { weekday } from "../texts/amounts.ts"
import { texts } from "../texts.ts"
import { classes } from "../ui/classes.ts"
import { ErrorBoundary } from "../ui/error-boundary.tsx"
import { Item } from "./item.tsx"
import { type ListRow, localDay } from "./list-rows.ts"
import { PendingInput } from "./pending-input.tsx"
import { Retries } from "./retries.tsx"

/** A row: an item or an unsent message, with a heading for a new day. */
export const ListRowView = memo(
  function ListRowView({
    session,
    row,
    at,
    isTarget,
  }: {
    session: string
    row: ListRow
    at: number | null
    isTarget: boolean
  }) {
    return (
      <div className="mx-auto w-full max-w-[48rem] px-4 py-2">
        {row.day !== null && <Day at={row.day} />}
        <div className={classes("rounded-lg", isTarget && "outline-2 outline-offset-6 outline-accent/60")}>
          {/* A row that fails to render must not affect the others. */}
          <ErrorBoundary>
            <Content session={session} row={row} at={at} />
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
    isSameContent(contentOf(before.row), contentOf(after.row)),
)

function Content({ session, row, at }: { session: string; row: ListRow; at: number | null }) {
  switch (row.kind) {
    case "item":
      return <Item session={session} item={row.item} at={at} />
    case "retries":
      return <Retries session={session} failed={row.failed} at={at} />
    case "outbox":
      return <PendingInput entry={row.entry} />
    default:
      return row satisfies never
  }
}

function contentOf(row: ListRow): readonly unknown[] {
  if (row.kind === "retries") return row.failed
  return [row.kind === "item" ? row.item : row.entry]
}

const isSameContent = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((each, at) => each === other[at])

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
