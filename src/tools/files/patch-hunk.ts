import type { StructuredPatchHunk } from "diff"
import { HoldfastError } from "../../session/error.ts"

type Line = { text: string; end: string }

/** Applies the hunks of a patch to a text. Only line numbers may be off; a line that differs is refused and named. */
export function applyHunks(
  text: string,
  hunks: readonly StructuredPatchHunk[],
  { shown, lineEnding }: { shown: string; lineEnding: string },
): string {
  const lines = split(text)
  let finalEnd = text === "" || text.endsWith("\n")
  let after = 0
  let shift = 0
  hunks.forEach((hunk, index) => {
    const wanted = hunk.lines.filter((line) => !/^[+\\]/.test(line)).map((line) => line.slice(1))
    const expected = Math.max(after, Math.min(lines.length, hunk.oldStart - 1 + shift))
    const fits = wanted.length === 0 ? [expected] : placesOf(lines, wanted, { expected, after })
    const [start] = fits
    if (start === undefined || fits.length > 1) {
      const { oldStart, oldLines, newStart, newLines } = hunk
      const name = `${shown}, hunk ${index + 1} (@@ -${oldStart},${oldLines} +${newStart},${newLines} @@)`
      const why =
        fits.length > 1
          ? `it fits ${fits.length} places (lines ${fits.map((place) => place + 1).join(", ")}). Give it more lines of context.`
          : `${differenceOf(lines, wanted, { expected, after })} Read the file again and make the patch from its text.`
      throw new HoldfastError("invalid", `The patch does not fit and nothing was changed: ${name}: ${why}`)
    }
    const added = withHunk(lines.slice(start, start + wanted.length), hunk, lineEnding)
    lines.splice(start, wanted.length, ...added)
    shift = start - (hunk.oldStart - 1) + added.length - wanted.length
    after = start + added.length
    if (after === lines.length) finalEnd = finalEndOf(hunk) ?? finalEnd
  })
  return lines
    .map((line, index) => {
      if (index === lines.length - 1) return line.text + (finalEnd ? line.end || lineEnding : "")
      return line.text + (line.end || lineEnding)
    })
    .join("")
}

function split(text: string): Line[] {
  return (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((whole) => {
    const end = /\r?\n$/.exec(whole)?.[0] ?? ""
    return { text: whole.slice(0, whole.length - end.length), end }
  })
}

/** The old lines keep their own ends. */
function withHunk(old: readonly Line[], { lines }: StructuredPatchHunk, lineEnding: string): Line[] {
  let next = 0
  return lines.flatMap((line) => {
    if (line.startsWith("\\")) return []
    if (line.startsWith("+")) return [{ text: line.slice(1), end: lineEnding }]
    const kept = old[next++]
    return line.startsWith("-") || !kept ? [] : [kept]
  })
}

/** What `\ No newline at end of file` says of the new end, if it is there. */
function finalEndOf({ lines }: StructuredPatchHunk): boolean | undefined {
  const marked = lines.filter((_, index) => lines[index + 1]?.startsWith("\\")).map((line) => line[0])
  if (marked.includes("+")) return false
  return marked.includes("-") ? true : undefined
}

/** Where the lines are: at the expected place, else wherever else they fit. */
function placesOf(lines: readonly Line[], wanted: readonly string[], { expected, after }: Search): number[] {
  const fitsAt = (start: number) => wanted.every((line, offset) => lines[start + offset]?.text === line)
  if (fitsAt(expected)) return [expected]
  const starts = Array.from(
    { length: Math.max(0, lines.length - wanted.length - after + 1) },
    (_, index) => after + index,
  )
  return starts.filter(fitsAt)
}

type Search = { expected: number; after: number }

function differenceOf(lines: readonly Line[], wanted: readonly string[], { expected, after }: Search): string {
  const matchesAt = (start: number) => wanted.filter((line, offset) => lines[start + offset]?.text === line).length
  let best = expected
  for (let start = after; start < lines.length; start++) if (matchesAt(start) > matchesAt(best)) best = start
  const offset = wanted.findIndex((line, index) => lines[best + index]?.text !== line)
  const found = lines[best + offset]
  const patch = `where the patch has ${quoted(wanted[offset] ?? "")}.`
  if (!found) return `the file ends before line ${best + offset + 1}, ${patch}`
  return `line ${best + offset + 1} of the file is ${quoted(found.text)} ${patch}`
}

const quoted = (line: string) => JSON.stringify(line.length > 160 ? `${line.slice(0, 160)}...` : line)
