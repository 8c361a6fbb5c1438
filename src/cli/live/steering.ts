import type { Agent } from "../../agent/agent.ts"
import { oneLine } from "../../base/plain-words.ts"
import { isHoldfastError } from "../../session/error.ts"
import { uuidv7 } from "../../store/uuid.ts"
import type { Target } from "./target.ts"

/** Steers the running turn with what the user types. */
export function steeringOf({ agent, session }: { agent: Pick<Agent, "send">; session: string }, target: Target) {
  const sending = new Set<Promise<unknown>>()
  let isOver = false
  let sent = 0
  let seen = 0
  return {
    /** Sends a line; returns what happened to it, for the user. */
    async send(text: string): Promise<string> {
      if (isOver) return `Not sent: ${oneLine(text)}`
      const key = uuidv7()
      // Registered before sending, so that a turn it starts is recognized as ours.
      target.add(key)
      const accepted = agent.send(session, { text, kind: "steer" }, { key })
      const settled = accepted.catch(() => undefined)
      sending.add(settled)
      void settled.then(() => sending.delete(settled))
      try {
        await accepted
        sent++
        return `Sent to the model at its next step: ${oneLine(text)}`
      } catch (error) {
        if (!isHoldfastError(error)) throw error
        return `Not sent: ${oneLine(text)} (${error.message})`
      }
    },
    /** Whether the driver may not have seen something that was sent; waits for pending sends. */
    async sentMore(): Promise<boolean> {
      await Promise.all(sending)
      const more = sent > seen
      seen = sent
      return more
    },
    end() {
      isOver = true
    },
  }
}
