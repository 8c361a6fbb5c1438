/**
 * Reads JSON as other languages write it: single and triple quotes, names without quotes, `True` and `None`, trailing
 * commas, comments, line ends within texts, and closing brackets missing at the end. Undefined for anything else, so
 * that a text is never taken apart: it ends at its quote.
 */
export function readLenient(source: string): { value: unknown } | undefined {
  const reading: Reading = { source, at: 0, depth: 0 }
  try {
    const value = readValue(reading)
    skip(reading)
    // A bracket too many at the end closes nothing.
    return /^[\s}\]]*$/.test(source.slice(reading.at)) ? { value } : undefined
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

/** The arguments of a call as Python writes them: `path="a", limit=3`. Undefined where they are none. */
export function readNamedArguments(source: string): Record<string, unknown> | undefined {
  const reading: Reading = { source, at: 0, depth: 0 }
  const named: [string, unknown][] = []
  try {
    for (skip(reading); reading.at < source.length; skip(reading)) {
      const name = readName(reading)
      if (take(reading, /\s*[=:]\s*/y) === undefined) return undefined
      named.push([name, readArgument(reading)])
      if (take(reading, /\s*(?:,|$)/y) === undefined) return undefined
    }
    return Object.fromEntries(named)
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

/** What is neither JSON nor a word of Python was meant as text: `path=src/a.ts`. */
function readArgument(reading: Reading): unknown {
  const [raw] = take(reading, /[rbf](?=["'])/iy) ?? ""
  const start = reading.at
  const quote = reading.source[start]
  if (quote === '"' || quote === "'") return readText(reading, quote, raw?.toLowerCase() === "r" ? "raw" : "escaped")
  const value = readOrUndefined(reading)
  if (value && /^\s*(?:,|$)/.test(reading.source.slice(reading.at))) return value.read
  reading.at = start
  const text = take(reading, /[^,]+/y)?.trim()
  if (text === undefined) throw new NotJson()
  return text
}

function readOrUndefined(reading: Reading): { read: unknown } | undefined {
  try {
    return { read: readValue(reading) }
  } catch (error) {
    if (error instanceof NotJson) return undefined
    throw error
  }
}

type Reading = { readonly source: string; at: number; depth: number }

/** Deeper than this is no argument, and would end the process. */
const deepest = 200

class NotJson extends Error {}

const words: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  undefined: null,
}

function readValue(reading: Reading): unknown {
  skip(reading)
  const next = reading.source[reading.at]
  if (next === "{") return readObject(reading)
  if (next === "[") return readList(reading)
  if (next === '"' || next === "'") return readText(reading, next)
  const number = take(reading, /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])/y)
  if (number !== undefined) return Number(number)
  const word = take(reading, /[A-Za-z]+(?![\w.])/y)
  if (word !== undefined && Object.hasOwn(words, word)) return words[word]
  throw new NotJson()
}

function readObject(reading: Reading): Record<string, unknown> {
  const members: [string, unknown][] = []
  for (const _ of membersOf(reading, "}")) {
    const name = readName(reading)
    skip(reading)
    if (take(reading, /:/y) === undefined) throw new NotJson()
    members.push([name, readValue(reading)])
  }
  return Object.fromEntries(members)
}

function readList(reading: Reading): unknown[] {
  const items: unknown[] = []
  for (const _ of membersOf(reading, "]")) items.push(readValue(reading))
  return items
}

/** Stands before each member, and behind the bracket, which the end of the source stands for, in the end. */
function* membersOf(reading: Reading, close: string): Generator<void> {
  reading.at += 1
  reading.depth += 1
  if (reading.depth > deepest) throw new NotJson()
  let first = true
  while (true) {
    skip(reading)
    const separated = first || take(reading, /,/y) !== undefined
    first = false
    skip(reading)
    const end = reading.at >= reading.source.length
    if (end || reading.source[reading.at] === close) {
      if (!end) reading.at += 1
      reading.depth -= 1
      return
    }
    if (!separated) throw new NotJson()
    yield
  }
}

function readName(reading: Reading): string {
  const next = reading.source[reading.at]
  if (next === '"' || next === "'") return readText(reading, next)
  const name = take(reading, /[A-Za-z_$][\w$-]*/y)
  if (name === undefined) throw new NotJson()
  return name
}

function readText(reading: Reading, quote: string, escapes: "raw" | "escaped" = "escaped"): string {
  const { source, at } = reading
  const long = quote.repeat(3)
  if (source.startsWith(long, at)) {
    const end = source.indexOf(long, at + 3)
    if (end === -1) throw new NotJson()
    reading.at = end + 3
    const text = source.slice(at + 3, end)
    return escapes === "raw" ? text : unescaped(text)
  }
  let text = ""
  for (let next = at + 1; next < source.length; next++) {
    const character = source[next]
    if (character === quote) {
      reading.at = next + 1
      return text
    }
    if (character !== "\\" || escapes === "raw") {
      text += character
      continue
    }
    const [written, meant] = escaped(source, next)
    text += meant
    next += written.length - 1
  }
  throw new NotJson()
}

const meanings: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
}

/** What is no escape is a backslash of the text, such as that of a regular expression: it must not get lost. */
function escaped(source: string, at: number): [written: string, meant: string] {
  const code = /^\\u([0-9a-fA-F]{4})/.exec(source.slice(at, at + 6))?.[1]
  if (code !== undefined) return [`\\u${code}`, String.fromCharCode(Number.parseInt(code, 16))]
  const next = source[at + 1] ?? ""
  const meant = Object.hasOwn(meanings, next) ? meanings[next] : undefined
  return meant === undefined ? ["\\", "\\"] : [`\\${next}`, meant]
}

/** The source with the escapes of its texts read. */
export const unescaped = (source: string) =>
  source.replace(/\\(?:u[0-9a-fA-F]{4}|.)?/gs, (found, at: number) => {
    const [written, meant] = escaped(source, at)
    return meant + source.slice(at + written.length, at + found.length)
  })

/** White space and comments. */
function skip(reading: Reading): void {
  take(reading, /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/|#[^\n]*)*/y)
}

function take(reading: Reading, pattern: RegExp): string | undefined {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.source)?.[0]
  if (found !== undefined) reading.at += found.length
  return found
}
