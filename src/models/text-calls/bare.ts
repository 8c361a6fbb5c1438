import { named } from "./body.ts"
import { bareJson } from "./json-call.ts"
import { tag } from "./marker.ts"
import { bracketed, endOf, pythonArguments, pythonList } from "./python-call.ts"
import { type Cursor, literal, type Reading, skip, take } from "./text-cursor.ts"
import { cleanName, isOwnName, type Tools, type WrittenCall } from "./written-call.ts"

/** A way to write calls that other texts have, too: what is none of a known tool stays text. */
type Format = {
  name: string
  /** The character that it begins with. */
  begins: string
  read(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null>
}

const formats: readonly Format[] = [
  { name: "json", begins: "{", read: bareJson },
  { name: "json", begins: "[", read: jsonList },
  { name: "bracket", begins: "[", read: bracket },
  {
    name: "python",
    begins: "[",
    read: (cursor, tools) => pythonList(cursor, (name) => tools.isTool(name)),
  },
  { name: "tool-tag", begins: "<", read: toolTag },
]

/** The formats that may begin here, which is the beginning of a line. */
export function bareFormats(begins: string): readonly Format[] {
  return formats.filter((format) => format.begins === begins)
}

/** Takes a list only if an object begins it: everything else that has brackets is text at once. */
function* jsonList(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  const start = cursor.mark()
  cursor.next()
  yield* skip(cursor, /\s/)
  if ((yield* cursor.peek()) !== "{" || (yield* bareJson(cursor, tools)) === null) return null
  cursor.reset(start)
  return yield* bareJson(cursor, tools)
}

const verbs = ["calls", "call", "uses", "use", "using"]

/** `[calls read tool with: path="a"]`, `[USE read tool with: path="a"]`. */
function* bracket(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  const start = cursor.mark()
  cursor.next()
  if ((yield* literal(cursor, verbs)) === null || (yield* take(cursor, / /, 8)) === "") return null
  yield* literal(cursor, ["the "])
  const name = cleanName(yield* take(cursor, /[\w.`"'-]/, 128))
  if (!tools.isTool(name)) return null
  const words = yield* take(cursor, /[a-z ]/i, 32)
  if (!/^( +(tool|function))?( +with( +(arguments|parameters|params|args))?)? *$/i.test(words)) return null
  if (words.trim() === "") return null
  yield* literal(cursor, [":"])
  const head = cursor.mark().at - start.at
  cursor.reset(start)
  const body = yield* bracketed(cursor)
  return [{ name, arguments: pythonArguments(body.text.slice(head - 1)), ...endOf(body) }]
}

/** `<read><path>a</path></read>`. */
function* toolTag(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  const opened = yield* tag(cursor)
  if (opened === null || opened.closes || !tools.isTool(opened.name)) return null
  // Other names for our tools are words of HTML, SVG and JSX, unless they are of two words: `<read_file>`.
  if (!isOwnName(tools, opened.name) && !/[_-]/.test(opened.name)) return null
  yield* skip(cursor, /\s/)
  const here = cursor.mark()
  const child = yield* tag(cursor)
  cursor.reset(here)
  // An empty element is HTML as often as a call.
  if ((child === null || child.closes) && (yield* cursor.peek()) !== "{") return null
  return yield* named(cursor, opened.name, opened.plain, tools)
}
