import { plainName } from "../../base/plain-name.ts"
import type { Part, ToolFormat } from "../contract.ts"
import type { Fences } from "./fence.ts"
import type { FoundCall } from "./held.ts"
import { textCallReader } from "./text-call-reader.ts"
import type { WrittenCall } from "./written-call.ts"

export type TextCallsOptions = {
  /**
   * The names that calls may have: our tools' names and aliases. Behind a marker that means nothing else, such as
   * `<tool_call>`, a call of another name is one, too; anywhere else it is text.
   */
  isTool(name: string): boolean
  /** Whether it is the name of a tool itself: where data may look like a call, other names do not make it one. */
  isOwnName?(name: string): boolean
  /** How the model was asked to call. Without a text format a call without a marker counts only if it is alone. */
  format?: ToolFormat
  /** Whether the written call occurs in what the model was given to read. It is a quotation then, and never made. */
  isQuoted?(written: string, call: WrittenCall): boolean
  /** Which calls in a code fence are meant. The others are named as `unconfirmed`. */
  fences?: Fences
}

type NativeCall = Extract<Part, { type: "call" }>

/** Reads one answer part by part. */
export type TextCalls = {
  /** What there is to pass on after a part. */
  take(part: Part): Part[]
  /** The text that was held back when the answer was stopped: no call came of it. */
  end(): Part[]
}

/**
 * Takes the calls that were written as text out of the text of an answer and gives them as `call` parts, and thoughts in
 * the text as `reasoning`. Half a call is never passed on.
 */
export function recoverTextCalls({ format, ...rules }: TextCallsOptions): TextCalls {
  const options = { ...rules, native: format === "native" }
  const text = textCallReader(options)
  const reasoning = textCallReader({ ...options, markedOnly: true })
  const native: NativeCall[] = []
  let said = false
  const shown = (parts: Part[]): Part[] => {
    said ||= parts.some((part) => part.type === "text" && part.text.trim() !== "")
    return parts
  }

  function failed(part: Extract<Part, { type: "failed" }>): Part[] {
    const rest = text.end()
    const parts = shown(rest.parts)
    // Its provider takes it for empty; its thoughts may hold what it wants.
    const empty = part.failure.kind === "empty" && !said ? [...reasoning.end().calls, ...rest.thoughtCalls] : []
    if (empty.length === 0) return [...parts, part]
    const { usage } = part.failure
    return [...parts, ...finished({ type: "finished", finish: "stop", ...(usage ? { usage } : {}) }, native, empty)]
  }

  function ended(part: Extract<Part, { type: "finished" }>): Part[] {
    const rest = text.end({ cutOff: part.finish === "length" })
    const parts = shown(rest.parts)
    // Who says something has thought to an end: what is called in the thoughts was weighed there, and not wanted.
    const isThought = !said && native.length === 0 && rest.calls.length === 0
    const thought = isThought ? [...reasoning.end().calls, ...rest.thoughtCalls] : []
    const quoted = rest.quoted.length > 0 ? { quoted: rest.quoted } : {}
    const unconfirmed = rest.unconfirmed.length > 0 ? { unconfirmed: rest.unconfirmed } : {}
    return [
      ...parts,
      ...native,
      ...finished({ ...part, ...quoted, ...unconfirmed }, native, [...rest.calls, ...thought]),
    ]
  }

  return {
    take(part) {
      switch (part.type) {
        case "text":
          return shown(text.push(part.text))
        case "reasoning":
          reasoning.push(part.text)
          return [part]
        case "call":
          native.push(part)
          return []
        case "call-text":
          return [part]
        case "failed":
          return failed(part)
        case "finished":
          return ended(part)
      }
    },
    end: () => text.end().parts,
  }
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
  const cutCalls = cut.length > 0 ? { cut: [...(part.cut ?? []), ...cut] } : {}
  // A call without its end was truncated, whatever the provider says.
  const finish = calls.length + native.length > 0 ? "tool-calls" : "length"
  return [...calls, { ...part, ...(calls.length + cut.length > 0 ? { finish } : {}), ...cutCalls }]
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
