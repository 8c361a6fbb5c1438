import type { Answer, NewInput } from "../../../agent/agent.ts"
import type { SessionState } from "../../../session/state.ts"
import type { TranscriptItem } from "../../../session/view/transcript.ts"
import { transcript } from "../../../session/view/transcript.ts"
import type { SessionRow } from "../../../store/contract.ts"
import type { CliContext } from "../../cli-context.ts"
import { answerAsk } from "../../session/answer-ask.ts"
import { type Driver, driveSession } from "./driver.ts"
import { followSession, type LiveSession } from "./live-session.ts"

/** The session on the screen: what it is now, and what a person may do with it. */
export type SessionLink = {
  readonly row: SessionRow
  readonly live: LiveSession
  readonly driver: Driver
  readonly state: SessionState
  /** What is shown of it since it last came to rest. */
  items(): readonly TranscriptItem[]
  send(input: NewInput): Promise<void>
  answer(ask: string, answer: Answer): Promise<string | undefined>
  /** Stops the open turn. */
  stop(): Promise<void>
  /** Resumes what was interrupted, stopped or held. */
  resume(): Promise<void>
  end(): Promise<void>
}

export async function linkSession(
  { store, agent, ...context }: CliContext,
  session: string,
  { onChange, onFailure }: { onChange(): void; onFailure(error: unknown): void },
): Promise<SessionLink> {
  const row = await store.row(session)
  const live = await followSession(store, session, { onChange, onFailure })
  const isDriven = row.status === "running"
  const driver = driveSession({ agent, session, live, isDriven, onChange, onFailure })
  /** The event after which items may still change. */
  let settled = 0
  return {
    row,
    live,
    driver,
    get state() {
      return live.view.state
    },
    items() {
      const { events, partials, state } = live.view
      const at = events.findIndex(({ seq }) => seq > settled)
      const recent = at === -1 ? [] : events.slice(at)
      const before = (at === -1 ? events : events.slice(0, at)).filter(({ type }) => type.startsWith("input."))
      const items = transcript(recent, { partials, live: state.live, inputs: before })
      const isAtRest = state.log.turn === null && state.log.inputs.waiting.length === 0
      if (isAtRest) settled = state.seq
      return items
    },
    async send(input) {
      await agent.send(session, input)
      driver.begin()
    },
    async answer(ask, answer) {
      const open = live.view.state.log.asks.open.find((each) => each.ask === ask)
      if (!open) return undefined
      const said = await answerAsk({ store, agent, ...context }, session, open, answer)
      driver.begin()
      return said
    },
    async stop() {
      const { turn } = live.view.state.log
      await agent.cancel(session, turn ? { turn: turn.id } : {})
      driver.begin()
    },
    async resume() {
      const { turn, inputs } = live.view.state.log
      // What was held continues with the messages, not with the turn that stopped.
      await agent.resume(session, { skip: turn === null && inputs.waiting.length > 0 })
      driver.begin()
    },
    end: () => driver.end(),
  }
}
