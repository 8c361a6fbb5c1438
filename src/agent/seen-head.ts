import { HoldfastError } from "../session/error.ts"

/** What a person is told who decided on a head that is none any more. */
export function movedOn(head: number, now: number): HoldfastError {
  return new HoldfastError(
    "behind",
    `The session has moved on from event ${head} to ${now}: look at what is new, then decide again.`,
    { details: { head, now } },
  )
}
