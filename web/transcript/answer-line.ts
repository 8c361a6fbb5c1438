/** The last non-empty line of a text, truncated. */
export function lastLine(text: string): string {
  const end = text.slice(-600).trimEnd()
  return end.slice(end.lastIndexOf("\n") + 1).slice(-160)
}
