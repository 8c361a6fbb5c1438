/** The text, cut where it is longer than the limit. No character is halved. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const start = text.slice(0, Math.max(0, limit - 1))
  return `${start.replace(/[\ud800-\udbff]$/, "").toWellFormed()}…`
}

/** The same on one line. */
export function clippedLine(text: string, limit: number): string {
  return clip(text.replace(/\s+/g, " ").trim(), limit)
}
