import type { KeyboardEvent, ReactNode } from "react"
import { texts } from "../texts.ts"
import { ListRowView } from "./list-row-view.tsx"
import { newSince } from "./list-rows.ts"
import { type ListGiven, useListScroll } from "./list-scroll.ts"
import { ToLatest } from "./list-to-latest.tsx"
import { keyMove } from "./transcript-keys.ts"

/** The virtualized rows of a transcript; `top` is rendered above the first. */
export function List({ session, top, ...given }: ListGiven & { session: string; top: ReactNode }) {
  const { at, rows, target } = given
  const { scroller, virtualizer, drawn, inSight, isAtLatest, seen, pin, toLatest, toFirst } = useListScroll(given)
  const shown = virtualizer.getVirtualItems()
  const isAside = (index: number) => index < drawn.first || index > drawn.last

  const focusRow = (index: number) => {
    virtualizer.scrollToIndex(index, { align: "auto" })
    requestAnimationFrame(() => {
      const item = scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] article`)
      item?.focus({ preventScroll: true })
    })
  }
  const press = (event: KeyboardEvent) => {
    const move = keyMove(event, { from: indexOf(event.target), ...inSight, count: rows.length })
    if (move === null) return
    event.preventDefault()
    if (move === "latest") toLatest()
    else if (move === "first") toFirst()
    else focusRow(move)
  }

  return (
    <div className="relative min-h-0 grow">
      <h2 className="sr-only">{texts.transcript.name}</h2>
      <div
        ref={scroller}
        role="log"
        aria-label={texts.transcript.name}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        tabIndex={0}
        onFocus={(event) => pin(rows[indexOf(event.target) ?? -1]?.key ?? null)}
        onKeyDown={press}
        className="h-full overflow-y-auto overscroll-contain outline-offset-[-2px] [overflow-anchor:none]"
      >
        <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          <div className="absolute inset-x-0 top-0 flex h-14 items-center justify-center">{top}</div>
          <div style={{ paddingTop: shown.find(({ index }) => !isAside(index))?.start ?? 0 }}>
            {shown.map(({ index, key, start }) => {
              const row = rows[index]
              if (!row) return null
              return (
                <div
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  className={isAside(index) ? "absolute inset-x-0 top-0" : undefined}
                  style={isAside(index) ? { transform: `translateY(${start}px)` } : undefined}
                >
                  <ListRowView session={session} row={row} at={at} isTarget={row.key === target} />
                </div>
              )
            })}
          </div>
        </div>
      </div>
      {!isAtLatest && at === null && <ToLatest count={newSince(rows, seen)} onClick={toLatest} />}
    </div>
  )
}

/** The row that contains an element. */
function indexOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>("[data-index]")?.dataset.index : undefined
  return index === undefined ? null : Number(index)
}
