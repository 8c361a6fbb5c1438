import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { useCell } from "../live/cell.ts"
import { type Pane, paneWidths, widths, within } from "../live/panes.ts"

const stepPx = 24

/** A pane's resize handle: drag or arrow keys; a double click resets the width. */
export function Resizer({ pane, name }: { pane: Pane; name: string }) {
  const width = useCell(widths[pane])
  const { min, max, first } = paneWidths[pane]
  const start = useRef<{ x: number; width: number } | null>(null)
  // The sessions grow to the right, the inspector to the left.
  const direction = pane === "sessions" ? 1 : -1
  const set = (next: number) => widths[pane].set(within(pane, next))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "ArrowLeft") set(width - direction * stepPx)
    if (key === "ArrowRight") set(width + direction * stepPx)
    if (key === "Home") set(min)
    if (key === "End") set(max)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved is no line between paragraphs.
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={name}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(first)}
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        event.preventDefault()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
      }}
      onPointerMove={({ clientX }) =>
        start.current && set(start.current.width + direction * (clientX - start.current.x))
      }
      onPointerUp={() => {
        start.current = null
      }}
      className="absolute inset-y-0 right-0 z-10 w-px cursor-col-resize touch-none bg-line before:absolute before:inset-y-0 before:-left-1 before:w-2 hover:bg-accent focus-visible:bg-accent"
    />
  )
}
