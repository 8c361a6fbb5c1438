import { jsonBody } from "./json-body.ts"
import { bareJson } from "./json-call.ts"
import { pythonCall } from "./python-call.ts"
import { type Cursor, literal, type Reading, skip, take } from "./text-cursor.ts"
import { argumentsOf, cleanName, type Tools, type WrittenCall } from "./written-call.ts"

/** How far behind `Thought:` an action must come for the thought to be held back. */
const thoughtLimit = 2_000

/** The labels of ReAct, each at the beginning of a line, also in bold. */
const labels = {
  thought: forms("thought"),
  action: forms("action"),
  input: [...forms("action input"), ...forms("actioninput"), ...forms("action_input"), ...forms("input")],
  observation: forms("observation"),
  answer: forms("final answer"),
} as const

const endsInput = [...labels.thought, ...labels.action, ...labels.observation, ...labels.answer]

function forms(label: string): string[] {
  return [`${label}:`, `**${label}:**`, `**${label}**:`]
}

/** Takes `Action: read`, `Action Input: {…}`; also JSON behind `Action:`, as Command R writes it. */
export function* action(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  if ((yield* literal(cursor, labels.action)) === null) return null
  yield* skip(cursor, /[ \t]/)
  const start = cursor.mark()
  const call = yield* pythonCall(cursor, (name) => tools.isTool(name))
  if (call !== null) return [call]
  cursor.reset(start)
  if ((yield* take(cursor, /`/, 3)) !== "`") cursor.reset(start)
  const name = cleanName(yield* take(cursor, /[^\n`{[]/, 128))
  if (name === "") return yield* actionBlock(cursor, tools)
  yield* take(cursor, /`/, 1)
  if (!tools.isTool(name)) return null
  yield* skip(cursor, /\s/)
  if ((yield* literal(cursor, labels.input)) === null) return null
  return [{ name, ...(yield* input(cursor)) }]
}

function* actionBlock(cursor: Cursor, tools: Tools): Reading<WrittenCall[] | null> {
  yield* skip(cursor, /\s/)
  const fence = yield* take(cursor, /`/, 10)
  if (fence !== "") yield* take(cursor, /\w/, 20)
  yield* skip(cursor, /\s/)
  const next = cursor.here() ?? (yield* cursor.peek())
  if (next !== "{" && next !== "[") return null
  const calls = yield* bareJson(cursor, tools)
  if (calls !== null) yield* closeFence(cursor, fence)
  return calls
}

function* input(cursor: Cursor): Reading<Pick<WrittenCall, "arguments" | "whole">> {
  yield* skip(cursor, /\s/)
  const start = cursor.mark()
  const fence = yield* take(cursor, /`/, 10)
  if (fence.length >= 3) {
    yield* take(cursor, /\w/, 20)
    yield* skip(cursor, /\s/)
  }
  if ((yield* cursor.peek()) === "{") {
    const json = yield* jsonBody(cursor)
    if (json !== null) {
      yield* closeFence(cursor, fence)
      return { arguments: argumentsOf(json.text), whole: json.closed }
    }
  }
  cursor.reset(start)
  // Plain text continues to the next label.
  for (;;) {
    const here = cursor.mark()
    const label = yield* literal(cursor, endsInput)
    cursor.reset(here)
    if (label !== null) break
    yield* skip(cursor, /[^\n]/)
    if ((yield* cursor.peek()) === "") break
    cursor.next()
  }
  const ended = (yield* cursor.peek()) !== ""
  return { arguments: argumentsOf(cursor.since(start)), whole: ended }
}

function* closeFence(cursor: Cursor, fence: string): Reading<void> {
  if (fence === "") return
  const end = cursor.mark()
  yield* skip(cursor, /\s/)
  if ((yield* take(cursor, /`/, fence.length)) !== fence) cursor.reset(end)
}

/** Takes `Thought:`, where an action of a known tool or an answer follows it. */
export function* thought(cursor: Cursor, tools: Tools): Reading<true | null> {
  if ((yield* literal(cursor, labels.thought)) === null) return null
  yield* skip(cursor, /[ \t]/)
  const after = cursor.mark()
  while (cursor.at() - after.at < thoughtLimit) {
    yield* take(cursor, /[^\n]/, thoughtLimit)
    if ((yield* cursor.peek()) !== "\n") return null
    yield* skip(cursor, /\s/)
    const here = cursor.mark()
    const found = (yield* literal(cursor, labels.answer)) ?? (yield* action(cursor, tools))
    if (found !== null) {
      cursor.reset(after)
      return true
    }
    cursor.reset(here)
  }
  return null
}

/** Takes a label and the blanks behind it. */
export function* label(cursor: Cursor, which: "thought" | "observation" | "answer"): Reading<true | null> {
  if ((yield* literal(cursor, labels[which])) === null) return null
  yield* skip(cursor, /[ \t]/)
  return true
}
