/** A tool as a request offers it. */
export type Offered = {
  name: string
  properties: Readonly<Record<string, { type?: string; description?: string; items?: unknown }>>
  required: readonly string[]
}

/** A call that the model made, and what came of it; null while it has no result. */
type Act = { written: string; result: string | null }

/** One answer of the model, with what it was told after it. */
type Exchange = { said: string; acts: readonly Act[]; input: string }

/** How the model is asked to call its tools; none where it has none. */
export type Form = "native" | "tagged" | "bracket" | "none"

/** What a model sees in one request. */
export type Talk = {
  instructions: string
  tools: readonly Offered[]
  /** How much is put before it: the characters of the instructions and of the tools. */
  preamble: number
  form: Form
  exchanges: readonly Exchange[]
  /** What it was told last. */
  input: string
  /** How often it was prodded: words for it that are neither the task nor a result. */
  prods: number
  /** All that was said, without the instructions and the tools. */
  conversation: string
  /** Which request this is, from 1 on. The only thing that is not in the request. */
  request: number
}

/** Reads a request for a chat completion. */
export function readTalk(body: Record<string, unknown>, request: number, words: string): Talk {
  const messages = (Array.isArray(body.messages) ? body.messages : []) as Message[]
  const isSystem = ({ role }: Message) => role === "system" || role === "developer"
  const instructions = messages.filter(isSystem).map(textOf).join("\n")
  const spoken = messages.filter((message) => !isSystem(message))
  const tools = ((Array.isArray(body.tools) ? body.tools : []) as Tool[]).map(offered)
  const form = tools.length > 0 ? "native" : formIn(instructions)
  const exchanges = exchangesIn(spoken, form)
  const lastSaid = spoken.findLastIndex(({ role }) => role === "assistant")
  const task = spoken.findIndex((message) => message.role === "user" && textOf(message).includes(words))
  return {
    instructions,
    tools,
    preamble: instructions.length + JSON.stringify(body.tools ?? "").length,
    form,
    exchanges,
    input: spoken
      .slice(lastSaid + 1)
      .map(textOf)
      .join("\n"),
    prods: spoken.slice(task + 1).filter((message) => message.role === "user" && !isResult(message)).length,
    conversation: spoken.map((message) => `${textOf(message)}${JSON.stringify(message.tool_calls ?? "")}`).join("\n"),
    request,
  }
}

type Tool = { function?: { name?: string; parameters?: { properties?: Offered["properties"]; required?: string[] } } }
type ToolCall = { id?: string; function?: { name?: string; arguments?: unknown } }
type Message = { role: string; content?: unknown; tool_calls?: ToolCall[]; tool_call_id?: string }

function offered({ function: described }: Tool): Offered {
  const { properties = {}, required = [] } = described?.parameters ?? {}
  return { name: described?.name ?? "", properties, required }
}

// Agents that give no tools to the server ask for calls in the text, by an example.
function formIn(instructions: string): Form {
  if (instructions.includes("<tool_call>")) return "tagged"
  return /\[(calls|USE) \w+/i.test(instructions) ? "bracket" : "none"
}

// In the text form a result comes as the words of a person, with this before it.
const isResult = (message: Message) => /^\[(Result|Error) of /.test(textOf(message))

function exchangesIn(spoken: readonly Message[], form: Form): Exchange[] {
  const starts = spoken.flatMap(({ role }, index) => (role === "assistant" ? [index] : []))
  return starts.map((start, nth) => {
    const answer = spoken[start]
    const after = spoken.slice(start + 1, starts[nth + 1])
    const input = after.map(textOf).join("\n")
    const said = answer ? textOf(answer) : ""
    return { said, acts: actsIn({ said, input, calls: answer?.tool_calls ?? [], after, form }), input }
  })
}

type AnswerParts = { said: string; input: string; calls: readonly ToolCall[]; after: readonly Message[]; form: Form }

function actsIn({ said, input, calls, after, form }: AnswerParts): Act[] {
  if (calls.length === 0) {
    const results = after.filter(isResult)
    return form === "native" || results.length === 0 ? [] : [{ written: plain(said), result: input }]
  }
  const results = after.filter(({ role }) => role === "tool")
  return calls.map(({ id, function: called }, index) => {
    const named = results.filter(({ tool_call_id }) => tool_call_id === id)
    const result = named.length === 1 ? named[0] : results[index]
    const written = typeof called?.arguments === "string" ? called.arguments : JSON.stringify(called?.arguments)
    return { written: `${called?.name} ${plain(written)}`, result: result ? textOf(result) : null }
  })
}

// What is recognised later is looked for as it is, not as JSON quotes it.
const plain = (json: string) => json.replaceAll("\\n", "\n").replaceAll('\\"', '"')

function textOf({ content }: Message): string {
  if (typeof content === "string") return content
  if (!Array.isArray(content)) return ""
  return content.map((part: { text?: unknown }) => (typeof part?.text === "string" ? part.text : "")).join("\n")
}
