/** A chunk of the chat completions dialect that says nothing but words: of the answer, or of the thoughts before it. */
export type PlainChunk = {
  kind: "text" | "reasoning"
  words: string
  /** Whether it says whose answer it is, or of when. */
  isNamed: boolean
}

/** What stands in an event before and behind the words, which are written as JSON between them. */
export type Frame = { before: string; after: string }

/** The chunk in an event, a whole one without its end, where it says nothing but words. What is not known is none. */
export function plainChunk(event: string): PlainChunk | undefined {
  if (!event.startsWith("data:") || event.includes("\n") || event.includes("\r")) return undefined
  const chunk = parsed(event.slice("data:".length))
  if (!isPlain(chunk, known.chunk) || !Array.isArray(chunk.choices) || chunk.choices.length !== 1) return undefined
  const choice: unknown = chunk.choices[0]
  if (!isPlain(choice, known.choice) || !isPlain(choice.delta, known.delta)) return undefined
  const { content, reasoning_content, reasoning } = choice.delta
  const text = content ?? ""
  const thoughts = reasoning_content ?? reasoning ?? ""
  if (typeof thoughts !== "string" || typeof text !== "string" || (thoughts !== "" && text !== "")) return undefined
  const isNamed = Boolean(chunk.id || chunk.model || chunk.created)
  return thoughts === "" ? { kind: "text", words: text, isNamed } : { kind: "reasoning", words: thoughts, isNamed }
}

/** The frame of the words in a plain event; undefined where they stand is not certain. */
export function frameOf(event: string, words: string): Frame | undefined {
  const written = JSON.stringify(words)
  const at = event.indexOf(written)
  if (at === -1 || words === "") return undefined
  const frame = { before: event.slice(0, at + 1), after: event.slice(at + written.length - 1) }
  // Other words in their place must be the words of the event.
  const other = `${words}.`
  return plainChunk(withWords(frame, other))?.words === other ? frame : undefined
}

/** The event with those words in the frame. */
export function withWords({ before, after }: Frame, words: string): string {
  return `${before}${JSON.stringify(words).slice(1, -1)}${after}`
}

/** The words of an event that has the same frame, and so means the same; undefined for any other. */
export function wordsIn(event: string, { before, after }: Frame): string | undefined {
  if (event.length < before.length + after.length || !event.startsWith(before) || !event.endsWith(after))
    return undefined
  const written = event.slice(before.length, event.length - after.length)
  const words = mayBeEscaped.test(written) ? parsed(`"${written}"`) : written
  return typeof words === "string" ? words : undefined
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON refuses them in a string.
const mayBeEscaped = /["\\\u0000-\u001f]/

type Check = (value: unknown) => boolean
type Checks = ReadonlyMap<string, Check>

const isText = (value: unknown) => typeof value === "string"
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** As strict as the package of the dialect: what that refuses is not plain. */
const known: Readonly<Record<"chunk" | "choice" | "delta", Checks>> = {
  chunk: new Map<string, Check>([
    ["id", isText],
    ["object", isText],
    ["created", Number.isFinite],
    ["model", isText],
    ["system_fingerprint", isText],
    ["choices", Array.isArray],
  ]),
  choice: new Map<string, Check>([
    ["index", (value) => value === 0],
    ["delta", isRecord],
  ]),
  delta: new Map<string, Check>([
    ["role", (value) => value === "assistant" || value === ""],
    ["content", isText],
    ["reasoning_content", isText],
    ["reasoning", isText],
  ]),
}

/** Null is nothing, but for what is refused or an error by its name alone. */
function isPlain(value: unknown, checks: Checks): value is Record<string, unknown> {
  return (
    isRecord(value) &&
    Object.entries(value).every(([name, field]) =>
      field === null ? name !== "error" && name !== "__proto__" : checks.get(name)?.(field),
    )
  )
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // whoever reads the event says what is wrong with it
  }
}
