/** What a search found in one file. */
export type Found = { path: string; lines: readonly { number: number; text: string; match: boolean }[] }

const foundLine = /^(\d+)([:-]) ?(.*)$/

/** The results of a search of text, file by file; null where the text is something else, such as a refusal. */
export function grepResults(output: string): { files: readonly Found[]; note: string | null } | null {
  const files: Found[] = []
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
 * A found line, cut at what matched: every second part did. The pattern comes from a model, and is tried here only where
 * that cannot take long: no group is repeated.
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

/** The paths that a search of files found, and what it said about them. */
export function globResults(output: string): { paths: readonly string[]; note: string | null } {
  const lines = output.split("\n").filter(Boolean)
  const isNote = (line: string) => line.startsWith("... ") || line.startsWith("No file ")
  return { paths: lines.filter((line) => !isNote(line)), note: lines.filter(isNote).join("\n") || null }
}
