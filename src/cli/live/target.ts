import type { StopCode } from "../../session/event/turn.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"

/** The turn that a command is about: that of an input, an open one, or one that resumes a stopped turn. */
export type Subject = { input: string } | { turn: string } | { resumes: string }

export type Target = {
  readonly turn: string | null
  /** The turn was already running when the input was delivered to it. */
  readonly joined: boolean
  readonly stop: { code: StopCode; summary: string; seq: number } | null
  note(event: Event | ForeignEvent): void
  /** Adds an input of the same command: if the turn ends before consuming it, the turn that it starts is the target. */
  add(input: string): void
}

/** Tracks the start and the end of a turn in the log. */
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
