import type { Part, ToolFormat } from "../contract.ts"
import type { Fences } from "./fence.ts"
import type { FoundCall } from "./held.ts"
import { plainName } from "./marker.ts"
import { textCallReader } from "./reader.ts"
import type { WrittenCall } from "./written-call.ts"

export type TextCallsOptions = {
  /**
   * The names that calls may have: our tools' names and aliases. Behind a marker that means nothing else, such as
   * `<tool_call>`, a call of another name is one, too; elsewhere it is text.
   */
  isTool(name: string): boolean
  /** Whether it is the name of a tool itself: where data may look like a call, other names do not make it one. */
  isOwnName?(name: string): boolean
  /** How the model was told to call. One that was told no text format writes calls without a marker only by themselves. */
  format?: ToolFormat
  /** Whether what was written stands in what the model was given to read. It is a quotation then, and never made. */
  isQuoted?(written: string, call: WrittenCall): boolean
  /** Which calls in a code fence are meant. The others are named as `unconfirmed`. */
  fences?: Fences
}

type NativeCall = Extract<Part, { type: "call" }>

/**
 * Takes the stream of one answer and gives it back with the calls that were written as text taken out of the text and
 * told as `call` parts, and with thoughts in the text told as `reasoning`. Half a call is never told.
 */
export async function* recoverTextCalls(
  parts: AsyncIterable<Part>,
  { format, ...rules }: TextCallsOptions,
): AsyncGenerator<Part, void, undefined> {
  const options = { ...rules, native: format === "native" }
  const text = textCallReader(options)
  const reasoning = textCallReader({ ...options, markedOnly: true })
  const native: NativeCall[] = []
  let said = false
  const shown = (told: Part[]): Part[] => {
    said ||= told.some((part) => part.type === "text" && part.text.trim() !== "")
    return told
  }
  let ended = false
  for await (const part of parts) {
    switch (part.type) {
      case "text":
        for (const told of shown(text.push(part.text))) yield told
        break
      case "reasoning":
        reasoning.push(part.text)
        yield part
        break
      case "call":
        native.push(part)
        break
      case "call-text":
        yield part
        break
      case "failed": {
        ended = true
        const rest = text.end()
        yield* shown(rest.parts)
        // Its provider takes it for empty; its thoughts may hold what it wants.
        const empty = part.failure.kind === "empty" && !said ? [...reasoning.end().calls, ...rest.thoughtCalls] : []
        const { usage } = part.failure
        if (empty.length === 0) yield part
        else yield* finished({ type: "finished", finish: "stop", ...(usage ? { usage } : {}) }, native, empty)
        break
      }
      case "finished": {
        ended = true
        const rest = text.end({ cutOff: part.finish === "length" })
        yield* shown(rest.parts)
        yield* native
        // Who says something has thought to an end: what is called in the thoughts was weighed there, and not wanted.
        const isThought = !said && native.length === 0 && rest.calls.length === 0
        const thought = isThought ? [...reasoning.end().calls, ...rest.thoughtCalls] : []
        const quoted = rest.quoted.length > 0 ? { quoted: rest.quoted } : {}
        const unconfirmed = rest.unconfirmed.length > 0 ? { unconfirmed: rest.unconfirmed } : {}
        yield* finished({ ...part, ...quoted, ...unconfirmed }, native, [...rest.calls, ...thought])
        break
      }
      default:
        part satisfies never
    }
  }
  // Somebody stopped it: what was held back was text for all that anybody knows.
  if (!ended) yield* text.end().parts
}

function finished(
  part: Extract<Part, { type: "finished" }>,
  native: readonly NativeCall[],
  found: readonly FoundCall[],
): Part[] {
  const cutOff = part.finish === "length"
  const isCut = (call: FoundCall) => call.endless || (cutOff && !call.whole)
  const cut = found.filter(isCut).map((call) => call.name)
  const whole = found.filter((call) => !isCut(call))
  const calls = whole
    .filter((call) => !native.some((other) => isSame(call, other)))
    .map(
      (call, index): Part => ({
        type: "call",
        call: `text-${index + 1}`,
        name: call.name,
        arguments: call.arguments,
        written: call.format,
      }),
    )
  const told = cut.length > 0 ? { cut: [...(part.cut ?? []), ...cut] } : {}
  // A call without its end was cut off, whatever the provider says.
  const finish = calls.length + native.length > 0 ? "tool-calls" : "length"
  return [...calls, { ...part, ...(calls.length + cut.length > 0 ? { finish } : {}), ...told }]
}

/** Models that call natively often write the same call into the text as well. */
function isSame(written: FoundCall, native: NativeCall): boolean {
  return plainName(written.name) === plainName(native.name) && sorted(written.arguments) === sorted(native.arguments)
}

/** A text that is the same for the same value, whatever the order of its keys. */
function sorted(value: unknown): string {
  return (
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === "object" && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? ""
  )
}
