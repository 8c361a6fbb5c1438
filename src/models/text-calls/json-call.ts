import { plainName } from "../../base/plain-name.ts"
import { type JsonBody, jsonBody, jsonBodyOf } from "./json-body.ts"
import { type Cursor, type Reading, skip } from "./text-cursor.ts"
import { argumentsOf, cleanName, isOwnName, type Tools, type WrittenCall } from "./written-call.ts"

/** The keys that calls are written with, in plain form, the likeliest first. */
const keys = {
  name: ["name", "toolname", "functionname", "tool", "function", "action", "recipientname"],
  arguments: [
    "arguments",
    "parameters",
    "args",
    "params",
    "toolinput",
    "actioninput",
    "input",
    "toolargs",
    "toolarguments",
    "kwargs",
  ],
  inner: ["function", "functioncall", "toolcall"],
  list: ["toolcalls", "calls"],
  /** What else may stand beside them. */
  beside: ["type", "id", "index", "toolcallid", "callid", "thought", "thoughts", "reasoning"],
} as const

const known = new Set<string>(Object.values(keys).flat())
const types = new Set(["function", "functioncall", "toolcall", "tooluse", "tool"])
const names = new Set<string>(keys.name)

/** Takes a JSON value that is a call, or several, of tools that are known; what is none is left as soon as that shows. */
export function* bareJson(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  if (!(yield* opensObject(cursor))) return null
  let isNamed = false
  const body = yield* jsonBody(cursor, ({ key, value }) => {
    const plain = plainName(key)
    if (value === undefined) return isNamed || known.has(plain)
    if (plain === "type") return types.has(plainName(value))
    if (!names.has(plain)) return true
    isNamed ||= tools.isTool(cleanName(value))
    return isNamed
  })
  if (body === null) return null
  return callsOf(body, { bare: true, tools })
}

/** Code has braces as well: what has no quote behind the brace is shown at once. */
function* opensObject(cursor: Cursor): Reading<boolean> {
  const start = cursor.mark()
  yield* skip(cursor, /[[\s]/)
  if ((yield* cursor.peek()) === "{") cursor.next()
  yield* skip(cursor, /\s/)
  const next = yield* cursor.peek()
  cursor.reset(start)
  return next === '"' || next === "'"
}

/** Takes a JSON value behind a marker, where its shape alone decides. */
export function* markedJson(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  const body = yield* jsonBody(cursor)
  return body === null ? null : callsOf(body, { bare: false, tools })
}

type Where = { bare: boolean; tools: Tools }

function callsOf(body: JsonBody, where: Where): WrittenCall[] | null {
  if (body.kind === "object") return callsOfObject(body, where)
  const calls = body.fields.map((item, index) => {
    const inner = jsonBodyOf(item.value)
    // All but the last item of a list are whole.
    const closed = body.closed || index < body.fields.length - 1
    return inner === null ? null : callsOf({ ...inner, closed: inner.closed && closed }, where)
  })
  return calls.length === 0 || calls.includes(null) ? null : calls.flatMap((one) => one ?? [])
}

function callsOfObject(body: JsonBody, where: Where): WrittenCall[] | null {
  const fieldOf = (names: readonly string[], fits: (value: string) => boolean = () => true) => {
    for (const name of names) {
      const found = body.fields.find((field) => plainName(field.key) === name && fits(field.value))
      if (found) return found
    }
    return undefined
  }
  const within = (value: string) => {
    const inner = jsonBodyOf(value)
    return inner === null ? null : callsOf({ ...inner, closed: inner.closed && body.closed }, where)
  }
  const list = fieldOf(keys.list, (value) => value.startsWith("["))
  if (list) return within(list.value)
  const inner = fieldOf(keys.inner, (value) => value.startsWith("{"))
  if (inner) return within(inner.value)

  const named = fieldOf(keys.name, (value) => textOf(value) !== null)
  const written = fieldOf(keys.arguments)
  if (named === undefined) return where.bare ? null : callByKey(body, where.tools)
  const name = cleanName(textOf(named.value) ?? "")
  if (name === "" || name.length > 128 || (where.bare && !where.tools.isTool(name))) return null
  if (written === undefined) {
    if (where.bare || !body.closed || body.fields.some((field) => plainName(field.key) === "description")) return null
    const rest = body.fields.filter((field) => field !== named && !isBeside(field.key))
    return [{ name, arguments: argumentsOf(objectOf(rest)), whole: body.closed }]
  }
  if (isDescription(body, written) || (where.bare && isData(named.key, written.key, name, where.tools))) return null
  return [{ name, arguments: argumentsOf(written.value), whole: body.closed }]
}

/** `{"read": {"path": "a"}}`. */
function callByKey(body: JsonBody, tools: Tools): WrittenCall[] | null {
  const [only, ...more] = body.fields
  if (only === undefined || more.length > 0 || !only.value.startsWith("{") || !tools.isTool(only.key)) return null
  return [{ name: only.key, arguments: argumentsOf(only.value), whole: body.closed }]
}

/** `{"action": "create", "input": …}` is what other programs send each other. */
function isData(nameKey: string, argumentsKey: string, name: string, tools: Tools): boolean {
  const isCallKey = ["toolinput", "actioninput"].includes(plainName(argumentsKey))
  return ["tool", "function", "action"].includes(plainName(nameKey)) && !isCallKey && !isOwnName(tools, name)
}

/** A tool that is described has the shape of a call, too. */
function isDescription(body: JsonBody, written: JsonBody["fields"][number]): boolean {
  const isDescribed = body.fields.some((field) => plainName(field.key) === "description")
  if (isDescribed && written.key === "parameters") return true
  const inner = written.value.startsWith("{") ? jsonBodyOf(written.value) : null
  const type = inner?.fields.find((field) => field.key === "type")
  return type?.value === '"object"' && inner?.fields.some((field) => field.key === "properties") === true
}

function isBeside(key: string): boolean {
  return (keys.beside as readonly string[]).includes(plainName(key))
}

function objectOf(fields: JsonBody["fields"]): string {
  return `{${fields.map((field) => `${JSON.stringify(field.key)}:${field.value}`).join(",")}}`
}

// A string whose end is missing is half a name.
function textOf(value: string): string | null {
  const found = /^(["'])([^\n]*)\1$/.exec(value)
  return found?.[2] ?? null
}
