import { type OutboxEntry, wordsOf } from "../live/outbox-entries.ts"

/** The unsent and refused entries of a session. */
export function unsentOf(entries: readonly OutboxEntry[], session: string): readonly OutboxEntry[] {
  return entries.filter((entry) => {
    if (entry.session !== session || wordsOf(entry) === null) return false
    // An ask's card shows by itself that its answer is being sent.
    return entry.refused !== undefined || entry.route !== answerRoute
  })
}

const answerRoute = "POST /api/sessions/:id/asks/:ask"
