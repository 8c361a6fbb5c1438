import { type Letter, wordsOf } from "../live/letters.ts"

/** What was written in a session and has not arrived; and what of it was refused. */
export function unsentOf(letters: readonly Letter[], session: string): readonly Letter[] {
  return letters.filter((letter) => {
    if (letter.session !== session || wordsOf(letter) === null) return false
    // A question shows by itself that its answer is being sent.
    return letter.refused !== undefined || letter.route !== answerRoute
  })
}

const answerRoute = "POST /api/sessions/:id/asks/:ask"
