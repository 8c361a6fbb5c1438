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

/** The paths that a search of files found, and what it said about them. */
export function globResults(output: string): { paths: readonly string[]; note: string | null } {
  const lines = output.split("\n").filter(Boolean)
  const isNote = (line: string) => line.startsWith("... ") || line.startsWith("No file ")
  return { paths: lines.filter((line) => !isNote(line)), note: lines.filter(isNote).join("\n") || null }
}
