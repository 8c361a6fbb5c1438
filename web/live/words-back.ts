import { type Attachment, type Draft, withWords } from "./draft-state.ts"
import { draftOf, writeDraft } from "./drafts.ts"
import { type Letter, wordsOf } from "./letters.ts"

/** Puts words back into the box of their session, after what is there. */
export function putBack(session: string, said: Draft): void {
  writeDraft(session, withWords(draftOf(session), said))
}

/** What a letter says, as it was written in the box. */
export function saidIn(letter: Letter): Draft {
  const { body } = letter.given
  const attachments =
    typeof body === "object" && body !== null && "attachments" in body && Array.isArray(body.attachments)
      ? (body.attachments as Attachment[])
      : []
  return { text: wordsOf(letter) ?? "", attachments }
}
