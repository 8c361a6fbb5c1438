import { body, type Nested, named } from "./body.ts"
import { gemmaCall } from "./gemma.ts"
import { jsonBody } from "./json-body.ts"
import { callTags, functionTags, type Tag, tag, wordTags } from "./marker.ts"
import { type Cursor, literal, type Reading, skip, take } from "./text-cursor.ts"
import { argumentsOf, cleanName, type Tools, type WrittenCall } from "./written-call.ts"

/** A way to write calls behind a marker that has no other meaning. */
type Format = {
  name: string
  /** What opens it: texts, in lower case and with plain bars and underscores; or names of tags, in plain form. */
  opens: { texts: readonly string[] } | { tags: readonly string[] }
  /** Reads what follows, with its end; `null` where that is no call. */
  read(at: { cursor: Cursor; tools: Tools; nested: Nested; opened: Tag | null }): Reading<WrittenCall[] | null>
}

type RecoveredCalls = { format: string; calls: WrittenCall[] }

/** All of them. What closes them is in `marker.ts`; a new one is an entry here, and a row of the tests. */
const formats: readonly Format[] = [
  { name: "tool-call", opens: { tags: callTags }, read: tagged },
  { name: "function", opens: { tags: wordTags }, read: tagged },
  { name: "python-tag", opens: { texts: ["<|python_tag|>"] }, read: plain },
  { name: "mistral", opens: { texts: ["[tool_calls]"] }, read: plain },
  {
    name: "deepseek",
    opens: { texts: ["<|tool_calls_begin|>", "<|tool_call_begin|>", "<|tool_calls_section_begin|>"] },
    read: plain,
  },
  { name: "granite", opens: { texts: ["<|tool_call|>", "<|tool_calls|>"] }, read: plain },
  { name: "lfm", opens: { texts: ["<|tool_call_start|>", "<|tool_list_start|>"] }, read: plain },
  { name: "cohere", opens: { texts: ["<|start_action|>"] }, read: plain },
  { name: "internlm", opens: { texts: ["<|action_start|><|plugin|>", "<|action_start|>"] }, read: plain },
  { name: "inkling", opens: { texts: ["<|content_invoke_tool_json|>"] }, read: plain },
  { name: "gemma", opens: { texts: ["<|tool_call>", "<start_function_call>"] }, read: gemma },
  {
    name: "harmony",
    opens: {
      texts: ["<|start|>assistant<|channel|>commentary", "<|channel|>commentary", "<|start|>assistant to=functions."],
    },
    read: harmony,
  },
]

const openingTexts = formats.flatMap(({ opens }) => ("texts" in opens ? opens.texts : []))

/** Takes a marker. */
export function* opening(cursor: Cursor): Reading<{ format: Format; opened: Tag | null } | null> {
  const text = yield* literal(cursor, openingTexts)
  const opened = text === null ? yield* tag(cursor) : null
  const format = formats.find(({ opens }) =>
    "texts" in opens
      ? text !== null && opens.texts.includes(text)
      : opened !== null && !opened.closes && opens.tags.includes(opened.plain),
  )
  return format === undefined ? null : { format, opened }
}

/** Takes a marker and the calls behind it. */
export function* markedCalls(cursor: Cursor, tools: Tools, depth = 0): Reading<RecoveredCalls | null> {
  // A list, a call in it, a function in that: nothing nests deeper.
  if (depth > 2) return null
  const marker = yield* opening(cursor)
  if (marker === null) return null
  const { format, opened } = marker
  const nested: Nested = function* (inner) {
    return (yield* markedCalls(inner, tools, depth + 1))?.calls ?? null
  }
  const calls = yield* format.read({ cursor, tools, nested, opened })
  return calls && { format: format.name, calls }
}

type At = Parameters<Format["read"]>[0]

function plain({ cursor, tools, nested }: At): Reading<WrittenCall[] | null> {
  return body(cursor, tools, nested)
}

function* tagged({ cursor, tools, nested, opened }: At): Reading<WrittenCall[] | null> {
  const { value, plain: name } = opened ?? { value: null, plain: "" }
  const calls = value ? yield* named(cursor, value, name, tools) : yield* body(cursor, tools, nested)
  const explicit = callTags.includes(name) || (value !== null && functionTags.includes(name))
  if (explicit) return calls
  // `<tool>read</tool>` is prose.
  const meant = calls?.every((call) => tools.isTool(call.name) && Object.keys(call.arguments).length > 0)
  return meant ? calls : null
}

function* gemma({ cursor, tools, nested }: At): Reading<WrittenCall[] | null> {
  const start = cursor.mark()
  const call = yield* gemmaCall(cursor)
  if (call !== null) return [call]
  cursor.reset(start)
  return yield* body(cursor, tools, nested)
}

const headerEnd = ["<|message|>"]
const harmonyEnds = ["<|call|>", "<|end|>", "<|return|>"]

/** `<|channel|>commentary to=functions.read <|constrain|>json<|message|>{…}<|call|>`, with its parts in other orders. */
function* harmony({ cursor }: At): Reading<WrittenCall[] | null> {
  const start = cursor.mark()
  let header = ""
  while (header.length < 200 && (yield* literal(cursor, headerEnd)) === null) {
    header += yield* take(cursor, /[\s\S]/, 1)
    header += yield* take(cursor, /[^<]/, 200)
    if ((yield* cursor.peek()) === "") return null
  }
  const name = /(?:^|to=(?:functions\.)?)([A-Za-z_][\w.-]*)/.exec(header)?.[1]
  yield* skip(cursor, /\s/)
  const json = name === undefined ? null : yield* jsonBody(cursor)
  if (name === undefined || json === null) {
    cursor.reset(start)
    return null
  }
  const end = cursor.mark()
  yield* skip(cursor, /\s/)
  if ((yield* literal(cursor, harmonyEnds)) === null) cursor.reset(end)
  return [{ name: cleanName(name), arguments: argumentsOf(json.text), whole: json.closed }]
}
