import { closing } from "./marker.ts"
import { type Cursor, type Mark, type Reading, readAll, skip } from "./text-cursor.ts"

/** A JSON value as it was written, whether it is valid or not. */
export type JsonBody = {
  text: string
  /** It came to an end before the answer did. */
  closed: boolean
  kind: "object" | "list"
  /** The outermost fields, in order; of a list its items, without keys. Values as written. */
  fields: readonly { key: string; value: string }[]
}

/** Says of a field of the outermost object whether reading on is of use: at its key, then again if its value is a string. */
type Watch = (field: { key: string; value: string | undefined }) => boolean

/**
 * Takes an object or a list. Its end is found in what is nearly JSON too: newlines and quotes that are not escaped,
 * single quotes, braces that are missing before a closing marker or before prose.
 */
export function* jsonBody(cursor: Cursor, watch: Watch = () => true): Reading<JsonBody | null> {
  const start = cursor.mark()
  const first = yield* cursor.peek()
  if (first !== "{" && first !== "[") return null
  const kind = first === "{" ? "object" : "list"
  const spans: { key: string; from: number; to: number }[] = []
  let open: { key: string; from: number } | null = null
  let key = ""
  let depth = 0
  let before = ""
  let word = ""
  let newline = false
  /** Where a closing marker is inside a string: the end, if the string never ends. */
  let marker: Mark | null = null
  /** Quotes were not escaped: where strings end is a guess, and so are the braces. */
  let unsure = false

  const finish = (closed: boolean): JsonBody => {
    const text = cursor.since(start)
    // Where the braces are a guess, the last one is that of the whole.
    const to = unsure ? text.replace(/\}\s*$/, "").length : text.length
    if (open !== null) spans.push({ ...open, to })
    const fields = spans.map((span) => ({ key: span.key, value: text.slice(span.from, span.to).trim() }))
    return { text, closed, kind, fields: fields.filter((field) => kind === "object" || field.value !== "") }
  }
  const shut = () => {
    if (open !== null) spans.push({ ...open, to: cursor.at() - start.at })
    open = null
  }

  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") {
      if (marker !== null) cursor.reset(marker)
      return finish(false)
    }
    if (next === '"' || (next === "'" && "{[,:".includes(before))) {
      const { text, escaped } = yield* quoted(cursor, next, (mark) => {
        marker ??= mark
      })
      unsure ||= !escaped
      if (depth === 1 && kind === "object") {
        if (before === ":") {
          if (!watch({ key, value: text })) return null
        } else {
          key = text
          if (!watch({ key, value: undefined })) return null
        }
      }
      before = '"'
      newline = false
      continue
    }
    const here = cursor.mark()
    if (next === "<" && (yield* closing(cursor))) {
      cursor.reset(here)
      return finish(true)
    }
    if (!unsure && newline && "}]".includes(before) && /[\p{L}<`*#]/u.test(next)) return finish(true)
    if (next === "}" || next === "]") {
      depth -= 1
      if (depth === 0 && unsure && !(yield* isEnd(cursor))) depth = 1
      if (depth === 0) shut()
    }
    if (next === "," && depth === 1) shut()
    cursor.next()
    if (next === "{" || next === "[") depth += 1
    // Keys without quotes are none of JSON, and yet they come.
    if (next === ":" && before !== '"' && depth === 1) key = word
    if (/\w/.test(next)) word += next
    else if (!/\s/.test(next)) word = ""
    if (depth === 1 && kind === "object" && next === ":" && open === null) open = { key, from: cursor.at() - start.at }
    if (depth === 1 && kind === "list" && (next === "," || before === "")) {
      open = { key: "", from: cursor.at() - start.at }
    }
    if (depth === 0) return finish(true)
    if (next === "\n") newline = true
    else if (!/\s/.test(next)) {
      before = next
      newline = false
    }
  }
}

/** The same of a text that is whole. */
export function jsonBodyOf(text: string): JsonBody | null {
  return readAll(text.trim(), (cursor) => jsonBody(cursor))
}

/** Whether a brace that seems to be the last is: half a file that was written as whole would be worse than no call. */
function* isEnd(cursor: Cursor): Reading<boolean> {
  const here = cursor.mark()
  cursor.next()
  yield* skip(cursor, /[\s}\],;]/)
  const next = cursor.here() ?? (yield* cursor.peek())
  const ends = next === "" || "{[`".includes(next) || (next === "<" && (yield* closing(cursor)))
  cursor.reset(here)
  return ends
}

/** Takes a string with its quotes. A quote ends it only before what may follow a string: small models forget to escape. */
function* quoted(
  cursor: Cursor,
  quote: string,
  onMarker: (mark: Mark) => void,
): Reading<{ text: string; escaped: boolean }> {
  cursor.next()
  const start = cursor.mark()
  let escaped = true
  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    const here = cursor.mark()
    if (next === "") return { text: cursor.since(start), escaped }
    if (next === "<" && (yield* closing(cursor))) {
      onMarker(here)
      cursor.reset(here)
    }
    cursor.next()
    if (next === "\\") {
      if ((yield* cursor.peek()) !== "") cursor.next()
    } else if (next === quote) {
      const end = cursor.mark()
      const ends = yield* mayEnd(cursor)
      cursor.reset(ends ? here : end)
      if (ends) {
        const text = cursor.since(start)
        cursor.reset(end)
        return { text, escaped }
      }
      escaped = false
    }
  }
}

function* mayEnd(cursor: Cursor): Reading<boolean> {
  for (;;) {
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "" || ",:}]".includes(next)) return true
    if (!/\s/.test(next)) return false
    cursor.next()
  }
}
