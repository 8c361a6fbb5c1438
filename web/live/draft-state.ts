import type { z } from "zod"
import type { attachment } from "../../src/session/event/input.ts"

/** A file or an image that goes with an input. */
export type Attachment = z.infer<typeof attachment>

/** What a person has begun to write. */
export type Draft = { text: string; attachments: readonly Attachment[] }

/** A draft as this page has it. `revision` counts what was written here; `stored` is the one that the server has. */
export type DraftState = { draft: Draft; revision: number; stored: number; editedAt: number }

export const emptyDraft: Draft = { text: "", attachments: [] }
export const newDraft: DraftState = { draft: emptyDraft, revision: 0, stored: 0, editedAt: 0 }

/** How long after the last key something still counts as being typed. */
const typingMs = 10_000

/** The person wrote here. */
export function edited(state: DraftState, draft: Draft, now: number): DraftState {
  return { ...state, draft, revision: state.revision + 1, editedAt: now }
}

/** The server has what was written up to a revision. */
export function stored(state: DraftState, revision: number): DraftState {
  return revision > state.stored ? { ...state, stored: revision } : state
}

/** Another device or tab wrote last: theirs is taken, but never over what is being typed here. */
export function told(state: DraftState, draft: Draft, now: number): DraftState {
  if (isUnstored(state) || now - state.editedAt < typingMs || isSame(state.draft, draft)) return state
  return { ...state, draft }
}

/** Whether something was written here that the server does not have. */
export function isUnstored({ revision, stored: known }: DraftState): boolean {
  return revision > known
}

/** A draft with more words and files after it. What it ends with already is not said twice: two tabs may give it back. */
export function withWords(draft: Draft, more: Draft): Draft {
  const isThere = draft.text === more.text || draft.text.endsWith(`\n\n${more.text}`)
  const files = more.attachments.filter(({ blob, name }) =>
    draft.attachments.every((known) => known.blob !== blob || known.name !== name),
  )
  return {
    text:
      isThere || more.text === "" ? draft.text : draft.text.trim() === "" ? more.text : `${draft.text}\n\n${more.text}`,
    attachments: [...draft.attachments, ...files],
  }
}

export function isEmpty({ text, attachments }: Draft): boolean {
  return text === "" && attachments.length === 0
}

function isSame(one: Draft, other: Draft): boolean {
  const blobs = (draft: Draft) => draft.attachments.map(({ blob, name }) => `${blob} ${name}`).join("\n")
  return one.text === other.text && blobs(one) === blobs(other)
}
