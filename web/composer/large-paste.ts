const from = { lines: 200, characters: 8_192 } as const

/** How many lines were pasted, where it is so much that a file is the better place for it; null where it is not. */
export function linesOfLargePaste(text: string): number | null {
  const lines = text.split("\n").length
  return lines > from.lines || text.length > from.characters ? lines : null
}

/** A file made of pasted text. */
export function pastedFile(text: string, at: Date): File {
  const stamp = at.toISOString().slice(0, 19).replaceAll(":", "-")
  return new File([text], `pasted-${stamp}.txt`, { type: "text/plain" })
}
