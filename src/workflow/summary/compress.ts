/** How much notes that no model wrote may be. */
export const noteLimits = { characters: 1_200, lines: 24, lineCharacters: 160 } as const

export type Compressed = {
  text: string
  /** Lines that were there before, whatever their case. */
  duplicates: number
  /** Lines that there was no room for. */
  omitted: number
  /** Lines that were cut. */
  truncated: number
}

/**
 * Lines within a limit: each once, on one line, not too long. What there is no room for is left out from the middle:
 * the oldest lines are what everything else builds on, the newest what is being done.
 */
export function compress(
  given: readonly string[],
  limits: { characters: number; lines: number; lineCharacters: number } = noteLimits,
): Compressed {
  const lines = given.map((line) => line.replace(/\s+/g, " ").trim()).filter((line) => line !== "")
  const cut = lines.map((line) => clipLine(line, limits.lineCharacters))
  const known = new Set<string>()
  const distinct = cut.filter((line) => known.size < known.add(line.toLowerCase()).size)
  const kept = fromBothEnds(distinct, limits)
  return {
    text: kept.lines.join("\n"),
    duplicates: cut.length - distinct.length,
    omitted: kept.omitted,
    truncated: lines.filter((line) => line.length > limits.lineCharacters).length,
  }
}

export function clipLine(line: string, characters: number): string {
  return line.length <= characters ? line : `${line.slice(0, Math.max(0, characters - 3)).toWellFormed()}...`
}

function fromBothEnds(lines: readonly string[], limits: { characters: number; lines: number }) {
  if (sizeOf(lines) <= limits.characters && lines.length <= limits.lines) return { lines, omitted: 0 }
  let [low, high] = [0, lines.length]
  let left = limits.characters - note(lines.length).length
  while (low < high && low + lines.length - high < limits.lines - 1) {
    const oldest = low <= lines.length - high
    left -= (lines[oldest ? low : high - 1]?.length ?? 0) + 1
    if (left < 0) break
    if (oldest) low += 1
    else high -= 1
  }
  const omitted = high - low
  const gap = note(omitted)
  const fits = gap.length <= limits.characters && limits.lines > 0
  return { lines: [...lines.slice(0, low), ...(fits ? [gap] : []), ...lines.slice(high)], omitted }
}

const note = (omitted: number) => `- ... ${omitted} more ${omitted === 1 ? "line" : "lines"} left out.`

function sizeOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length + 1, -1)
}
