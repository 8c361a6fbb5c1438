import type { EventData } from "../../session/event.ts"

type Purpose = EventData<"model.asked">["purpose"]

/** Model calls whose output is not part of the answer, and the text to show while waiting for them. */
const asides = {
  turn: null,
  explore: null,
  clarify: "Finding out what is wanted",
  plan: "Writing the plan",
  compact: "Summing up what was said",
  title: "Finding a title",
} as const satisfies Record<Purpose, string | null>

export function purposeText(purpose: Purpose): string | null {
  return asides[purpose]
}
