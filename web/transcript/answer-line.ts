/** The last line of a text that says something, and no more of it than fits. */
export function lastLine(text: string): string {
  const end = text.slice(-600).trimEnd()
  return end.slice(end.lastIndexOf("\n") + 1).slice(-160)
}
