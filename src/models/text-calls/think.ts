import { type Cursor, literal, type Reading, skip } from "./text-cursor.ts"

/** What opens and closes a thought, folded. */
const spans: readonly { opens: string; closes: string }[] = [
  { opens: "<think>", closes: "</think>" },
  { opens: "<thinking>", closes: "</thinking>" },
  { opens: "<thought>", closes: "</thought>" },
  { opens: "<reasoning>", closes: "</reasoning>" },
  { opens: "<seed:think>", closes: "</seed:think>" },
  { opens: "<mm:think>", closes: "</mm:think>" },
  { opens: "◁think▷", closes: "◁/think▷" },
  { opens: "[think]", closes: "[/think]" },
  { opens: "<|start_thinking|>", closes: "<|end_thinking|>" },
  { opens: "<|begin_of_thought|>", closes: "<|end_of_thought|>" },
  { opens: "<|channel>thought", closes: "<channel|>" },
  { opens: "<|channel|>analysis<|message|>", closes: "<|end|>" },
  { opens: "<|start|>assistant<|channel|>analysis<|message|>", closes: "<|end|>" },
]

const openings = spans.map(({ opens }) => opens)

/** Marks of a template before the answer or behind it, which are not to be shown. */
const marks = [
  "<|start|>assistant<|channel|>final<|message|>",
  "<|channel|>final<|message|>",
  "<|start|>assistant<|channel|>commentary<|message|>",
  "<|channel|>commentary<|message|>",
  "<|start_response|>",
  "<|begin_of_solution|>",
]

/** Takes what opens a thought; returns what will close it. */
export function* thinkOpening(cursor: Cursor): Reading<readonly string[] | null> {
  const opened = yield* literal(cursor, openings)
  const span = spans.find(({ opens }) => opens === opened)
  // Templates open one tag and models close the other.
  return span ? [...new Set([span.closes, "</think>"])] : null
}

/** The same behind words that were shown: there it is one only where it is closed, too. */
export function* thinkAside(cursor: Cursor): Reading<readonly string[] | null> {
  const closes = yield* thinkOpening(cursor)
  if (closes === null) return null
  const after = cursor.mark()
  while ((yield* literal(cursor, closes)) === null) {
    if ((yield* cursor.peek()) === "") return null
    cursor.next()
  }
  cursor.reset(after)
  return closes
}

/** Takes the thought up to what closes it, emitted character by character. */
export function* thinkSpan(cursor: Cursor, closes: readonly string[], emit: (text: string) => void): Reading<void> {
  yield* skip(cursor, /\s/)
  for (;;) {
    if ((yield* literal(cursor, closes)) !== null) return
    const next = cursor.here() ?? (yield* cursor.peek())
    if (next === "") return
    cursor.next()
    emit(next)
  }
}

/** Takes a closing mark that nothing opened, alone on its line: the template opened the thought. */
export function* loneClosing(cursor: Cursor): Reading<true | null> {
  if ((yield* literal(cursor, ["</think>", "◁/think▷"])) === null) return null
  const next = cursor.here() ?? (yield* cursor.peek())
  return next === "\n" || next === "\r" || next === "" ? true : null
}

export function* templateMark(cursor: Cursor): Reading<true | null> {
  return (yield* literal(cursor, marks)) === null ? null : true
}
