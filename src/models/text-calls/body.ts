import { jsonBody } from "./json-body.ts"
import { markedJson } from "./json-call.ts"
import { callTags, closing, type Tag, tag } from "./marker.ts"
import { pythonCall, pythonList } from "./python-call.ts"
import { type Cursor, literal, type Reading, skip, take } from "./text-cursor.ts"
import { argumentsOf, cleanName, type Tools, type WrittenCall } from "./written-call.ts"
import { xmlBody, xmlCall } from "./xml-body.ts"

/** Reads a marker with what follows it, inside another one. */
export type Nested = (cursor: Cursor) => Reading<WrittenCall[] | null>

/**
 * Takes the calls behind a marker, up to what ends them. Whatever the marker, the calls may be JSON, a list of it, XML,
 * Python, or a name with its arguments: models mix the formats that they were trained with.
 */
export function* body(cursor: Cursor, tools: Tools, nested: Nested): Reading<WrittenCall[] | null> {
  const calls: WrittenCall[] = []
  let end = cursor.mark()
  for (;;) {
    yield* skip(cursor, calls.length > 0 ? /[\s,;}\])`]/ : /[\s,;]/)
    if ((yield* cursor.peek()) !== "" && (yield* closing(cursor))) return calls.length > 0 ? calls : null
    const found = (yield* cursor.peek()) === "" ? null : yield* item(cursor, tools, nested)
    // Behind a call that was not closed there may be prose, which speaks of functions, too.
    if (found === null || (calls.length > 0 && found.some((call) => !tools.isTool(call.name)))) {
      cursor.reset(end)
      if (calls.length === 0) return null
      yield* openingAsEnd(cursor)
      return calls
    }
    calls.push(...found)
    end = cursor.mark()
  }
}

/** Takes an opening tag that a model wrote for the closing one. */
function* openingAsEnd(cursor: Cursor): Reading<void> {
  const end = cursor.mark()
  yield* skip(cursor, /\s/)
  const found = yield* tag(cursor)
  if (found === null || !callTags.includes(found.plain)) cursor.reset(end)
}

function* item(cursor: Cursor, tools: Tools, nested: Nested): Reading<WrittenCall[] | null> {
  yield* fenceLine(cursor)
  const start = cursor.mark()
  const next = cursor.here() ?? (yield* cursor.peek())
  if (next === "{") return yield* markedJson(cursor, tools)
  if (next === "[") {
    const list = yield* markedJson(cursor, tools)
    if (list !== null) return list
    cursor.reset(start)
    const python = yield* pythonList(cursor)
    if (python !== null) return python
    cursor.reset(start)
    return yield* nested(cursor)
  }
  if (next === "<") {
    const inner = yield* nested(cursor)
    if (inner !== null) return inner
    cursor.reset(start)
    return yield* named(cursor, null, "toolcall", tools)
  }
  const python = yield* pythonCall(cursor)
  if (python !== null) return [python]
  cursor.reset(start)
  return yield* headed(cursor, tools, nested)
}

const argumentMarks = ["[args]", "<|tool_sep|>", "<|tool_call_argument_begin|>", "<|message|>"]

/** A name, a mark or a line break or nothing, and the arguments. */
function* headed(cursor: Cursor, tools: Tools, nested: Nested): Reading<WrittenCall[] | null> {
  let name = yield* take(cursor, /[\w.:/-]/, 128)
  if (!/^[A-Za-z_]/.test(name)) return null
  if ((yield* literal(cursor, ["[call_id]"])) !== null) yield* take(cursor, /\w/, 64)
  const mark = yield* literal(cursor, argumentMarks)
  if (mark === "<|tool_sep|>" && name === "function") name = yield* take(cursor, /[\w.:/-]/, 128)
  if (name === "") return yield* nested(cursor)
  yield* skip(cursor, /\s/)
  yield* fenceLine(cursor)
  name = cleanName(name)
  const next = cursor.here() ?? (yield* cursor.peek())
  if (next === "{") {
    const json = yield* jsonBody(cursor)
    return json && [{ name, arguments: argumentsOf(json.text), whole: json.closed }]
  }
  if (next === "<") {
    const here = cursor.mark()
    const opened = yield* tag(cursor)
    cursor.reset(here)
    if (opened?.plain === "argkey") return yield* named(cursor, name, "toolcall", tools)
    // A tool without parameters.
    if (tools.isTool(name) && (yield* closing(cursor))) {
      cursor.reset(here)
      return [{ name, arguments: {}, whole: true }]
    }
  }
  return null
}

/** What follows a tag that names the call: parameters, JSON, or the end. */
export function* named(
  cursor: Cursor,
  name: string | null,
  parent: string,
  tools: Tools,
): Reading<WrittenCall[] | null> {
  yield* skip(cursor, /\s/)
  yield* fenceLine(cursor)
  if (name !== null && (yield* cursor.peek()) === "{") {
    const json = yield* jsonBody(cursor)
    if (json === null) return null
    yield* skip(cursor, /[\s}`]/)
    yield* closeOf(cursor, parent)
    return [{ name: cleanName(name), arguments: argumentsOf(json.text), whole: json.closed }]
  }
  const read = yield* xmlBody(cursor, parent)
  const call = read && xmlCall(name === null ? null : cleanName(name), read)
  if (!read || !call) return null
  // Prose speaks of `<function=name></function>`.
  if (read.fields.length === 0 && !tools.isTool(call.name)) return null
  return [call]
}

function* closeOf(cursor: Cursor, parent: string): Reading<void> {
  const here = cursor.mark()
  const found: Tag | null = yield* tag(cursor)
  if (!found?.closes || found.plain !== parent) cursor.reset(here)
}

// Inside a call a fence is only a wrapping of its JSON.
function* fenceLine(cursor: Cursor): Reading<void> {
  const start = cursor.mark()
  const run = yield* take(cursor, /`/, 10)
  if (run.length < 3) {
    cursor.reset(start)
    return
  }
  yield* take(cursor, /\w/, 20)
  yield* skip(cursor, /\s/)
}
