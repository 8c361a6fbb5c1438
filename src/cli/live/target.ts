import type { StopCode } from "../../session/event/turn.ts"
import { type Event, type ForeignEvent, isKnown } from "../../session/event.ts"

/** The turn that a command is about: the one of an input, an open one, or the one that takes a stopped one up again. */
export type Subject = { input: string } | { turn: string } | { resumes: string }

export type Target = {
  readonly turn: string | null
  readonly stop: { code: StopCode; summary: string; seq: number } | null
  note(event: Event | ForeignEvent): void
}

/** Watches the log for the beginning and the end of a turn. */
export function targetOf(subject: Subject): Target {
  let turn = "turn" in subject ? subject.turn : null
  let stop: Target["stop"] = null
  const begins = (event: Event<"turn.started">) =>
    ("input" in subject && event.data.input === subject.input) ||
    ("resumes" in subject && event.data.resumes === subject.resumes)
  return {
    get turn() {
      return turn
    },
    get stop() {
      return stop
    },
    note(event) {
      if (!isKnown(event)) return
      if (event.type === "turn.started" && begins(event)) turn = event.turn ?? null
      if (event.type === "turn.stopped" && turn !== null && event.turn === turn) {
        stop = { code: event.data.code, summary: event.data.summary, seq: event.seq }
      }
    },
  }
}
