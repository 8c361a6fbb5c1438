import { type Token, tokensOf, type Word } from "./placeholder-token.ts"

/** A shell line as a tree: enough to follow which exit status it ends with. */
export type Shell =
  | { is: "simple"; words: readonly Word[]; input: string | null }
  | { is: "and" | "or"; left: Shell; right: Shell }
  | { is: "not" | "background" | "subshell"; body: Shell }
  | { is: "pipe" | "sequence"; parts: readonly Shell[] }
  | { is: "if"; condition: Shell; body: Shell; otherwise: Shell | null }

/** The tree of a line; null for one with loops, functions or anything else that this reader does not follow. */
export function readShell(line: string): Shell | null {
  const tokens = tokensOf(line)
  if (tokens === null) return null
  const reader: Reader = { tokens, at: 0, broken: false }
  const tree = sequence(reader, [])
  return reader.broken || reader.at < tokens.length ? null : tree
}

type Reader = { tokens: readonly Token[]; at: number; broken: boolean }

const closing = new Set(["then", "elif", "else", "fi", "do", "done", "esac", "}", "in"])
const opaque = new Set(["for", "while", "until", "case", "select", "function", "coproc"])

/** The token here, where it is this operator or this bare word. */
function isNext(reader: Reader, text: string): boolean {
  const token = reader.tokens[reader.at]
  return token !== undefined && !token.quoted && token.text === text && token.is !== "redirection"
}

function take(reader: Reader, text: string): boolean {
  const found = isNext(reader, text)
  if (found) reader.at++
  return found
}

function expect(reader: Reader, text: string): void {
  if (!take(reader, text)) reader.broken = true
}

function sequence(reader: Reader, until: readonly string[]): Shell {
  const parts: Shell[] = []
  while (!reader.broken) {
    while (take(reader, ";") || take(reader, "\n"));
    if (reader.at >= reader.tokens.length || until.some((text) => isNext(reader, text))) break
    const part = andOr(reader)
    parts.push(take(reader, "&") ? { is: "background", body: part } : part)
    const ended = [";", "\n", ...until].some((text) => isNext(reader, text)) || reader.at >= reader.tokens.length
    if (!ended && parts.at(-1)?.is !== "background") reader.broken = true
  }
  return { is: "sequence", parts }
}

function andOr(reader: Reader): Shell {
  let left = pipeline(reader)
  while (!reader.broken) {
    const is = take(reader, "&&") ? "and" : take(reader, "||") ? "or" : null
    if (is === null) break
    while (take(reader, "\n"));
    left = { is, left, right: pipeline(reader) }
  }
  return left
}

function pipeline(reader: Reader): Shell {
  if (take(reader, "!")) return { is: "not", body: pipeline(reader) }
  const first = command(reader)
  const parts = [first]
  while (!reader.broken && (take(reader, "|") || take(reader, "|&"))) {
    while (take(reader, "\n"));
    parts.push(command(reader))
  }
  return parts.length === 1 ? first : { is: "pipe", parts }
}

function command(reader: Reader): Shell {
  const token = reader.tokens[reader.at]
  if (token === undefined) return broken(reader)
  if (token.is === "word" && !token.quoted) {
    if (closing.has(token.text) || opaque.has(token.text)) return broken(reader)
    if (take(reader, "if")) return conditional(reader)
    if (take(reader, "{")) return group(reader, "}")
    if (isNext(reader, "[[")) return doubleBracket(reader)
  }
  if (take(reader, "(")) {
    // `((` is arithmetic.
    return isNext(reader, "(") ? broken(reader) : { is: "subshell", body: group(reader, ")") }
  }
  return simple(reader)
}

function group(reader: Reader, end: string): Shell {
  const body = sequence(reader, [end])
  expect(reader, end)
  while (reader.tokens[reader.at]?.is === "redirection") reader.at++
  return body
}

/** After `if` or `elif`. */
function conditional(reader: Reader): Shell {
  const condition = sequence(reader, ["then"])
  expect(reader, "then")
  const body = sequence(reader, ["elif", "else", "fi"])
  if (take(reader, "elif")) return { is: "if", condition, body, otherwise: conditional(reader) }
  const otherwise = take(reader, "else") ? sequence(reader, ["fi"]) : null
  expect(reader, "fi")
  return { is: "if", condition, body, otherwise }
}

function doubleBracket(reader: Reader): Shell {
  const words: Word[] = []
  while (reader.at < reader.tokens.length && !isNext(reader, "]]")) {
    const token = reader.tokens[reader.at++]
    if (token?.is === "word") words.push(token)
  }
  expect(reader, "]]")
  return { is: "simple", words, input: null }
}

function simple(reader: Reader): Shell {
  const words: Word[] = []
  let input: string | null = null
  for (let token = reader.tokens[reader.at]; token !== undefined; token = reader.tokens[reader.at]) {
    if (token.is === "operator") break
    reader.at++
    if (token.is === "word") words.push(token)
    else if (token.input !== null) input = token.input
  }
  // A name before a bracket is a function: what the name means from here on is anybody's guess.
  if (isNext(reader, "(") || (words.length === 0 && reader.tokens[reader.at - 1]?.is !== "redirection"))
    return broken(reader)
  return { is: "simple", words, input }
}

function broken(reader: Reader): Shell {
  reader.broken = true
  return { is: "sequence", parts: [] }
}
