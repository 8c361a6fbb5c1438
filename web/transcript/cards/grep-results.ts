/** The matches in one file. */
export type FileMatches = { path: string; lines: readonly { number: number; text: string; match: boolean }[] }

const foundLine = /^(\d+)([:-]) ?(.*)$/

/** Parses grep output by file; null for other text, such as an error. */
export function grepResults(output: string): { files: readonly FileMatches[]; note: string | null } | null {
  const files: FileMatches[] = []
  const notes: string[] = []
  for (const block of output.split("\n\n")) {
    const [path = "", ...rest] = block.split("\n")
    const lines = rest.flatMap((line) => {
      const [, number, sign, text = ""] = foundLine.exec(line) ?? []
      return number === undefined ? [] : [{ number: Number(number), text, match: sign === ":" }]
    })
    if (lines.length > 0) files.push({ path, lines })
    else if (block.trim() !== "") notes.push(block.trim())
  }
  return files.length === 0 ? null : { files, note: notes.join("\n") || null }
}

const longestMarked = 500

/**
 * Splits a line at its matches: every second part matched. The model's pattern is only run if it cannot backtrack
 * badly: without repeated groups.
 */
export function matchParts(line: string, pattern: string): readonly string[] {
  if (line.length > longestMarked || /\)[*+?{]|\\[1-9]/.test(pattern)) return [line]
  try {
    const ignoresCase = pattern.startsWith("(?i)")
    const matching = new RegExp(ignoresCase ? pattern.slice(4) : pattern, ignoresCase ? "gi" : "g")
    const found = [...line.matchAll(matching)].filter(([match]) => match !== "")
    const ends = [0, ...found.flatMap(({ 0: match, index }) => [index, index + match.length]), line.length]
    return ends.slice(1).map((end, at) => line.slice(ends[at], end))
  } catch {
    return [line] // a pattern of another kind
  }
}

/** Parses glob output: the paths and the remark. */
export function globResults(output: string): { paths: readonly string[]; note: string | null } {
  const lines = output.split("\n").filter(Boolean)
  const isNote = (line: string) => line.startsWith("... ") || line.startsWith("No file ")
  return { paths: lines.filter((line) => !isNote(line)), note: lines.filter(isNote).join("\n") || null }
}
