/** A line of a unified diff, with its line numbers if known. */
export type DiffRow = {
  kind: "context" | "added" | "removed" | "gap"
  before: number | null
  after: number | null
  text: string
}

/** The rows of one file's unified diff, without its header. */
export function diffRows(unified: string): readonly DiffRow[] {
  const rows: DiffRow[] = []
  let place: { before: number; after: number } | null = null
  for (const line of unified.replace(/\n$/, "").split("\n")) {
    const hunk = hunkHead.exec(line)
    if (hunk) {
      if (place) rows.push({ kind: "gap", before: null, after: null, text: "" })
      place = { before: Number(hunk[1]), after: Number(hunk[2]) }
    } else if (place) {
      const row = rowOf(line, place)
      if (row) rows.push(row)
      if (row && row.kind !== "added") place.before++
      if (row && row.kind !== "removed") place.after++
    }
  }
  return rows
}

export function diffCounts(rows: readonly DiffRow[]): { added: number; removed: number } {
  const count = (kind: DiffRow["kind"]) => rows.filter((row) => row.kind === kind).length
  return { added: count("added"), removed: count("removed") }
}

/** All lines of a new file. */
export function addedRows(text: string): readonly DiffRow[] {
  const lines = text.replace(/\n$/, "").split("\n")
  return lines.map((line, at) => ({ kind: "added", before: null, after: at + 1, text: line }))
}

/** A replacement whose line numbers are not known yet. */
export function replacedRows(before: string, after: string): readonly DiffRow[] {
  const rows = (text: string, kind: DiffRow["kind"]) =>
    text === ""
      ? []
      : text
          .replace(/\n$/, "")
          .split("\n")
          .map((line): DiffRow => ({ kind, before: null, after: null, text: line }))
  return [...rows(before, "removed"), ...rows(after, "added")]
}

/** Splits a diff of several files, as git and `diff` write them. */
export function filesOfDiff(unified: string): readonly { path: string; diff: string }[] {
  const files: { path: string; lines: string[] }[] = []
  let from = ""
  for (const line of unified.split("\n")) {
    const head = fileHead.exec(line)
    if (head?.[1] === "---") from = nameOf(head[2])
    else if (head) files.push({ path: nameOf(head[2]) || from, lines: [] })
    else files.at(-1)?.lines.push(line)
  }
  return files.map(({ path, lines }) => ({ path, diff: lines.join("\n") }))
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/
const fileHead = /^(---|\+\+\+) ("(?:[^"\\]|\\.)*"|[^\t]+)/

function nameOf(name = ""): string {
  const bare = name.replace(/^"(.*)"$/, "$1").trim()
  return bare === "/dev/null" ? "" : bare.replace(/^[ab]\//, "")
}

function rowOf(line: string, { before, after }: { before: number; after: number }): DiffRow | null {
  const text = line.slice(1)
  switch (line[0]) {
    case "+":
      return { kind: "added", before: null, after, text }
    case "-":
      return { kind: "removed", before, after: null, text }
    case " ":
    case undefined:
      return { kind: "context", before, after, text }
    default:
      // `\ No newline at end of file`
      return null
  }
}
