/** Whether the terminal can show UTF-8, from the locale's character set; assumed if none is named. */
export function charactersOf(env: NodeJS.ProcessEnv): "unicode" | "ascii" {
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || ""
  if (locale === "C" || locale === "POSIX") return "ascii"
  const [, charset] = /\.([^@]+)/.exec(locale) ?? []
  return charset === undefined || /^utf-?8$/i.test(charset) ? "unicode" : "ascii"
}

/** Replaces our symbols and the lines of tables with ASCII of the same width; other text is unchanged. */
export function inAscii(text: string): string {
  return text.replace(/ …|[✓✗■·…→✂─│┌┐└┘├┤┬┴┼•↑↓↳›⏎]/gu, (sign) => signs[sign] ?? sign)
}

const boxes = { "─": "-", "│": "|", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+" }
const arrows = { "→": ">", "↑": "^", "↓": "v", "↳": ">", "›": ">", "⏎": ">" }
const marks = { "✓": "+", "✗": "x", "■": "#", "·": "-", "✂": "x", "•": "*", "┼": "+" }
// A lone ellipsis, not one that ends a truncated word, is three dots.
const ellipses = { "…": "~", " …": " ..." }
const signs: Readonly<Record<string, string>> = { ...boxes, ...arrows, ...marks, ...ellipses }
