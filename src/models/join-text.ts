/**
 * Server-sent events of the chat completions dialect, whole ones, with the text of those joined that follow each other and
 * carry nothing but text. To read an event costs more than to join it: whoever is behind catches up.
 */
export function joinText(events: string): string {
  const joined: string[] = []
  let open: Chunk | undefined
  const close = () => {
    if (open) joined.push(`data: ${JSON.stringify(open)}`)
    open = undefined
  }
  for (const event of events.split("\n\n")) {
    const chunk = plainText(event)
    if (chunk && open) {
      open.choices[0].delta.content += chunk.choices[0].delta.content
    } else {
      close()
      if (chunk) open = chunk
      else joined.push(event)
    }
  }
  close()
  return joined.join("\n\n")
}

type Chunk = { choices: [{ delta: { content: string } }] }

const known = {
  chunk: new Set(["id", "object", "created", "model", "system_fingerprint", "choices"]),
  choice: new Set(["index", "delta", "finish_reason"]),
  delta: new Set(["role", "content"]),
} as const

/** The chunk in an event that says nothing but text; what is not known is left as it is. */
function plainText(event: string): Chunk | undefined {
  if (!event.startsWith("data: {") || event.includes("\n")) return undefined
  const chunk = parsed(event.slice("data: ".length))
  if (!isPlain(chunk, known.chunk) || !Array.isArray(chunk.choices) || chunk.choices.length !== 1) return undefined
  const choice: unknown = chunk.choices[0]
  if (!isPlain(choice, known.choice) || (choice.index ?? 0) !== 0) return undefined
  const { delta, finish_reason: finish = null } = choice
  if (finish !== null || !isPlain(delta, known.delta) || typeof delta.content !== "string") return undefined
  return chunk as Chunk
}

/** Null is nothing, whatever it is called. */
function isPlain(value: unknown, fields: ReadonlySet<string>): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false
  return Object.entries(value).every(([name, field]) => field === null || fields.has(name))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // whoever reads the event says what is wrong with it
  }
}
