import { relative } from "node:path"
import { counted, oneLine, plain } from "../agent/text/plain.ts"
import { shortId } from "../agent/text/short-id.ts"
import type { Undone } from "../agent/undo.ts"
import type { Terminal } from "./terminal.ts"

/** What an undo did: the files that are back, those that were left with what restoring would change, and what it cannot do. */
export function undoLines(undone: Undone, of: { id: string; workspace: string }, { paint }: Terminal): string[] {
  const id = shortId(of.id)
  const shown = (path: string) => oneLine(path.startsWith(`${of.workspace}/`) ? relative(of.workspace, path) : path)
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

const mostDiffLines = 40

function diffLines(diff: string): string[] {
  const lines = plain(diff).trimEnd().split("\n")
  const shown = lines.slice(0, mostDiffLines).map((line) => `      ${line}`)
  return lines.length > mostDiffLines ? [...shown, `      … ${lines.length - mostDiffLines} lines more`] : shown
}

function headline({ did, turns, restored, left }: Undone, id: string): string {
  const files = counted(restored.length, "file")
  const what = turns.length === 1 ? `turn ${shortId(turns[0] ?? "")}` : counted(turns.length, "turn")
  switch (did) {
    case "undone":
      return restored.length === 0 && left.length === 0
        ? `Undid ${what} of ${id}: its files were as before already.`
        : `Undid ${what} of ${id}: ${files} put back.`
    case "redone":
      return `Took back the undo of ${what} of ${id}: ${files} changed again.`
    case "finished":
      return `An undo of ${what} of ${id} had been cut off and is done now: ${files} put back. Nothing else was undone.`
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
      ? [`To restore what was changed since too: holdfast undo ${[id, again, "--force"].filter(Boolean).join(" ")}`]
      : []),
    ...(did === "undone" ? [`To take it back: holdfast undo ${id} --redo`] : []),
  ]
}
