import { type Letter, wordsOf } from "../live/letters.ts"

/** What was written in a session and has not arrived; and what of it was refused. */
export function unsentOf(letters: readonly Letter[], session: string): readonly Letter[] {
  return letters.filter((letter) => letter.session === session && (letter.route === inputRoute || isRefused(letter)))
}

const inputRoute = "POST /api/sessions/:id/inputs"
const isRefused = (letter: Letter) => letter.refused !== undefined && wordsOf(letter) !== null
