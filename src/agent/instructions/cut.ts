/** A text on one line, cut where it is too long for a list. */
export function cutTo(text: string, length: number): string {
  const line = text.replace(/\s+/g, " ").trim()
  return line.length <= length ? line : `${line.slice(0, length - 1).toWellFormed()}…`
}
