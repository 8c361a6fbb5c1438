/** How many columns of a terminal a text takes: CJK and emoji take two, what is joined to a character none. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += widthOfGrapheme(segment)
  return width
}

/** The text in at most so many columns, with an ellipsis where it was cut. */
export function cut(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  if (columns < 1) return ""
  let width = 1
  let end = 0
  for (const { segment, index } of graphemes.segment(text)) {
    width += widthOfGrapheme(segment)
    if (width > columns) break
    end = index + segment.length
  }
  return `${text.slice(0, end).trimEnd()}…`
}

/** The end of a text, in at most so many columns. */
export function lastColumns(text: string, columns: number): string {
  let width = widthOf(text)
  for (const { segment, index } of graphemes.segment(text)) {
    if (width <= columns) return text.slice(index)
    width -= widthOfGrapheme(segment)
  }
  return ""
}

/** The text with spaces up to so many columns. */
export function pad(text: string, columns: number, side: "left" | "right" = "right"): string {
  const space = " ".repeat(Math.max(0, columns - widthOf(text)))
  return side === "right" ? text + space : space + text
}

/** The text in lines of at most so many columns, broken between words where there are any. */
export function wrap(text: string, columns: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(columns, 8)))
}

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })

// The ranges that the Unicode table of East Asian widths calls wide or full; emoji are asked for by their property.
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
  for (const { segment, index } of graphemes.segment(text)) {
    width += widthOfGrapheme(segment)
    if (width > columns) return text.slice(0, index)
  }
  return text
}
