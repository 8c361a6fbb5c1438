import { setTimeout } from "node:timers/promises"
import type { Agent } from "../../../agent/agent.ts"
import { isHoldfastError } from "../../../session/error.ts"
import type { LiveSession } from "./live-session.ts"

/** Who works on the session: this process, another one, or none. */
export type Driving = "here" | "other-process" | "none"

export type Driver = {
  readonly driving: Driving
  /** Lets work begin: a person has said, answered or resumed something. */
  begin(): void
  /** Ends the work of this process; an open turn stays open. */
  end(): Promise<void>
}

/** How often to look whether a session that another process drives is free. */
const lookAgainMs = 300

/**
 * Works on a session whenever there is something to do. Work that a crash interrupted is left alone until `begin`; a
 * session that another process drives is taken over when that process is gone.
 */
export function driveSession(of: {
  agent: Agent
  session: string
  live: LiveSession
  /** Another process is at work already. */
  isDriven: boolean
  onChange(): void
  onFailure(error: unknown): void
}): Driver {
  const { agent, session, live, onChange, onFailure } = of
  const ending = new AbortController()
  let allowed = Promise.withResolvers<void>()
  /** The session is driven, here or by another process. */
  let isActive = of.isDriven
  const become = (next: "active" | "idle") => {
    isActive = next === "active"
    onChange()
  }
  if (isActive) allowed.resolve()
  const work = async () => {
    while (!ending.signal.aborted) {
      await allowed.promise
      // Ending must not start work that was never requested.
      if (ending.signal.aborted) return
      const changed = live.changed()
      try {
        if ((await agent.waitsFor(session)) !== null) {
          become("idle")
          await changed
          continue
        }
        become("active")
        await agent.drive(session, { leave: ending.signal })
        become("idle")
      } catch (error) {
        if (isHoldfastError(error) && error.code === "owned") {
          await Promise.race([changed, setTimeout(lookAgainMs, undefined, { ref: false })])
          continue
        }
        become("idle")
        // What failed is tried again when a person says so.
        allowed = Promise.withResolvers()
        onFailure(error)
      }
    }
  }
  const working = work()
  return {
    get driving() {
      if (!isActive) return "none"
      return live.view.state.log.owner?.pid === process.pid ? "here" : "other-process"
    },
    begin: () => allowed.resolve(),
    async end() {
      ending.abort()
      allowed.resolve()
      await live.end()
      await working
    },
  }
}
