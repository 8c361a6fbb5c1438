import type { EventData } from "../../session/event.ts"

type Purpose = EventData<"model.asked">["purpose"]

/** Calls of the model that are about the work and no part of what it says, and how waiting for them is told. */
const asides = {
  turn: null,
  explore: null,
  clarify: "Finding out what is wanted",
  plan: "Writing the plan",
  compact: "Summing up what was said",
  title: "Finding a title",
} as const satisfies Record<Purpose, string | null>

export function asideWords(purpose: Purpose): string | null {
  return asides[purpose]
}
