import { type Cursor, literal, type Reading, take } from "./text-cursor.ts"
import { argumentsOf, cleanName, type WrittenCall } from "./written-call.ts"

/** What Gemma puts around a string. */
const quotes = ["<escape>", '<|"|>']
const head = ["call:"]

/** Takes `call:read{path:<|"|>a.txt<|"|>,limit:3}`: JSON, with strings in marks and names without. */
export function* gemmaCall(cursor: Cursor): Reading<WrittenCall | null> {
  if ((yield* literal(cursor, head)) === null) return null
  const name = cleanName(yield* take(cursor, /[\w.:-]/, 128))
  if (name === "" || (yield* cursor.peek()) !== "{") return null
  const json: string[] = []
  let depth = 0
  for (;;) {
    const quote = yield* literal(cursor, quotes)
    if (quote !== null) {
      const { text, closed } = yield* upTo(cursor, quote)
      json.push(JSON.stringify(text))
      if (!closed) return { name, arguments: json.join(""), whole: false, endless: true }
      continue
    }
    const word = yield* take(cursor, /[\w.+-]/, 10_000)
    const next = cursor.here() ?? (yield* cursor.peek())
    json.push(word === "" || (next !== ":" && isValue(word)) ? word : JSON.stringify(word))
    if (next === "") return { name, arguments: json.join(""), whole: false }
    cursor.next()
    json.push(next === '"' ? yield* jsonString(cursor) : next)
    if (next === "{" || next === "[") depth += 1
    if (next === "}" || next === "]") depth -= 1
    if (depth === 0) return { name, arguments: argumentsOf(json.join("")), whole: true }
  }
}

function isValue(word: string): boolean {
  return /^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?)$/.test(word)
}

function* upTo(cursor: Cursor, quote: string): Reading<{ text: string; closed: boolean }> {
  const start = cursor.mark()
  const end = [quote]
  for (;;) {
    const here = cursor.mark()
    if ((yield* literal(cursor, end)) !== null) {
      const after = cursor.mark()
      cursor.reset(here)
      const text = cursor.since(start)
      cursor.reset(after)
      return { text, closed: true }
    }
    if ((yield* cursor.peek()) === "") return { text: cursor.since(start), closed: false }
    cursor.next()
  }
}

function* jsonString(cursor: Cursor): Reading<string> {
  let text = '"'
  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") return text
    cursor.next()
    text += next
    if (next === '"') return text
    if (next === "\\") {
      text += yield* cursor.peek()
      if ((yield* cursor.peek()) !== "") cursor.next()
    }
  }
}
