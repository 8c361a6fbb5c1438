import { bareFormats } from "./bare.ts"
import { markedCalls } from "./formats.ts"
import { markedJson } from "./json-call.ts"
import { pythonCall } from "./python-call.ts"
import { type Cursor, type Reading, skip, take } from "./text-cursor.ts"
import type { Tools, WrittenCall } from "./written-call.ts"

/** Which calls in a code fence are meant: none of them, those that are the whole answer, or those at its end. */
export type Fences = "none" | "alone" | "last"

/** Whether the calls in a fence at the end of an answer are meant; there may be nothing before it. */
export function isFenceMeant(fences: Fences = "alone", { alone }: { alone: boolean }): boolean {
  return fences === "last" || (fences === "alone" && alone)
}

/** What a fence says of itself where calls are written in it: words for calls, and words for data. */
const words = {
  calls: ["tool_call", "tool_calls", "tool_code", "tool_use", "tool", "function_call", "toolcall", "tool-call"],
  data: ["", "json", "jsonc", "json5", "xml", "text", "txt", "plaintext", "action"],
} as const

/** Takes a code fence whose whole content is calls of known tools. */
export function* fencedCalls(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  const mark = yield* cursor.peek()
  const same = mark === "~" ? /~/ : /`/
  const run = yield* take(cursor, same, 20)
  if (run.length < 3) return null
  const word = (yield* take(cursor, /[\w-]/, 20)).toLowerCase()
  const saysCalls = (words.calls as readonly string[]).includes(word)
  if (!saysCalls && !(words.data as readonly string[]).includes(word)) return null
  yield* take(cursor, /[ \t\r]/, 100)
  if (word === "" && (yield* cursor.peek()) !== "\n") return null

  const calls: WrittenCall[] = []
  for (;;) {
    yield* skip(cursor, /[\s,;]/)
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") return calls.length > 0 ? calls : null
    if (next === mark) {
      const end = yield* take(cursor, same, 20)
      return end.length >= run.length && calls.length > 0 ? calls : null
    }
    const found: WrittenCall[] | null = yield* fencedItem(cursor, tools, saysCalls ? "calls" : "data")
    if (found === null) return null
    calls.push(...found)
  }
}

function* fencedItem(cursor: Cursor, tools: Tools, holds: keyof typeof words): Reading<WrittenCall[] | null> {
  const start = cursor.mark()
  const known = (calls: WrittenCall[] | null) => (calls?.every((call) => tools.isTool(call.name)) ? calls : null)
  const next = cursor.here() ?? (yield* cursor.peek())
  if (holds === "calls" && (next === "{" || next === "[")) {
    const calls = yield* markedJson(cursor, tools)
    if (calls !== null) return calls
    cursor.reset(start)
  }
  if (next === "<" || next === "[") {
    const calls = known((yield* markedCalls(cursor, tools))?.calls ?? null)
    if (calls !== null) return calls
    cursor.reset(start)
  }
  for (const format of bareFormats(next)) {
    const calls = known(yield* format.read(cursor, tools))
    if (calls !== null) return calls
    cursor.reset(start)
  }
  if (holds !== "calls") return null
  const call = yield* pythonCall(cursor, (name) => tools.isTool(name))
  return call && [call]
}
