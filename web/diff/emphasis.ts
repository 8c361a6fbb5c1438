import { diffWordsWithSpace } from "diff"
import type { DiffRow } from "./unified.ts"

/** A piece of a line, highlighted if it changed. */
export type Piece = { text: string; changed: boolean }

const bounds = { lines: 12, characters: 400 } as const

/**
 * Changes within lines: compares a block of removed lines with an equally long block of added ones, line by line, if
 * they have something in common.
 */
export function emphasis(rows: readonly DiffRow[]): ReadonlyMap<DiffRow, readonly Piece[]> {
  const found = new Map<DiffRow, readonly Piece[]>()
  for (const [removed, added] of blocks(rows)) {
    if (removed.length !== added.length || removed.length > bounds.lines) continue
    removed.forEach((before, at) => {
      const after = added[at]
      if (!after || before.text.length + after.text.length > bounds.characters) return
      const changes = diffWordsWithSpace(before.text, after.text)
      const same = changes.filter((part) => !part.added && !part.removed).map(({ value }) => value.trim())
      if (same.join("").length * 3 < Math.max(before.text.trim().length, after.text.trim().length)) return
      found.set(
        before,
        changes.filter((part) => !part.added).map((part) => ({ text: part.value, changed: part.removed })),
      )
      found.set(
        after,
        changes.filter((part) => !part.removed).map((part) => ({ text: part.value, changed: part.added })),
      )
    })
  }
  return found
}

type Block = [removed: DiffRow[], added: DiffRow[]]

/** A removed block with the added block right after it. */
function blocks(rows: readonly DiffRow[]): Block[] {
  const all: Block[] = []
  let open: Block | null = null
  for (const row of rows) {
    if (row.kind === "removed") {
      if (!open || open[1].length > 0) {
        open = [[], []]
        all.push(open)
      }
      open[0].push(row)
    } else if (row.kind === "added") open?.[1].push(row)
    else open = null
  }
  return all
}
