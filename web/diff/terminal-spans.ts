import Anser from "anser"

/** A run of characters with the same style. */
export type Span = { text: string; look: string }

type Cell = { char: string; look: string }

/** Output as a terminal would show it: a list of spans per line. */
export function terminalLines(text: string): readonly (readonly Span[])[] {
  const screen = newScreen()
  for (const { content, fg, decorations } of Anser.ansiToJson(readable(text), { use_classes: true })) {
    const look = lookOf(fg, decorations)
    for (const char of content) put(screen, char, look)
  }
  return screen.lines.map(spansOf)
}

/** The first or last lines of a text, and how many are left out. */
export function someLines(text: string, max: number, which: "first" | "last"): { text: string; left: number } {
  const lines = text.replace(/\n$/, "").split("\n")
  const some = which === "last" ? lines.slice(-max) : lines.slice(0, max)
  return { text: some.join("\n"), left: lines.length - some.length }
}

// NUL is invisible in a terminal, so it can stand for "erase the rest of the line", which the package drops.
const eraseMark = "\0"
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of.
const erasesRest = /\x1b\[0?K/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of.
const erasesLine = /\x1b\[2K/g
/** Titles, links and cursor movements other than to the start of the line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they are made of.
const others = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b\[[0-9;?]*[A-JLSTfhlnsu]|\x1b[()][A-Z0-9]|\x1b[=>78]/g

function readable(text: string): string {
  return text
    .replaceAll(eraseMark, "")
    .replaceAll(erasesRest, eraseMark)
    .replaceAll(erasesLine, `\r${eraseMark}`)
    .replaceAll(others, "")
    .replaceAll("\r\n", "\n")
}

type Screen = { lines: Cell[][]; line: Cell[]; column: number }

function newScreen(): Screen {
  const line: Cell[] = []
  return { lines: [line], line, column: 0 }
}

/** Writes a character at the cursor. After a carriage return, text overwrites the line. */
function put(screen: Screen, char: string, look: string): void {
  switch (char) {
    case "\n":
      screen.line = []
      screen.lines.push(screen.line)
      screen.column = 0
      return
    case "\r":
      screen.column = 0
      return
    case "\b":
      screen.column = Math.max(0, screen.column - 1)
      return
    case eraseMark:
      screen.line.length = Math.min(screen.line.length, screen.column)
      return
    default:
      screen.line[screen.column++] = { char, look }
  }
}

function spansOf(line: readonly Cell[]): readonly Span[] {
  const spans: Span[] = []
  for (const { char, look } of line) {
    const last = spans.at(-1)
    if (last?.look === look) last.text += char
    else spans.push({ text: char, look })
  }
  return spans
}

/** Theme colours for the terminal's, legible in light and dark. */
const colours: Readonly<Record<string, string>> = {
  black: "text-ink-faint",
  red: "text-bad",
  green: "text-good",
  yellow: "text-warn",
  blue: "text-info",
  magenta: "text-info",
  cyan: "text-accent",
}

const styles: Readonly<Record<string, string>> = {
  bold: "font-semibold",
  dim: "text-ink-faint",
  italic: "italic",
  underline: "underline",
  strikethrough: "line-through",
}

function lookOf(colour: string | null, decorations: readonly string[]): string {
  const name = colour?.replace(/^ansi-(bright-)?/, "") ?? ""
  return [colours[name], ...decorations.map((each) => styles[each])].filter(Boolean).join(" ")
}
