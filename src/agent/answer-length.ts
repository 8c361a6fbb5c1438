import type { Part } from "../models/contract.ts"
import { answerLength } from "./limits.ts"

/** How many characters an answer may have, thoughts and calls included: no window holds more. */
export function longestAnswer(window: number | null): number {
  return window === null ? answerLength.unknownWindow : answerLength.perToken * window
}

/**
 * Law: end. An answer that goes on and on is ended as its own length limit would have ended it. One that was longer and
 * has come to its end is left as it is.
 */
export async function* withinLength(
  parts: AsyncIterable<Part>,
  longest: number,
): AsyncGenerator<Part, void, undefined> {
  const begun = new Set<string>()
  let length = 0
  for await (const part of parts) {
    if ("text" in part && length >= longest) {
      yield { type: "finished", finish: "length", ...(begun.size > 0 ? { cut: [...begun] } : {}) }
      return
    }
    if ("text" in part) length += part.text.length
    if (part.type === "call-text") begun.add(part.name)
    yield part
  }
}
