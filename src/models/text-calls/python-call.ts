import { type Cursor, type Reading, take } from "./cursor.ts"
import { argumentsOf, cleanName, type WrittenCall } from "./written-call.ts"

/** Takes `read(path="a", limit=3)`, also `read.call(…)` and `print(read(…))`, where the name is accepted. */
export function* pythonCall(cursor: Cursor, accepts = (_: string) => true): Reading<WrittenCall | null> {
  const written = yield* take(cursor, /[\w.-]/, 128)
  if (!/^[A-Za-z_]/.test(written) || (yield* cursor.peek()) !== "(") return null
  if (written === "print") {
    cursor.next()
    const call = yield* pythonCall(cursor, accepts)
    if (call === null || (yield* cursor.peek()) !== ")") return call?.whole ? null : call
    cursor.next()
    return call
  }
  const name = cleanName(written).replace(/\.call$/, "")
  if (!accepts(name)) return null
  const body = yield* bracketed(cursor)
  return { name, arguments: pythonArguments(body.text), ...endOf(body) }
}

/** Takes `[read(path="a"), glob(pattern="*")]`. */
export function* pythonList(cursor: Cursor, accepts = (_: string) => true): Reading<WrittenCall[] | null> {
  cursor.next()
  const calls: WrittenCall[] = []
  for (;;) {
    yield* take(cursor, /[\s,]/, 100)
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "]") {
      cursor.next()
      return calls.length > 0 ? calls : null
    }
    if (next === "" && calls.length > 0) return calls
    const call = yield* pythonCall(cursor, accepts)
    if (call === null) return null
    calls.push(call)
  }
}

/** Whether it came to its end; where the bracket is missing, at least its last value must have come to one. */
export function endOf({ text, closed, inString }: Bracketed): Pick<WrittenCall, "whole" | "endless"> {
  const endless = !closed && (inString || !/(^|["')\]}])\s*$/.test(text))
  return { whole: closed, ...(endless ? { endless } : {}) }
}

type Bracketed = { text: string; closed: boolean; inString: boolean }

/** Takes what stands between brackets, which are the first and the last character; brackets in strings do not count. */
export function* bracketed(cursor: Cursor): Reading<Bracketed> {
  cursor.next()
  const start = cursor.mark()
  let depth = 1
  let quote = ""
  let escaped = false
  let before = "("
  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") return { text: cursor.since(start), closed: false, inString: quote !== "" }
    if (quote === "") {
      // An apostrophe in a word opens nothing.
      if ((next === '"' || next === "'") && "=:,([{".includes(before)) quote = yield* opened(cursor, next)
      else if ("([{".includes(next)) depth += 1
      else if (")]}".includes(next)) depth -= 1
      if (depth === 0) {
        const text = cursor.since(start)
        cursor.next()
        return { text, closed: true, inString: false }
      }
    } else if (escaped) escaped = false
    else if (next === "\\") escaped = true
    else if (next === quote.charAt(0) && (yield* closes(cursor, quote))) quote = ""
    if (!/\s/.test(next)) before = next
    cursor.next()
  }
}

/** One quote or three; leaves the cursor on the last of them. */
function* opened(cursor: Cursor, quote: string): Reading<string> {
  const start = cursor.mark()
  const run = yield* take(cursor, quote === '"' ? /"/ : /'/, 3)
  cursor.reset(start)
  if (run.length < 3) return quote
  cursor.next()
  cursor.next()
  return run
}

function* closes(cursor: Cursor, quote: string): Reading<boolean> {
  if (quote.length === 1) return true
  const start = cursor.mark()
  const run = yield* take(cursor, quote.startsWith('"') ? /"/ : /'/, 3)
  cursor.reset(start)
  if (run.length < 3) return false
  cursor.next()
  cursor.next()
  return true
}

/** The arguments of a call by name, or of one object; otherwise what was written. */
export function pythonArguments(written: string): Record<string, unknown> | string {
  const text = written.trim()
  if (text === "" || text.startsWith("{")) return argumentsOf(text)
  const found: Record<string, unknown> = {}
  let rest = text
  while (rest !== "") {
    const key = /^["']?([A-Za-z_][\w-]*)["']?\s*[=:]\s*/.exec(rest)
    if (key?.[1] === undefined) return text
    const value = valueAt(rest.slice(key[0].length))
    if (value === null) return text
    Object.defineProperty(found, key[1], { value: value.value, enumerable: true, writable: true, configurable: true })
    rest = rest.slice(key[0].length + value.length)
    const comma = /^\s*(,\s*|$)/.exec(rest)
    if (comma === null) return text
    rest = rest.slice(comma[0].length)
  }
  return found
}

function valueAt(text: string): { value: unknown; length: number } | null {
  const string = /^([rbf]?)("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')/i.exec(text)
  if (string?.[2] !== undefined) {
    const quotes = /^("""|''')/.test(string[2]) ? 3 : 1
    const inner = string[2].slice(quotes, -quotes)
    return { value: string[1] === "r" ? inner : unescaped(inner), length: string[0].length }
  }
  // A string without its end is half a value.
  if (/^["']/.test(text)) return null
  const length = endOfValue(text)
  const written = text.slice(0, length).trim()
  if (written === "") return null
  return { value: plainValue(written), length }
}

const words: Readonly<Record<string, unknown>> = { True: true, False: false, None: null }

// What is neither JSON nor a word of Python was meant as a string: `path=src/a.ts`.
function plainValue(written: string): unknown {
  if (Object.hasOwn(words, written)) return words[written]
  try {
    return JSON.parse(written)
  } catch {
    return asJson(written) ?? written
  }
}

/** A list or a dict of simple strings. */
function asJson(written: string): unknown {
  if (!/^[[{]/.test(written)) return undefined
  const json = written
    .replace(/'((?:[^'"\\]|\\')*)'/g, (_, inner: string) => JSON.stringify(inner.replaceAll("\\'", "'")))
    .replace(/\b(True|False|None)\b/g, (word) => JSON.stringify(words[word]))
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function endOfValue(text: string): number {
  let depth = 0
  let quote = ""
  for (let index = 0; index < text.length; index += 1) {
    const next = text.charAt(index)
    if (quote !== "") {
      if (next === "\\") index += 1
      else if (next === quote) quote = ""
    } else if ((next === '"' || next === "'") && depth > 0) quote = next
    else if ("([{".includes(next)) depth += 1
    else if (")]}".includes(next)) depth -= 1
    else if (next === "," && depth === 0) return index
  }
  return text.length
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", "\n": "" }

function unescaped(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])/g, (whole, code: string) => {
    if (code.length === 5) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    return escapes[code] ?? (/[\\"'/]/.test(code) ? code : whole)
  })
}
