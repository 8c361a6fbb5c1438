import { counted } from "../../base/amount-text.ts"
import { shownPath } from "../../base/path-within.ts"
import type { Draft } from "../../tools/contract.ts"
import { hunksOf } from "../../tools/files/file-diff.ts"

/** How much of a change is shown before it is approved. What is left out is counted. */
const shown = { lines: 60, columns: 400 } as const

/** What an edit would do to the files, for the person who approves it: of a new file its first lines, else the diff. */
export function proposedChange(drafts: readonly Draft[], workspace: string): string {
  const lines = drafts.flatMap((draft) => {
    const name = shownPath(workspace, draft.path)
    return [...(drafts.length > 1 ? [name] : []), ...linesOf(draft)]
  })
  const more = lines.length - shown.lines
  return [...lines.slice(0, shown.lines).map(clipped), ...(more > 0 ? [`… ${counted(more, "more line")}`] : [])].join(
    "\n",
  )
}

function linesOf({ before, after }: Draft): string[] {
  if (after === null) return ["deletes the file"]
  const hunks = hunksOf(before ?? new Uint8Array(), after)
  if (!hunks) return [`binary, ${counted(after.length, "byte")}`]
  if (before) return hunks.lines
  // Of a new file the numbers of lines say nothing.
  return [`new file, ${counted(hunks.added, "line")}`, ...hunks.lines.filter((line) => !line.startsWith("@@"))]
}

function clipped(line: string): string {
  const more = line.length - shown.columns
  return more > 0 ? `${line.slice(0, shown.columns)}… (and ${counted(more, "more character")})` : line
}
