import type { Event, ForeignEvent } from "../../src/session/event.ts"

/** A mark on the time slider. */
export type Mark = { seq: number; kind: "turn" | "stop" }

/** Where turns begin and end. */
export function marksOf(events: Iterable<Event | ForeignEvent>): readonly Mark[] {
  const marks: Mark[] = []
  for (const { seq, type } of events) {
    if (type === "turn.started") marks.push({ seq, kind: "turn" })
    if (type === "turn.stopped") marks.push({ seq, kind: "stop" })
  }
  return marks
}

/** An even selection: more marks cannot be told apart. */
export function thinned(marks: readonly Mark[], max: number): readonly Mark[] {
  if (marks.length <= max) return marks
  return Array.from({ length: max }, (_, at) => marks[Math.round((at * (marks.length - 1)) / (max - 1))]).filter(
    (mark) => mark !== undefined,
  )
}

export type Step = "earlier-event" | "later-event" | "earlier-turn" | "later-turn"

/** The target of a step, clamped to the first event and the head. */
export function stepFrom(seq: number, step: Step, { head, marks }: { head: number; marks: readonly Mark[] }): number {
  const turns = marks.filter(({ kind }) => kind === "turn").map((mark) => mark.seq)
  switch (step) {
    case "earlier-event":
      return Math.max(1, seq - 1)
    case "later-event":
      return Math.min(head, seq + 1)
    case "earlier-turn":
      return turns.findLast((turn) => turn < seq) ?? 1
    case "later-turn":
      return turns.find((turn) => turn > seq) ?? head
    default:
      return step satisfies never
  }
}

/** A position in percent. */
export function placeOf(seq: number, head: number): number {
  return head <= 1 ? 100 : ((seq - 1) / (head - 1)) * 100
}
