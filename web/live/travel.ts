import { cell, useCell } from "./cell.ts"

const place = cell<{ session: string; at: number } | null>(null)

/** The event that a session is shown at, as it was then; null is now. */
export function useTravel(session: string): number | null {
  return useCell(place, (there) => (there?.session === session ? there.at : null))
}

/** Shows a session as it was at an event, or as it is now. */
export function travel(session: string, at: number | null): void {
  place.set(at === null ? null : { session, at })
}
