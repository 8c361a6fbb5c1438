import { readNamedArguments } from "../../base/lenient-json.ts"
import { type Cursor, type Reading, take } from "./text-cursor.ts"
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

/** Takes what is between brackets, which are the first and the last character; brackets in strings do not count. */
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
  return readNamedArguments(text) ?? text
}
