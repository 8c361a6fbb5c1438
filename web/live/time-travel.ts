import { cell, useCell } from "./cell.ts"

const place = cell<{ session: string; at: number } | null>(null)

/** The event that a session is shown at; null is now. */
export function useTravel(session: string): number | null {
  return useCell(place, (there) => (there?.session === session ? there.at : null))
}

/** Shows a session at an event, or live. */
export function travel(session: string, at: number | null): void {
  place.set(at === null ? null : { session, at })
}
