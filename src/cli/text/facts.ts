import type { Terminal } from "../terminal.ts"
import { pad, wrap } from "./width.ts"

/** A name and what there is to say to it; nothing is said of a fact without lines. */
export type Fact = { name: string; lines: readonly string[]; urgent?: boolean }

/** Facts below each other, their names in a column; a line that is too long for the terminal is broken, not cut. */
export function factLines(
  facts: readonly Fact[],
  nameWidth: number,
  { paint, width }: Pick<Terminal, "paint" | "width">,
): string[] {
  return facts.flatMap(({ name, lines, urgent }) =>
    lines
      // Painted lines are made to fit by whoever paints them.
      .flatMap((line) => (width === undefined || line.includes("\x1b") ? [line] : broken(line, width - nameWidth - 2)))
      .map((line, index) => {
        const label = pad(index === 0 ? name : "", nameWidth)
        return `${urgent ? paint.yellow(label) : paint.dim(label)}  ${line}`
      }),
  )
}

/** The lines of one thing, the later ones set in, so that the next thing is seen to begin. */
function broken(line: string, columns: number): string[] {
  const [first = "", ...rest] = wrap(line, columns)
  if (rest.length === 0) return [first]
  return [first, ...wrap(line.slice(first.length).trim(), columns - 2).map((part) => `  ${part}`)]
}

/** The first of many, and how many more there are. */
export function few(lines: readonly string[], most: number): string[] {
  const more = lines.length - most
  return more > 1 ? [...lines.slice(0, most), `and ${more} more`] : [...lines]
}
