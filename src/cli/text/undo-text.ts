import type { Undone } from "../../agent/sessions/undo.ts"
import { counted } from "../../base/amount-text.ts"
import { shownPath } from "../../base/path-within.ts"
import { oneLine, plain } from "../../base/plain-words.ts"
import { shortId } from "../../base/short-id.ts"
import type { Terminal } from "../terminal.ts"

/** The outcome of an undo: restored files, skipped files with their diffs, and what an undo does not cover. */
export function undoLines(undone: Undone, of: { id: string; workspace: string }, { paint }: Terminal): string[] {
  const id = shortId(of.id)
  const shown = (path: string) => oneLine(shownPath(of.workspace, path))
  const restored = undone.restored.map(({ path, before, after }) => {
    const what = after === null ? "removed " : before === null ? "back    " : "restored"
    return `  ${paint.green(what)}  ${shown(path)}`
  })
  const left = undone.left.flatMap(({ path, why, diff }) => [
    `  ${paint.yellow("left    ")}  ${shown(path)}: ${oneLine(why.replaceAll(path, shown(path)))}`,
    ...(diff ? diffLines(diff) : []),
  ])
  const uncovered = undone.uncovered.map((what) => `  ${paint.dim("not undone")}  ${oneLine(what)}`)
  return [headline(undone, id), ...restored, ...left, ...uncovered, ...advice(undone, id)]
}

const maxDiffLines = 40

function diffLines(diff: string): string[] {
  const lines = plain(diff).trimEnd().split("\n")
  const shown = lines.slice(0, maxDiffLines).map((line) => `      ${line}`)
  return lines.length > maxDiffLines ? [...shown, `      … ${lines.length - maxDiffLines} lines more`] : shown
}

function headline({ did, turns, restored, left }: Undone, id: string): string {
  const files = counted(restored.length, "file")
  const what = turns.length === 1 ? `turn ${shortId(turns[0] ?? "")}` : counted(turns.length, "turn")
  switch (did) {
    case "undone":
      return restored.length === 0 && left.length === 0
        ? `Undid ${what} of ${id}: its files were already restored.`
        : `Undid ${what} of ${id}: ${files} restored.`
    case "redone":
      return `Redid ${what} of ${id}: ${files} changed again.`
    case "finished":
      return `An undo of ${what} of ${id} was interrupted and is now finished: ${files} restored. Nothing else was undone.`
    case "nothing":
      return left.length > 0 ? `Nothing was undone of ${what} of ${id}.` : `There is nothing to undo in ${id}.`
    default:
      return did satisfies never
  }
}

function advice({ did, turns, left }: Undone, id: string): string[] {
  const [turn] = turns
  const again = did === "redone" ? "--redo" : turns.length === 1 && turn ? `--turn ${shortId(turn)}` : ""
  return [
    ...(left.some(({ diff }) => diff)
      ? [`To overwrite newer changes: holdfast undo ${[id, again, "--force"].filter(Boolean).join(" ")}`]
      : []),
    ...(did === "undone" ? [`To redo: holdfast undo ${id} --redo`] : []),
  ]
}
