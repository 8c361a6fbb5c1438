import { createInterface } from "node:readline"
import { z } from "zod"
import type { Terminal } from "../terminal.ts"
import { UsageError } from "../usage-error.ts"

/** What a program asks of the command itself, beside its messages. Returns the answer; throws if it cannot be done. */
export type Control = (request: { subtype: string }) => Promise<Record<string, unknown>>

/**
 * The texts of the `user` messages on standard input, one JSON line each, in the dialect of `claude --input-format
 * stream-json`. Control requests are answered as they come, also while a turn runs.
 */
export async function* messagesOnInput(terminal: Terminal, control: Control): AsyncGenerator<string> {
  const lines = createInterface({ input: process.stdin, terminal: false })
  const texts: string[] = []
  let failure: unknown
  let isOver = false
  let more = Promise.withResolvers<void>()
  const wake = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const end = () => {
    isOver = true
    wake()
  }
  let number = 0
  lines.on("line", (line) => {
    // Lines that were read with the unusable one still arrive after the close.
    if (failure) return
    number++
    try {
      const message = read(line, number)
      if (message?.type === "user") texts.push(textOf(message, number))
      if (message?.type === "control_request") void respond(message, control, terminal).catch(end)
      wake()
    } catch (error) {
      failure = error
      lines.close()
    }
  })
  lines.once("close", end)
  terminal.signal.addEventListener("abort", end)
  try {
    while (true) {
      const text = texts.shift()
      if (terminal.signal.aborted) return
      if (text !== undefined) yield text
      else if (failure) throw failure
      else if (isOver) return
      else await more.promise
    }
  } finally {
    terminal.signal.removeEventListener("abort", end)
    lines.close()
  }
}

const block = z.union([
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.string() }).transform(({ type }) => ({ type, text: null })),
])

const userMessage = z.object({
  type: z.literal("user"),
  message: z.object({ role: z.literal("user"), content: z.union([z.string(), z.array(block)]) }),
})

const controlRequest = z.object({
  type: z.literal("control_request"),
  request_id: z.string(),
  request: z.looseObject({ subtype: z.string() }),
})

type UserMessage = z.infer<typeof userMessage>
type ControlRequest = z.infer<typeof controlRequest>

/** Messages of other types, such as `keep_alive`, are ignored. */
function read(line: string, number: number): UserMessage | ControlRequest | undefined {
  if (line.trim() === "") return
  const value = parsed(line)
  const type = (value as { type?: unknown } | null)?.type
  if (typeof type !== "string") throw unusable(number, "it is not a JSON object with a `type`")
  if (type !== "user" && type !== "control_request") return
  const message = z.discriminatedUnion("type", [userMessage, controlRequest]).safeParse(value)
  if (message.success) return message.data
  const where = message.error.issues[0]?.path.join(".") || "it"
  throw unusable(number, `${where} is not as in a \`${type}\` message`)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

function textOf({ message: { content } }: UserMessage, number: number): string {
  if (typeof content === "string") return content
  const other = content.find(({ text }) => text === null)
  if (other) throw unusable(number, `only text can be sent, not content of type \`${other.type}\``)
  return content.map(({ text }) => text).join("\n")
}

async function respond({ request_id, request }: ControlRequest, control: Control, terminal: Terminal): Promise<void> {
  const response = await control(request).then(
    (answer) => ({ subtype: "success", request_id, response: answer }),
    (error: Error) => ({ subtype: "error", request_id, error: error.message }),
  )
  await terminal.printJson({ type: "control_response", response }, "line")
}

function unusable(number: number, why: string): UsageError {
  return new UsageError(`Line ${number} of standard input cannot be used: ${why}.`, "run")
}
