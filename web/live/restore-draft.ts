import { type Attachment, type Draft, withWords } from "./draft-state.ts"
import { draftOf, writeDraft } from "./drafts.ts"
import { type OutboxEntry, wordsOf } from "./outbox-entries.ts"

/** Appends words and attachments to a session's draft. */
export function appendToDraft(session: string, added: Draft): void {
  writeDraft(session, withWords(draftOf(session), added))
}

/** The draft that an entry was sent from. */
export function draftIn(entry: OutboxEntry): Draft {
  const { body } = entry.given
  const attachments =
    typeof body === "object" && body !== null && "attachments" in body && Array.isArray(body.attachments)
      ? (body.attachments as Attachment[])
      : []
  return { text: wordsOf(entry) ?? "", attachments }
}
