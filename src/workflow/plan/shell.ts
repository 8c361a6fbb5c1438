/**
 * The commands of some lines of shell, each whole: joined where a line ends with a pipe, `&&`, `||` or a backslash, and
 * over open quotes and here-documents. Comments and prompts are left out. What never ends is no command: it is `broken`.
 */
export function splitCommands(text: string): { commands: string[]; broken: string[] } {
  const lines = text.split("\n")
  // A transcript of a terminal: what has no prompt is output.
  const transcript = prompt.test(lines.find((line) => line.trim() !== "") ?? "")
  const commands: string[] = []
  let at = 0
  while (at < lines.length) {
    const whole = commandAt(lines, at)
    // What follows an open quote is text: none of it may be taken for a command.
    if (!whole.ended) return { commands, broken: [lines.slice(at).join("\n")] }
    const shown = !transcript || prompt.test(lines[at] ?? "")
    if (whole.command !== "" && shown) commands.push(whole.command)
    at = whole.next
  }
  return { commands, broken: [] }
}

/** Whether a line asks for the next one. */
export function isJoined(line: string): boolean {
  const { text } = scanned(line.trim())
  return /(?:\||&&)$/.test(text) || endsWithBackslash(text)
}

/** How many lines a quote may stay open for. */
const quotedLines = 200
const prompt = /^\s*\$\s/

function commandAt(lines: readonly string[], start: number): { command: string; next: number; ended: boolean } {
  let command = ""
  let next = start
  while (next < lines.length) {
    const line = withoutPrompt((lines[next] ?? "").trim())
    next++
    const joined = command === "" ? line : `${command} ${line}`
    const quotes = overQuotes(joined, lines, next)
    if (!quotes) return { command: joined, next, ended: false }
    next = quotes.next
    const documents = overDocuments(quotes, lines)
    if (documents) return { ...documents, command: documents.command.trim() }
    command = quotes.text.trimEnd()
    if (command === "" || !isJoined(command)) return { command, next, ended: true }
    if (endsWithBackslash(command)) command = command.slice(0, -1).trimEnd()
  }
  return { command: withoutJoin(command), next, ended: true }
}

/** The line without its comment, with as many further lines as its quotes are open for; null where they never close. */
function overQuotes(line: string, lines: readonly string[], next: number): Quoted | null {
  let text = line
  let at = next
  let state = scanned(text)
  while (state.open) {
    if (at >= lines.length || at - next > quotedLines) return null
    text = `${text}\n${lines[at] ?? ""}`
    at++
    state = scanned(text)
  }
  return { ...state, next: at }
}

type Quoted = Scanned & { next: number }

/** A command with its here-documents, where it has any. */
function overDocuments(quoted: Quoted, lines: readonly string[]): ReturnType<typeof commandAt> | null {
  if (quoted.documents.length === 0) return null
  let next = quoted.next
  let command = quoted.text.trimEnd()
  for (const { word, tabs } of quoted.documents) {
    const end = lines.findIndex((line, at) => at >= next && (tabs ? line.replace(/^\t+/, "") : line) === word)
    if (end < 0) return { command, next, ended: false }
    command = [command, ...lines.slice(next, end + 1)].join("\n")
    next = end + 1
  }
  return { command, next, ended: true }
}

type Scanned = { text: string; open: boolean; documents: { word: string; tabs: boolean }[] }

/** Reads a command as a shell would: what is quoted, where a comment begins, which here-documents it opens. */
function scanned(text: string): Scanned {
  const documents: Scanned["documents"] = []
  let quote: "'" | '"' | null = null
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === "\\" && quote !== "'") at++
    else if (quote) {
      if (character === quote) quote = null
    } else if (character === "'" || character === '"') quote = character
    else if (character === "#" && (at === 0 || /\s/.test(text[at - 1] ?? "")))
      return { text: text.slice(0, at).trimEnd(), open: false, documents }
    else if (text.startsWith("<<<", at)) at += 2
    else if (text.startsWith("<<", at)) {
      const found = /^<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|([A-Za-z_]\w*))/.exec(text.slice(at, at + 200))
      if (found) documents.push({ word: found[2] ?? found[3] ?? found[4] ?? "", tabs: found[1] === "-" })
      at += (found?.[0].length ?? 2) - 1
    }
  }
  return { text, open: quote !== null, documents }
}

function withoutPrompt(line: string): string {
  return line.replace(/^(?:\$\s+)+/, "")
}

function endsWithBackslash(text: string): boolean {
  return (/(?<!\\)\\*$/.exec(text)?.[0].length ?? 0) % 2 === 1
}

function withoutJoin(command: string): string {
  let text = command
  while (text !== "" && isJoined(text)) text = text.replace(/(?<!\s)\s*(?:\|\|?|&&|\\)$/, "")
  return text
}
