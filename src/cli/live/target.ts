import type { StopCode } from "../../session/event/turn.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"

/** The turn that a command is about: the one of an input, an open one, or the one that takes a stopped one up again. */
export type Subject = { input: string } | { turn: string } | { resumes: string }

export type Target = {
  readonly turn: string | null
  /** The turn was running already when the input was delivered into it. */
  readonly joined: boolean
  readonly stop: { code: StopCode; summary: string; seq: number } | null
  note(event: Event | ForeignEvent): void
  /** Another input of the same command: where the turn ended before it was taken, the turn that it starts is meant. */
  add(input: string): void
}

/** Watches the log for the beginning and the end of a turn. */
export function targetOf(subject: Subject): Target {
  let turn = "turn" in subject ? subject.turn : null
  let joined = false
  let stop: Target["stop"] = null
  const inputs = new Set("input" in subject ? [subject.input] : [])
  const begins = (event: Event<"turn.started">) =>
    (event.data.input !== undefined && inputs.has(event.data.input)) ||
    ("resumes" in subject && event.data.resumes === subject.resumes)
  const isOwnInput = ({ data }: Event<"input.consumed">) => "input" in subject && data.input === subject.input
  return {
    get turn() {
      return turn
    },
    get joined() {
      return joined
    },
    get stop() {
      return stop
    },
    add: (input) => void inputs.add(input),
    note(event) {
      if (!isKnown(event)) return
      if (event.type === "turn.started" && begins(event)) {
        turn = event.turn ?? null
        stop = null
      }
      if (event.type === "input.consumed" && event.data.as === "steer" && isOwnInput(event)) {
        turn = event.turn ?? null
        joined = true
      }
      if (event.type === "turn.stopped" && turn !== null && event.turn === turn) {
        stop = { code: event.data.code, summary: event.data.summary, seq: event.seq }
      }
    },
  }
}
