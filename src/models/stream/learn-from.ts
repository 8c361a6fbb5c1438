import type { Message, Part, Request, ToolFormat } from "../contract.ts"
import type { Ability } from "../profile/ability.ts"
import { quotedFrom } from "../text-calls/quoted-call.ts"
import { recoverTextCalls, type TextCallsOptions } from "../text-calls/text-calls.ts"
import { withToolsInText } from "../text-calls/text-conversation.ts"
import { refusesTools } from "./model-failure.ts"

/**
 * Asks a model in the way that it is known to take tools, and learns from the answer. A server that refuses tools is
 * asked again at once, with the tools described in text.
 */
export async function* learnFrom(
  ability: Ability,
  request: Request,
  answerTo: (request: Request) => AsyncIterable<Part>,
): AsyncGenerator<Part, void> {
  const instead = yield* listenTo(ability, request, answerTo)
  if (instead !== null) yield* listenTo(ability, request, answerTo, instead)
}

/** One call. Returns the format to ask in again, where the server refused tools at once. */
async function* listenTo(
  ability: Ability,
  request: Request,
  answerTo: (request: Request) => AsyncIterable<Part>,
  wanted?: ToolFormat,
): AsyncGenerator<Part, ToolFormat | null> {
  const offered = request.tools.length > 0
  // With no tools to tell of, the format is only how past calls are shown: a template without tools refuses native ones.
  const asked = request.toolFormat ?? (offered ? "native" : ability.profile().toolFormat)
  const format = wanted ?? (offered ? ability.formatFor(asked) : asked)
  const isNativeOrAsked = format === asked || format === "native"
  const spoken = isNativeOrAsked ? { ...request, toolFormat: format } : await withToolsInText(request, format)
  const listener = listen(spoken)
  for await (const part of answerTo(spoken)) {
    if (part.type === "failed" && offered && format === "native" && listener.nothing() && refusesTools(part.failure)) {
      const instead = await ability.toolsRefused(part.failure)
      if (instead !== format) return instead
    }
    listener.take(part)
    // Before the last part is passed on: its receiver may ask at once what the model can do, and stop listening.
    if (part.type === "finished") {
      const calls = listener.calls()
      if (calls) await ability.called({ asked: format, calls })
      await ability.answered()
    }
    yield part
  }
  return null
}

/** Keeps in mind what matters of an answer for how its calls are made. */
function listen({ tools, toolFormat = "native", messages }: Request) {
  const names = new Set(tools.map(({ name }) => name.toLowerCase()))
  const isTool = (name: string) => names.has(name.toLowerCase())
  let text = ""
  let isNative = false
  let hasStarted = false
  return {
    nothing: () => !hasStarted,
    take(part: Part) {
      hasStarted = true
      if (part.type === "text") text += part.text
      if (part.type === "call") isNative = true
    },
    calls(): "native" | "text" | null {
      if (isNative) return "native"
      if (toolFormat !== "native" || names.size === 0 || text === "") return null
      const options: TextCallsOptions = {
        isTool,
        format: "native",
        // What is only shown is no way of calling.
        isQuoted: quotedFrom(messages),
        // Asked about a call in a fence, it writes one again.
        fences: endsInFence(messages, isTool) ? "last" : "none",
      }
      return holdsCall(text, options) ? "text" : null
    },
  }
}

/** Whether the last answer ended with a call in a code fence that was not made. */
function endsInFence(messages: readonly Message[], isTool: TextCallsOptions["isTool"]): boolean {
  const last = messages.findLast(({ role }) => role === "assistant")
  if (last?.role !== "assistant" || last.calls.length > 0) return false
  return holdsCall(last.text, { isTool, fences: "last" })
}

function holdsCall(text: string, options: TextCallsOptions): boolean {
  const { take } = recoverTextCalls(options)
  const parts = [...take({ type: "text", text }), ...take({ type: "finished", finish: "stop" })]
  return parts.some(({ type }) => type === "call")
}
