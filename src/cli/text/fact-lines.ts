import type { Terminal } from "../terminal.ts"
import { pad, wrap } from "./width.ts"

/** A name with its lines; a fact without lines is left out. */
export type Fact = { name: string; lines: readonly string[]; urgent?: boolean }

/** Facts with their names in a column; long lines are wrapped, not truncated. */
export function factLines(
  facts: readonly Fact[],
  nameWidth: number,
  { paint, width }: Pick<Terminal, "paint" | "width">,
): string[] {
  return facts.flatMap(({ name, lines, urgent }) =>
    lines
      // Coloured lines were already fitted to the width.
      .flatMap((line) => (width === undefined || line.includes("\x1b") ? [line] : broken(line, width - nameWidth - 2)))
      .map((line, index) => {
        const label = pad(index === 0 ? name : "", nameWidth)
        return `${urgent ? paint.yellow(label) : paint.dim(label)}  ${line}`
      }),
  )
}

/** Wraps one item, with continuation lines indented. */
function broken(line: string, columns: number): string[] {
  const [first = "", ...rest] = wrap(line, columns)
  if (rest.length === 0) return [first]
  return [first, ...wrap(line.slice(first.length).trim(), columns - 2).map((part) => `  ${part}`)]
}

/** The first lines, and how many more there are. */
export function firstLines(lines: readonly string[], max: number): string[] {
  const more = lines.length - max
  return more > 1 ? [...lines.slice(0, max), `and ${more} more`] : [...lines]
}
