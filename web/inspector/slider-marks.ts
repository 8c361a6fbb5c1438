import type { Event, ForeignEvent } from "../../src/session/event.ts"

/** A place of the time slider that is worth going to. */
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

/** At most so many of them, evenly taken: more cannot be told apart. */
export function thinned(marks: readonly Mark[], most: number): readonly Mark[] {
  if (marks.length <= most) return marks
  return Array.from({ length: most }, (_, at) => marks[Math.round((at * (marks.length - 1)) / (most - 1))]).filter(
    (mark) => mark !== undefined,
  )
}

export type Step = "earlier-event" | "later-event" | "earlier-turn" | "later-turn"

/** Where a step leads from an event; the first event and the head are where it ends. */
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

/** How far along a place is, in percent. */
export function placeOf(seq: number, head: number): number {
  return head <= 1 ? 100 : ((seq - 1) / (head - 1)) * 100
}
