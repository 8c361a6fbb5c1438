import { cut, pad, widthOf } from "./width.ts"

export type Column = {
  heading: string
  align?: "left" | "right"
  /** Takes the remaining width and is truncated first. */
  flexible?: true
  maxWidth?: number
}

export type Cell = { text: string; paint?: (text: string) => string }

/** Rows in aligned columns, truncated to a width if one is given. */
export function table(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly Cell[]>,
  options: { width: number | undefined; heading: (text: string) => string },
): string[] {
  const widths = columnWidths(columns, rows, options.width)
  const line = (cells: readonly Cell[]) =>
    columns
      .map(({ align }, index) => {
        const { text = "", paint = (same: string) => same } = cells[index] ?? {}
        const width = widths[index] ?? 0
        const shown = options.width === undefined ? text : cut(text, width)
        // No trailing spaces.
        const fill = index === columns.length - 1 && align !== "right" ? "" : pad("", width - widthOf(shown))
        return align === "right" ? fill + paint(shown) : paint(shown) + fill
      })
      .join(gap)
      .trimEnd()
  const headings = columns.map(({ heading }) => ({ text: heading, paint: options.heading }))
  return [line(headings), ...rows.map(line)]
}

const gap = "  "

function columnWidths(
  columns: readonly Column[],
  rows: ReadonlyArray<readonly Cell[]>,
  width: number | undefined,
): number[] {
  const widths = columns.map(({ heading, maxWidth }, index) => {
    const widest = rows.reduce((widest, row) => Math.max(widest, widthOf(row[index]?.text ?? "")), widthOf(heading))
    return width === undefined ? widest : Math.min(widest, maxWidth ?? widest)
  })
  if (width === undefined) return widths
  const others = widths.reduce((sum, each, index) => sum + (columns[index]?.flexible ? 0 : each), 0)
  const left = width - others - gap.length * (columns.length - 1)
  return widths.map((each, index) => (columns[index]?.flexible ? Math.max(leastFlexible, Math.min(each, left)) : each))
}

const leastFlexible = 10
