import type { Agent } from "../../agent/agent.ts"
import { oneLine } from "../../agent/text/plain.ts"
import { isHoldfastError } from "../../session/error.ts"
import { uuidv7 } from "../../store/uuid.ts"
import type { Target } from "./target.ts"

/** Sends the model what a person types while it works. */
export function steeringOf({ agent, session }: { agent: Pick<Agent, "send">; session: string }, target: Target) {
  const sending = new Set<Promise<unknown>>()
  let isOver = false
  let sent = 0
  let seen = 0
  return {
    /** Gives what became of the line, for the person. */
    async send(text: string): Promise<string> {
      if (isOver) return `Not sent: ${oneLine(text)}`
      const key = uuidv7()
      // Before it is sent: the turn that it may start is then known as ours.
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
    /** Whether anything was sent that the driver may not have seen; what is on its way is waited for. */
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
