import { HoldfastError } from "../../session/error.ts"

/** The refusal of an intent that was decided on an older head. */
export function movedOn(head: number, now: number): HoldfastError {
  return new HoldfastError(
    "behind",
    `The session has moved on from event ${head} to ${now}: look at what is new, then decide again.`,
    { details: { head, now } },
  )
}
