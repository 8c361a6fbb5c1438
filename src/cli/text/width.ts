/** The terminal columns of a text: CJK and emoji take two, combining characters none. */
export function widthOf(text: string): number {
  if (plain.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemesOf(text)) width += widthOfGrapheme(segment)
  return width
}

/** Truncates a text to a width, with an ellipsis. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ""
  let width = 1
  let end = 0
  for (const { segment, index } of graphemesOf(text)) {
    width += widthOfGrapheme(segment)
    if (width > columns) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

/** The end of a text that fits a width. */
export function lastColumns(text: string, columns: number): string {
  let width = widthOf(text)
  for (const { segment, index } of graphemesOf(text)) {
    if (width <= columns) return text.slice(index)
    width -= widthOfGrapheme(segment)
  }
  return ""
}

export function pad(text: string, columns: number, side: "left" | "right" = "right"): string {
  const space = " ".repeat(Math.max(0, columns - widthOf(text)))
  return side === "right" ? text + space : space + text
}

/** Wraps a text to a width, between words if possible. */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(columns, 8)))
}

// Characters that stand for themselves and take one column: Latin, and the dashes, dots, arrows, lines and marks that we print.
const plain = /^[\x20-\x7e\xa1-\xac\xae-\u02ff\u2010-\u2027\u2190-\u21ff\u2500-\u259f\u25a0\u25cf\u2713\u2717]*$/

let segmenter: Intl.Segmenter | undefined

// Made where it is needed: it takes ten milliseconds and more, and most commands print plain characters only.
function graphemesOf(text: string): Iterable<{ segment: string; index: number }> {
  if (plain.test(text)) return text.split("").map((segment, index) => ({ segment, index }))
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

// The wide and fullwidth ranges of Unicode's EastAsianWidth; emoji are matched by property.
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u
const invisible = /^[\p{M}\p{Cf}\p{Cc}]*$/u

function widthOfGrapheme(grapheme: string): number {
  if (invisible.test(grapheme)) return 0
  return wide.test(grapheme) ? 2 : 1
}

function wrapLine(line: string, columns: number): string[] {
  if (widthOf(line) <= columns) return [line]
  const indent = /^ */.exec(line)?.[0].slice(0, columns - 8) ?? ""
  const lines: string[] = []
  let current = indent
  for (const word of line.trim().split(/(?<=\s)/)) {
    if (widthOf(current + word.trimEnd()) > columns && current.trim() !== "") {
      lines.push(current.trimEnd())
      current = indent
    }
    current += word
    while (widthOf(current.trimEnd()) > columns) {
      const piece = piecesThatFit(current, columns)
      lines.push(piece)
      current = indent + current.slice(piece.length)
    }
  }
  return current.trim() === "" ? lines : [...lines, current.trimEnd()]
}

function piecesThatFit(text: string, columns: number): string {
  let width = 0
  for (const { segment, index } of graphemesOf(text)) {
    width += widthOfGrapheme(segment)
    if (width > columns) return text.slice(0, index)
  }
  return text
}
