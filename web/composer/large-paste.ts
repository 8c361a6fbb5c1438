const from = { lines: 200, characters: 8_192 } as const

/** The line count of a paste that is better attached as a file; null for a short one. */
export function linesOfLargePaste(text: string): number | null {
  const lines = text.split("\n").length
  return lines > from.lines || text.length > from.characters ? lines : null
}

/** A file made of pasted text. */
export function pastedFile(text: string, at: Date): File {
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "-")
  return new File([text], `pasted-${stamp}.txt`, { type: "text/plain" })
}
