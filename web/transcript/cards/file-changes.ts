import type { Item } from "../../../src/session/view/transcript/item.ts"
import { addedRows, type DiffRow, diffCounts, diffRows, filesOfDiff, replacedRows } from "../../diff/unified.ts"

/** A call's change of one file; `isRefused`: requested but not made. */
export type ShownChange = {
  path: string
  rows: readonly DiffRow[]
  added: number
  removed: number
  isRefused: boolean
}

type Tool = Pick<Item<"tool">, "name" | "arguments" | "output" | "state">

/** The file changes of a call: from its output, with line numbers, once it is done; before that from its arguments. */
export function fileChanges(tool: Tool): readonly ShownChange[] {
  const done = tool.state === "ok" || tool.state === "error" ? changesIn(tool) : []
  if (done.length > 0) return done
  const isRefused = notDone.has(tool.state)
  return askedChanges(tool).map((change) => ({ ...change, isRefused }))
}

const notDone: ReadonlySet<Tool["state"]> = new Set(["error", "denied", "skipped"] as const)

/** How many lines a call adds and removes. */
export function changeCounts(changes: readonly ShownChange[]): { added: number; removed: number } {
  const sum = (of: "added" | "removed") => changes.reduce((all, change) => all + change[of], 0)
  return { added: sum("added"), removed: sum("removed") }
}

const changed = /^Changed (.+) \(\+(\d+) -(\d+)\)\.$/
const created = /^Created (.+?)(?: \(\d+ lines\))?\.$/

function changesIn({ name, arguments: args, output }: Tool): readonly ShownChange[] {
  const found: { path: string; lines: string[]; counts: { added: number; removed: number } | null }[] = []
  for (const line of output.split("\n")) {
    const change = changed.exec(line)
    const creation = created.exec(line)
    if (change) {
      const counts = { added: Number(change[2]), removed: Number(change[3]) }
      found.push({ path: change[1] ?? "", lines: [], counts })
    } else if (creation) found.push({ path: creation[1] ?? "", lines: [], counts: null })
    else found.at(-1)?.lines.push(line)
  }
  return found.map(({ path, lines, counts }) => {
    if (counts) return { path, rows: diffRows(lines.join("\n")), ...counts, isRefused: false }
    const text = name === "write" ? words(args.content) : null
    return text === null ? asShown(path, patched(args, path)) : asShown(path, addedRows(text))
  })
}

function askedChanges({ name, arguments: args }: Tool): readonly ShownChange[] {
  const path = words(args.path)
  switch (name) {
    case "write":
      return [asShown(path, addedRows(words(args.content)))]
    case "edit":
      return [asShown(path, replacedRows(words(args.old), words(args.new)))]
    case "patch":
      return filesOfDiff(words(args.patch)).map((file) => asShown(file.path, diffRows(file.diff)))
    default:
      return []
  }
}

function patched(args: Tool["arguments"], path: string): readonly DiffRow[] {
  const file = filesOfDiff(words(args.patch)).find((each) => each.path === path)
  return file ? diffRows(file.diff) : []
}

const asShown = (path: string, rows: readonly DiffRow[]): ShownChange => ({
  path,
  rows,
  ...diffCounts(rows),
  isRefused: false,
})

const words = (value: unknown): string => (typeof value === "string" ? value : "")
