import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual"
import { type CSSProperties, type RefObject, useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react"
import { useCell } from "../live/cell.ts"
import { useRoute } from "../live/page-route.ts"
import { rows as allRows } from "../live/rows.ts"
import type { Filter } from "./filter.ts"
import { grouped } from "./groups.ts"
import { type Layout, type LayoutRow, laidOut, lineAt, lineOf, type Placed, type Sizes } from "./layout.ts"
import { ListEnd } from "./list-end.tsx"
import { editing, selection, shownIds } from "./pane-state.ts"
import { RowMenu } from "./row-menu.tsx"
import { headingOf } from "./row-texts.ts"
import { emptySelection, toggled } from "./selection.ts"
import { type RowProps, SessionRow } from "./session-row.tsx"
import { useHeldOrder } from "./use-held.ts"
import { useSessionList } from "./use-list.ts"
import { useListKeys } from "./use-list-keys.ts"
import { useNow } from "./use-now.ts"
import { useRowActions } from "./use-row-actions.ts"
import { useSteady } from "./use-steady.ts"

/** Fetch the next page this many rows before the end. */
const ahead = 60

/** The virtualized list of sessions, grouped by day. */
export function SessionList({ filter }: { filter: Filter }) {
  const held = useHeldOrder()
  const { rows, paged, more } = useSessionList(filter, held.at)
  const now = useNow()
  const sizes = useSizes()
  const layout = useMemo(
    () => laidOut(grouped(rows, { filter, now, at: held.at }), sizes),
    [rows, filter, now, held.at, sizes],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<string | null>(null)
  const { session: shown } = useRoute()
  const tabStop = tabStopOf(layout, active, shown)
  const virtualizer = useLines(layout, scroller, sizes.heading, tabStop)
  useSteady(layout, scroller, { held: held.isHeld, at: held.at })

  const items = virtualizer.getVirtualItems()
  const last = virtualizer.range?.endIndex ?? 0
  const { reach, state } = paged
  useEffect(() => {
    if (state === "rest" && reach !== "end" && last >= layout.count - ahead) more()
  }, [state, reach, last, layout, more])

  useShown(layout, shown, virtualizer)
  useEffect(() => shownIds.set(rows.map(({ id }) => id)), [rows])

  const { actions, menu, lastMenu, closeMenu } = useRowActions(rows, setActive)
  const keys = useListKeys({ layout, scroller, active: tabStop, setActive, virtualizer, actions })
  const editedId = useCell(editing)
  const selected = useCell(selection)
  const known = useCell(allRows)
  const menuRow = rows.find(({ id }) => id === menu?.id)

  const propsOf = (line: LayoutRow & { kind: "row" }): RowProps => ({
    row: line.row,
    now,
    parent: line.row.parent ? (known.get(line.row.parent.session)?.title ?? null) : null,
    isShown: line.row.id === shown,
    isActive: line.row.id === tabStop,
    isEditing: line.row.id === editedId,
    isSelected: selected === null ? null : selected.ids.has(line.row.id),
    actions,
  })

  return (
    <>
      <div
        ref={scroller}
        {...keys}
        {...held.handlers}
        className="min-h-0 grow overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="relative" style={{ height: layout.size }}>
          {drawnGroups(layout, items).map(({ group, lines }) => (
            <div key={group.key} className="absolute inset-x-0" style={{ top: group.start, height: group.size }}>
              <h2
                style={{ height: sizes.heading }}
                className="sticky top-0 z-10 flex items-end bg-[color-mix(in_srgb,var(--sunken)_60%,var(--ground))] px-4.5 pb-1 text-xs font-medium text-ink-faint max-md:bg-ground"
              >
                {headingOf(group.key, now)}
              </h2>
              <ul aria-label={headingOf(group.key, now)}>
                {lines.map((line) => (
                  <li
                    key={line.row.id}
                    aria-posinset={line.at + 1}
                    aria-setsize={group.rows.length}
                    className="absolute inset-x-0 px-2 py-px"
                    style={placeOf(line, group.start)}
                  >
                    <SessionRow {...propsOf(line)} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <ListEnd filter={filter} isEmpty={rows.length === 0} paged={paged} onRetry={more} />
      </div>
      <RowMenu
        row={menuRow}
        place={menu}
        onClose={closeMenu}
        onRename={(id) => editing.set(id)}
        onSelect={(id) => selection.set(toggled(selection.get() ?? emptySelection, id))}
        focusAfter={() => (editing.get() === null && linkIn(scroller.current, lastMenu.current)) || false}
      />
    </>
  )
}

const placeOf = (line: LayoutRow, groupStart: number): CSSProperties => ({
  top: line.start - groupStart,
  height: line.size,
})

/** The link of a session in the list, if rendered. */
function linkIn(list: HTMLElement | null, id: string | null): HTMLElement | null {
  return (id && list?.querySelector<HTMLElement>(`[data-session="${CSS.escape(id)}"]`)) || null
}

// Tab enters the list at the last focused row, else at the shown session, else at the top.
function tabStopOf(layout: Layout, active: string | null, shown: string | null): string | null {
  for (const id of [active, shown]) if (id !== null && lineOf(layout, id) >= 0) return id
  return layout.groups[0]?.rows[0]?.id ?? null
}

function useLines(layout: Layout, scroller: RefObject<HTMLDivElement | null>, heading: number, tabStop: string | null) {
  const kept = tabStop === null ? -1 : lineOf(layout, tabStop)
  const headings = useMemo(() => new Set(layout.groups.map(({ first }) => first)), [layout])
  return useVirtualizer({
    count: layout.count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (headings.has(index) ? layout.sizes.heading : layout.sizes.row),
    // A new function makes the virtualizer recompute: lines move without changing in number.
    getItemKey: useMemo(() => (index: number) => (headings.has(index) ? `heading ${index}` : index), [headings]),
    scrollPaddingStart: heading,
    overscan: 8,
    // Keep the focused row rendered, however far it is scrolled away.
    rangeExtractor: (range: Range) => {
      const drawn = defaultRangeExtractor(range)
      return kept < 0 || drawn.includes(kept) ? drawn : [...drawn, kept].sort((a, b) => a - b)
    },
  })
}

type RowLine = LayoutRow & { kind: "row" }

function drawnGroups(
  layout: Layout,
  items: ReadonlyArray<{ index: number }>,
): { group: Placed; lines: readonly RowLine[] }[] {
  const drawn = new Map<number, RowLine[]>()
  for (const { index } of items) {
    const line = lineAt(layout, index)
    if (!line) continue
    const lines = drawn.get(line.group) ?? []
    if (line.kind === "row") lines.push(line)
    drawn.set(line.group, lines)
  }
  return [...drawn].flatMap(([at, lines]) => {
    const group = layout.groups[at]
    return group ? [{ group, lines }] : []
  })
}

/** Scrolls the shown session into view when it changes, if it is loaded. */
function useShown(layout: Layout, shown: string | null, virtualizer: Virtualizer<HTMLDivElement, Element>): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (shown === last.current || layout.count === 0) return
    last.current = shown
    const line = shown === null ? -1 : lineOf(layout, shown)
    if (line >= 0) virtualizer.scrollToIndex(line)
  }, [layout, shown, virtualizer])
}

const fine: Sizes = { heading: 32, row: 52 }
const coarse: Sizes = { heading: 36, row: 62 }

/** Line heights, larger for touch. */
function useSizes(): Sizes {
  return useSyncExternalStore(onPointerChange, () => (matchMedia(coarsePointer).matches ? coarse : fine))
}

const coarsePointer = "(pointer: coarse)"

function onPointerChange(listener: () => void): () => void {
  const list = matchMedia(coarsePointer)
  list.addEventListener("change", listener)
  return () => list.removeEventListener("change", listener)
}
