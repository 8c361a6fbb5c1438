import type { Part } from "../models/contract.ts"
import type { Usage } from "../session/event/common.ts"
import { answerLength, outputTokens } from "./limits.ts"

/** How many characters an answer may have, thoughts and calls included: no window holds more. */
export function longestAnswer(window: number | null): number {
  return window === null ? answerLength.unknownWindow : answerLength.perToken * window
}

/** How many tokens an answer may have by the budget of the turn; null where there is none. All in tokens. */
export function outputLeft(given: { budget: number | null; used: number; request: number }): number | null {
  const { budget, used, request } = given
  return budget === null ? null : Math.max(outputTokens.least, budget - used - request)
}

/**
 * Law: end. An answer that goes on and on is ended as its own length limit would have ended it. One that was longer and
 * has come to its end is left as it is. `usage` is what was used by then, where its server will not say.
 */
export async function* withinLength(
  parts: AsyncIterable<Part>,
  longest: number,
  usage?: Usage,
): AsyncGenerator<Part, void, undefined> {
  const begun = new Set<string>()
  let length = 0
  for await (const part of parts) {
    if ("text" in part && length >= longest) {
      const cut = begun.size > 0 ? { cut: [...begun] } : {}
      yield { type: "finished", finish: "length", ...cut, ...(usage ? { usage } : {}) }
      return
    }
    if ("text" in part) length += part.text.length
    if (part.type === "call-text") begun.add(part.name)
    yield part
  }
}
