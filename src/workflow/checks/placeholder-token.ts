/** A word without its quotes. `code` is what is run to make it; `varies` where only the shell knows what it becomes. */
export type Word = { is: "word"; text: string; quoted: boolean; varies: boolean; code: readonly string[] }

export type Token =
  | Word
  | { is: "operator"; text: string; quoted: false }
  /** `target` is where it leads; null for a here-document. */
  | { is: "redirection"; text: string; quoted: false; input: string | null; target: Word | null }

const longest = 16_384

const operators = ["&&", "||", "|&", ";;", ";", "&", "|", "(", ")", "\n"] as const
const redirection = /\d*(?:&>>?|>>|>\||>&|>|<<<|<>|<&|<)/y
const hereDocument = /<<(-?)[ \t]*(['"]?)([\w.-]+)\2/y
const blank = /(?:[ \t\r]|\\\n)+/y
const comment = /#[^\n]*/y

/** The tokens of a shell line; null where a quote or a bracket stays open, or it is beyond what a check needs. */
export function tokensOf(line: string): Token[] | null {
  if (line.length > longest) return null
  const tokens: Token[] = []
  const waiting: { delimiter: string; indented: boolean; put(text: string): void }[] = []
  let at = 0
  while (at < line.length) {
    const skipped = match(blank, line, at) ?? match(comment, line, at)
    if (skipped) {
      at += skipped[0].length
      continue
    }
    const here = match(hereDocument, line, at)
    if (here) {
      const token: Token = { is: "redirection", text: "<<", quoted: false, input: "", target: null }
      tokens.push(token)
      waiting.push({
        delimiter: here[3] ?? "",
        indented: here[1] === "-",
        put: (text) => {
          token.input = text
        },
      })
      at += here[0].length
      continue
    }
    const redirected = match(redirection, line, at)
    if (redirected) {
      const start = at + redirected[0].length
      const target = wordAt(line, start + (match(blank, line, start)?.[0].length ?? 0))
      if (target === null) return null
      const input = redirected[0] === "<<<" ? target.word.text : null
      tokens.push({ is: "redirection", text: redirected[0], quoted: false, input, target: target.word })
      at = target.end
      continue
    }
    const operator = operators.find((text) => line.startsWith(text, at))
    if (operator) {
      tokens.push({ is: "operator", text: operator, quoted: false })
      at += operator.length
      if (operator === "\n") {
        for (const document of waiting.splice(0)) {
          const { text, end } = documentAt(line, at, document)
          document.put(text)
          at = end
        }
      }
      continue
    }
    const found = wordAt(line, at)
    if (found === null) return null
    tokens.push(found.word)
    at = found.end
  }
  return waiting.length > 0 ? null : tokens
}

function match(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(line)
}

function documentAt(line: string, from: number, document: { delimiter: string; indented: boolean }) {
  let at = from
  while (at < line.length) {
    const newline = line.indexOf("\n", at)
    const stop = newline === -1 ? line.length : newline
    const text = line.slice(at, stop)
    if ((document.indented ? text.replace(/^\t+/, "") : text) === document.delimiter)
      return { text: line.slice(from, at), end: stop }
    at = stop + 1
  }
  return { text: line.slice(from), end: line.length }
}

const plain = /[^\s;&|<>()'"\\`$]+/y
const variable = /\$(?:\w+|[?!#@*$-]|\{[^{}]*\})?/y

function wordAt(line: string, from: number): { word: Word; end: number } | null {
  const word = { is: "word" as const, text: "", quoted: false, varies: false, code: [] as string[] }
  let at = from
  let inDouble = false
  while (at < line.length) {
    const character = line.charAt(at)
    if (character === '"') {
      inDouble = !inDouble
      word.quoted = true
      at++
    } else if (character === "\\") {
      const next = line.charAt(at + 1)
      word.quoted = true
      if (next !== "\n") word.text += inDouble && !'"\\$`'.includes(next) ? `\\${next}` : next
      at += 2
    } else if (character === "'" && !inDouble) {
      const end = line.indexOf("'", at + 1)
      if (end === -1) return null
      word.text += line.slice(at + 1, end)
      word.quoted = true
      at = end + 1
    } else if (character === "`" || line.startsWith("$(", at)) {
      const end = character === "`" ? line.indexOf("`", at + 1) : closingBracket(line, at + 1)
      if (end === -1) return null
      word.code.push(line.slice(at + (character === "`" ? 1 : 2), end))
      word.varies = true
      at = end + 1
    } else if (character === "$") {
      word.varies = true
      at += match(variable, line, at)?.[0].length ?? 1
    } else if (inDouble) {
      word.text += character
      at++
    } else {
      const text = match(plain, line, at)?.[0]
      if (text === undefined) break
      word.text += text
      at += text.length
    }
  }
  return inDouble || at === from ? null : { word, end: at }
}

/** Where the bracket at this place is closed; quotes inside are stepped over. */
function closingBracket(line: string, open: number): number {
  let depth = 0
  for (let at = open; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === "\\") at++
    else if (character === "'" || character === '"') {
      const end = line.indexOf(character, at + 1)
      if (end === -1) return -1
      at = end
    } else if (character === "(") depth++
    else if (character === ")" && --depth === 0) return at
  }
  return -1
}
