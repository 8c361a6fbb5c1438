/** What opens a quotation over several lines, at the beginning of a line, and what closes it. */
const blocks: readonly { opens: RegExp; closes: RegExp }[] = [
  {
    opens: /^\s*<(?:pre|code|samp|xmp|blockquote|textarea)\b[^<>]*>/i,
    closes: /<\/(?:pre|code|samp|xmp|blockquote|textarea)>/i,
  },
  { opens: /^\s*<!--/, closes: /-->/ },
  { opens: /^\s*\/\*/, closes: /\*\// },
  {
    opens: /^\s*\\begin\{(?:verbatim|lstlisting|minted|quote)\}/,
    closes: /\\end\{(?:verbatim|lstlisting|minted|quote)\}/,
  },
]

/** The quotation that a line opens and does not close. */
export function opensBlock(line: string): RegExp | null {
  const block = blocks.find(({ opens }) => opens.test(line))
  return block === undefined || block.closes.test(line) ? null : block.closes
}

/** A comment, a heading, a cell of a table, a line of a diff or with a number, an item of a list. */
const quotingStart =
  /^\s*(?:#|\/\/|\/\*|<!--|<(?:p|q|li|td|th|div|pre|code|samp|kbd|span|blockquote)\b|\\begin|\||[+-](?!\s)|%|;;|"""|\d+[\t:|])/i
const quotingEnd = /["'“‘«„‹「『(=]$|:\d+:$/

/** Whether the text before a call in its line says that the call is quoted. Before a call that is meant there is nothing, or a sentence. */
export function quotesByLine(before: string): boolean {
  if (/^(?: {4}| {0,3}\t)\s*$/.test(before)) return true
  const text = before.trim()
  return text !== "" && (quotingStart.test(before) || quotingEnd.test(text) || !/\p{L}/u.test(text))
}
