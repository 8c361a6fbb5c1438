import { opensBlock, quotesByLine } from "./quotation-marks.ts"

/**
 * Follows the text as it is shown and knows whether the next character is quoted: in a code fence, in inline code, in a
 * block quote, in what HTML or LaTeX quotes, behind a mark of a diff, a table or a comment, or in a string of JSON that
 * is no call. A call is never taken from there.
 */
export function quotation() {
  /** The line so far, as far as a fence needs it. */
  let line = ""
  let lineStart = true
  let blockQuote = false
  /** What ends the current quotation over several lines. */
  let block: RegExp | null = null
  let run = 0
  let fence: { mark: string; length: number } | null = null
  let code: { length: number; plain: boolean; example: boolean } | null = null
  let json: { depth: number; quote: string; escaped: boolean } | null = null

  function endRun(): void {
    if (run > 0 && fence === null) {
      if (code === null) code = { length: run, plain: true, example: false }
      else if (code.length === run) code = null
      else code.plain = false
    }
    run = 0
  }

  function endLine(): void {
    if (fence !== null) {
      const { mark, length } = fence
      const text = line.trim()
      if (text.length >= length && text === mark.repeat(text.length)) fence = null
    } else if (code !== null && code.length >= 3 && code.plain) {
      fence = { mark: "`", length: code.length }
      code = null
    } else {
      // A lone backtick says nothing about the next line; an example that began behind it continues.
      if (code !== null && (lineStart || !code.example)) code = null
      const tildes = /^\s*(~{3,})[^~]*$/.exec(line)?.[1]
      if (tildes !== undefined) fence = { mark: "~", length: tildes.length }
    }
    if (lineStart || json?.quote) json = null
    if (block === null) block = fence === null ? opensBlock(line) : null
    else if (block.test(line)) block = null
    // A quote continues in the next line, also where its mark is left out.
    if (lineStart) blockQuote = false
    line = ""
    lineStart = true
  }

  function followJson(next: string): void {
    if (json === null) return
    if (json.escaped) json.escaped = false
    else if (json.quote !== "") {
      if (next === "\\") json.escaped = true
      else if (next === json.quote) json.quote = ""
    } else if (next === '"') json.quote = next
    else if (next === "{" || next === "[") json.depth += 1
    else if (next === "}" || next === "]") {
      json.depth -= 1
      if (json.depth === 0) json = null
    }
  }

  return {
    /** Whether this character, which comes next, is quoted. */
    quotes(next: string): boolean {
      if (next !== "`") endRun()
      // A run of backticks is one mark.
      if (next === "`" && run > 0) return true
      if (code !== null && "<[{".includes(next)) code.example = true
      if ("<[{`~".includes(next) && quotesByLine(line)) return true
      return block !== null || blockQuote || fence !== null || code !== null || (json !== null && json.quote !== "")
    },
    /** Takes note of a character that was shown. */
    shown(next: string): void {
      if (next === "`") run += 1
      else endRun()
      followJson(next)
      if (next === "\n") endLine()
      else line = line.length < 200 ? line + next : `${line.slice(0, 100)}${line.slice(-99)}${next}`
      if (!lineStart || /\s/.test(next)) return
      lineStart = false
      blockQuote ||= next === ">"
    },
    /** Takes note of words within a line that were shown: as if one by one. */
    shownWords(words: string): void {
      endRun()
      const all = line + words
      line = all.length <= 200 ? all : `${all.slice(0, 100)}${all.slice(-100)}`
    },
    /** Something was taken out: what follows is at the beginning of a line. */
    restart(): void {
      line = ""
      lineStart = true
      blockQuote = false
      json = null
    },
    /** What comes next begins JSON that is no call; there is none inside either. */
    beginJson(): void {
      json ??= { depth: 0, quote: "", escaped: false }
    },
    inJson: (): boolean => json !== null,
    lineStart: (): boolean => lineStart,
  }
}
