import type { Message } from "../../models/contract.ts"

/**
 * Where a conversation can be cut so that at least `keep` messages are left, and no more than it takes: the messages
 * from there on begin with no result, and have each result whose call they have. 0 where it cannot be cut.
 */
export function safeCut(messages: readonly Message[], keep: number): number {
  const callers = callersOf(messages)
  let cut = Math.max(0, messages.length - keep)
  // Going back brings in new results, which may belong to calls further back.
  for (let index = messages.length - 1; index >= cut; index -= 1) {
    const caller = callers.get(index)
    if (caller !== undefined) cut = Math.min(cut, caller)
  }
  return cut
}

/** The message that called for each result, by the place of the result. Models use ids again: the newest call counts. */
function callersOf(messages: readonly Message[]): Map<number, number> {
  const newest = new Map<string, number>()
  const callers = new Map<number, number>()
  for (const [index, message] of messages.entries()) {
    if (message.role === "assistant") for (const { call } of message.calls) newest.set(call, index)
    // A result without its call stays with the message before it.
    if (message.role === "tool") callers.set(index, newest.get(message.call) ?? Math.max(0, index - 1))
  }
  return callers
}
