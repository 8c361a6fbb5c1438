import { plainName } from "../../base/plain-name.ts"
import { callTags, closing, functionTags, type Tag, tag } from "./marker.ts"
import { type Cursor, type Mark, type Reading, skip } from "./text-cursor.ts"
import { argumentsOf, type WrittenCall } from "./written-call.ts"

export type XmlBody = {
  fields: readonly { key: string; value: string }[]
  /** The closing tag was there, and it is the right one. */
  closed: boolean
  /** A value has no end, or may continue behind what looks like its end. */
  endless?: true
}

const parameterTags = new Set(["parameter", "param", "arg", "argument"])

/**
 * Takes parameters up to the end of their call: `<parameter=k>v</parameter>`, `<parameter name="k">v</parameter>`,
 * `<arg_key>k</arg_key><arg_value>v</arg_value>`, `<k>v</k>`. Nothing where the first thing is neither a parameter nor the end.
 */
export function* xmlBody(cursor: Cursor, parent: string): Reading<XmlBody | null> {
  const fields: { key: string; value: string }[] = []
  let key: string | null = null
  let endless: Pick<XmlBody, "endless"> = {}
  for (;;) {
    const before = cursor.mark()
    yield* skip(cursor, /\s/)
    if ((yield* cursor.peek()) === "") return fields.length > 0 ? { fields, closed: false, ...endless } : null
    if (yield* ends(cursor, parent)) return { fields, closed: true, ...endless }
    const opened = yield* tag(cursor)
    if (opened === null || opened.closes) {
      cursor.reset(before)
      return fields.length > 0 ? { fields, closed: false, ...endless } : null
    }
    const { text, closed, unsure } = yield* value(cursor, opened, parent)
    if (opened.plain === "argkey") key = text.trim()
    else if (opened.plain === "argvalue") fields.push({ key: key ?? "", value: text })
    else fields.push(...missedIn(keyOf(opened), text, opened))
    if (!closed && (yield* cursor.peek()) === "") return { fields, closed: false, endless: true }
    if (unsure) endless = { endless: true }
  }
}

/** The call that a body is: a name inside it, or that of its tag. */
export function xmlCall(name: string | null, body: XmlBody): WrittenCall | null {
  const nameField = name === null ? body.fields.find((field) => nameKeys.has(plainName(field.key))) : undefined
  const called = name ?? nameField?.value.trim()
  if (!called || called.length > 128) return null
  const rest = body.fields.filter((field) => field !== nameField)
  const [only] = rest
  const end = { whole: body.closed, ...(body.endless ? { endless: body.endless } : {}) }
  if (rest.length === 1 && only && argumentKeys.has(plainName(only.key)) && /^\s*\{/.test(only.value)) {
    return { name: called, arguments: argumentsOf(only.value), ...end }
  }
  return { name: called, arguments: Object.fromEntries(rest.map(({ key, value }) => [key, value])), ...end }
}

const nameKeys = new Set(["name", "toolname", "function", "tool"])
const argumentKeys = new Set(["arguments", "parameters", "args", "params", "input"])

function keyOf(opened: Tag): string {
  return parameterTags.has(opened.plain) ? (opened.value ?? opened.name) : opened.name
}

/**
 * Takes a value and its closing tag. The value may speak of tags itself: those inside are counted, and a closing tag
 * counts only before the next parameter or the end of the call. Where that never adds up, its end is unknown.
 */
function* value(
  cursor: Cursor,
  opened: Tag,
  parent: string,
): Reading<{ text: string; closed: boolean; unsure: boolean }> {
  const start = cursor.mark()
  let depth = 0
  let parents = 0
  let likely: { end: Mark; after: Mark } | null = null
  let unsure = true
  for (;;) {
    const here = cursor.mark()
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") break
    if (next !== "<") {
      cursor.next()
      continue
    }
    const found = yield* tag(cursor)
    if (found === null) cursor.next()
    else if (found.plain === opened.plain && !found.closes) depth += 1
    else if (found.plain === opened.plain) {
      const after = cursor.mark()
      const fits = yield* endsValue(cursor, opened, parent)
      cursor.reset(after)
      if (fits) likely ??= { end: here, after }
      if (fits && depth === 0) {
        const again = yield* closesAgain(cursor, opened, parent)
        return { text: textBetween(cursor, start, here, after), closed: true, unsure: again }
      }
      depth = Math.max(0, depth - 1)
    } else if (found.plain === parent && !found.closes) parents += 1
    else if (found.plain === parent) {
      const forgotten = parents === 0 && depth === 0 && (yield* endsCall(cursor))
      parents = Math.max(0, parents - 1)
      if (forgotten) {
        likely ??= { end: here, after: here }
        unsure = false
        break
      }
    }
  }
  if (likely !== null) {
    return { text: textBetween(cursor, start, likely.end, likely.after), closed: true, unsure }
  }
  return { text: trimmed(cursor.since(start)), closed: false, unsure }
}

/** Whether the value is closed once more, behind the end of its call: then it speaks of such ends, and this was none. */
function* closesAgain(cursor: Cursor, opened: Tag, parent: string): Reading<boolean> {
  const begins = new Set([opened.plain, parent, ...parameterTags, ...callTags, ...functionTags])
  let behind = false
  for (;;) {
    yield* skip(cursor, /[^<]/)
    if ((yield* cursor.peek()) === "") return false
    const found = yield* tag(cursor)
    if (found === null) cursor.next()
    else if (found.closes && found.plain === opened.plain) return true
    // Another parameter, or another call.
    else if (!found.closes && (!behind || begins.has(found.plain))) return false
    else behind = true
  }
}

/** Whether nothing of the call can come behind its closing tag. */
function* endsCall(cursor: Cursor): Reading<boolean> {
  const after = cursor.mark()
  yield* skip(cursor, /\s/)
  const last = (yield* cursor.peek()) === "" || (yield* closing(cursor))
  cursor.reset(after)
  return last
}

function* endsValue(cursor: Cursor, opened: Tag, parent: string): Reading<boolean> {
  yield* skip(cursor, /\s/)
  if ((yield* cursor.peek()) === "") return true
  const found = yield* tag(cursor)
  if (found === null) return false
  if (found.closes) return found.plain === parent || isCallEnd(found)
  if (opened.plain === "argkey") return found.plain === "argvalue"
  if (opened.plain === "argvalue") return found.plain === "argkey"
  return parameterTags.has(opened.plain) ? parameterTags.has(found.plain) : true
}

function isCallEnd(found: Tag): boolean {
  return ["toolcall", "functioncall", "functioncalls", "function", "invoke"].includes(found.plain)
}

function* ends(cursor: Cursor, parent: string): Reading<boolean> {
  const start = cursor.mark()
  const found = yield* tag(cursor)
  if (found?.closes && found.plain === parent) return true
  cursor.reset(start)
  return yield* closing(cursor)
}

function textBetween(cursor: Cursor, start: Mark, end: Mark, after: Mark): string {
  cursor.reset(end)
  const text = cursor.since(start)
  cursor.reset(after)
  return trimmed(text)
}

// Templates put the value on lines of its own. A last line feed without a first one is part of the value.
function trimmed(text: string): string {
  return /^\r?\n/.test(text) ? text.replace(/^\r?\n/, "").replace(/\r?\n$/, "") : text
}

/**
 * A parameter whose predecessor was not closed is inside its value, right behind its one line: a tag further down
 * in a value is a line of that value, such as that of a file that is written.
 */
function missedIn(key: string, text: string, opened: Tag): { key: string; value: string }[] {
  if (opened.plain !== "parameter" || text.includes("</parameter>")) return [{ key, value: text }]
  const missed = /^([^\n]*)\n<parameter(?:=| name=)"?([\w.-]+)"?>([\s\S]*)$/.exec(text)
  const [, value = "", next = "", rest = ""] = missed ?? []
  if (!missed || next === key || manyLines.has(plainName(key))) return [{ key, value: text }]
  return [{ key, value }, ...missedIn(next, trimmed(rest), opened)]
}

/** What holds texts that may have any line in them. */
const manyLines: ReadonlySet<string> = new Set(
  "content contents text code body patch diff command newtext oldtext newstring oldstring new old".split(" "),
)
