/** A token with its class suffix for `code-…`; null is plain. */
export type Token = { at: number; text: string; kind: string | null }

/** A line of code; `at` is its index. */
export type CodeLine = { at: number; tokens: readonly Token[] }

/** Merges neighbours of one kind, for fewer elements. */
export function merged(line: readonly { content: string; color?: string }[]): Token[] {
  const pieces: Token[] = []
  for (const { content, color } of line) {
    const kind = /^var\(--code-token-([a-z-]+)\)$/.exec(color ?? "")?.[1] ?? null
    const last = pieces.at(-1)
    if (last && (last.kind === kind || content.trim() === "")) last.text += content
    else pieces.push({ at: pieces.length, text: content, kind })
  }
  return pieces
}
