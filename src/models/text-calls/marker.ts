import { plainName } from "../../base/plain-name.ts"
import { type Cursor, literal, type Reading, take } from "./text-cursor.ts"

/** `<name>`, `</name>`, `<name=value>`, `<name key="value">`, with or without a prefix as `minimax:`. */
export type Tag = {
  /** As written, without the prefix. */
  name: string
  /** Lower case, without marks. */
  plain: string
  closes: boolean
  /** What follows `=`, or the value of `name`, `tool` or `key`. */
  value: string | null
}

/** The names of tags around calls, in plain form; each also closes. The wrong spellings are ones that models write. */
export const callTags = [
  "toolcall",
  "toolcalls",
  "functioncall",
  "functioncalls",
  "tooluse",
  "calltool",
  "invoketool",
  "longcattoolcall",
]

/** Those that name the call, as `<function=read>` and `<invoke name="read">`. */
export const functionTags = ["function", "invoke"]

/** Those that are words of other things, too: only a call of a known tool is one there. */
export const wordTags = [
  ...functionTags,
  "tool",
  "tools",
  "usetool",
  "action",
  "herramienta",
  "llamada",
  "outil",
  "werkzeug",
  "ferramenta",
  "工具",
  "工具调用",
  "调用工具",
]

/** What ends a call besides a tag, folded. */
const closingLiterals = [
  "<|tool_call_end|>",
  "<|tool_calls_end|>",
  "<|tool_calls_section_end|>",
  "<|tool_call|/>",
  "<|/tool_call|>",
  "<|end_action|>",
  "<|action_end|>",
  "<|call|>",
  "<|eom_id|>",
  "<|eot_id|>",
  "<|im_end|>",
  "<|end|>",
  "<|end_message|>",
  "<end_function_call>",
  "<tool_call|>",
  "[/tool_calls]",
]

const closingTags = new Set([...callTags, ...wordTags])
const withAttributes = new Set([...closingTags, "parameter", "param", "arg", "argument"])

/** Takes the end of a call, of whatever format: models open one and close another. */
export function* closing(cursor: Cursor): Reading<boolean> {
  const start = cursor.mark()
  if ((yield* literal(cursor, closingLiterals)) !== null) return true
  const found = yield* tag(cursor)
  if (found?.closes && closingTags.has(found.plain)) return true
  cursor.reset(start)
  return false
}

const results = [
  "tool_response",
  "tool_result",
  "tool_output",
  "function_result",
  "function_results",
  "function_response",
]
const resultMarks = [...results.map((name) => `<${name}>`), "<observation>", "<|observation|>"]

/** Takes what begins a result that a model wrote itself, behind its own call. */
export function* inventedResult(cursor: Cursor): Reading<true | null> {
  return (yield* literal(cursor, resultMarks)) === null ? null : true
}

/** Takes a tag; takes nothing where there is none. */
export function* tag(cursor: Cursor): Reading<Tag | null> {
  const start = cursor.mark()
  const found = yield* tagHere(cursor)
  if (found === null) cursor.reset(start)
  return found
}

function* tagHere(cursor: Cursor): Reading<Tag | null> {
  if ((yield* cursor.peek()) !== "<") return null
  cursor.next()
  const closes = (yield* cursor.peek()) === "/"
  if (closes) cursor.next()
  const written = yield* take(cursor, /[\p{L}\p{N}_.:\-|｜]/u, 80)
  const name = written.replaceAll("｜", "|").replace(/^(\|+\w+\|+|\w+:)(?=[\p{L}_])/u, "")
  if (!/^[\p{L}_]/u.test(name)) return null
  const plain = plainName(name)
  const next = cursor.here() ?? (yield* cursor.peek())
  if (next === ">") {
    cursor.next()
    return { name, plain, closes, value: null }
  }
  if (closes || !withAttributes.has(plain) || !(next === "=" || /[ \t]/.test(next))) return null
  cursor.next()
  const rest = yield* take(cursor, /[^<>\n]/, 200)
  if ((yield* cursor.peek()) !== ">") return null
  cursor.next()
  return { name, plain, closes, value: next === "=" ? unquoted(rest) : attributeOf(rest) }
}

function attributeOf(written: string): string | null {
  const found = /(?:^|\s)(?:name|tool|tool_name|function|key)\s*=\s*("[^"]*"|'[^']*'|[^\s"']+)/i.exec(written)
  return found?.[1] === undefined ? null : unquoted(found[1])
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1\/?$/, "$2")
}
