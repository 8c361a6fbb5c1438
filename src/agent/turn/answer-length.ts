import type { Part } from "../../models/contract.ts"
import type { Usage } from "../../session/event/common.ts"
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
 * Law: end. An endless answer is stopped as its own length limit would have stopped it, by the part that is returned
 * for the one that exceeds the limit. A longer answer that has ended is left as it is. `usage` is what was used until
 * then, where its server will not say.
 */
export function lengthLimit(longest: number, usage?: Usage): (part: Part) => Part {
  const startedCalls = new Set<string>()
  let length = 0
  return (part) => {
    if (!("text" in part)) return part
    if (length >= longest) {
      const cut = startedCalls.size > 0 ? { cut: [...startedCalls] } : {}
      return { type: "finished", finish: "length", ...cut, ...(usage ? { usage } : {}) }
    }
    length += part.text.length
    if (part.type === "call-text") startedCalls.add(part.name)
    return part
  }
}
