import type { z } from "zod"
import type { attachment } from "../../src/session/event/input.ts"

/** A file or an image that goes with an input. */
export type Attachment = z.infer<typeof attachment>

/** What a person has begun to write. */
export type Draft = { text: string; attachments: readonly Attachment[] }

/** A draft as it is elsewhere, and its version on the server; null where that is not known. */
export type Seen = { draft: Draft; version: string | null }

/**
 * A draft as this page has it. `revision` counts what was written here; `stored` is the one that the server has. `seen` is
 * what this page knows the server to have, which is all that it may write over. `left` is what was here last before the
 * box was emptied.
 */
export type DraftState = {
  draft: Draft
  revision: number
  stored: number
  editedAt: number
  seen: Seen
  left: Draft
}

export const emptyDraft: Draft = { text: "", attachments: [] }
export const newDraft: DraftState = {
  draft: emptyDraft,
  revision: 0,
  stored: 0,
  editedAt: 0,
  seen: { draft: emptyDraft, version: null },
  left: emptyDraft,
}

/** How long after the last key something still counts as being typed. */
const typingMs = 10_000

/** The person wrote here. */
export function edited(state: DraftState, draft: Draft, now: number): DraftState {
  const left = isEmpty(draft) && !isEmpty(state.draft) ? state.draft : state.left
  return { ...state, draft, left, revision: state.revision + 1, editedAt: now }
}

/** The server has what was written up to a revision. */
export function stored(state: DraftState, revision: number, seen: Seen): DraftState {
  return revision > state.stored ? { ...state, stored: revision, seen } : state
}

/** Another device or tab wrote last: theirs is taken, but never over what is being typed here. */
export function told(state: DraftState, seen: Seen, now: number): DraftState {
  if (isSame(state.seen.draft, seen.draft) && seen.version === state.seen.version) return state
  if (isSame(state.draft, seen.draft)) return isUnstored(state) ? state : { ...state, seen }
  if (isUnstored(state) || now - state.editedAt < typingMs) return state
  return { ...state, draft: seen.draft, seen }
}

/**
 * The server has another draft than the one that was written over here: both are kept. One that was seen here is none, nor
 * is one that was written here before; and a box that was emptied without having seen it does not empty it.
 */
export function met(state: DraftState, seen: Seen): DraftState {
  const next = { ...state, seen, revision: state.revision + 1 }
  const isKnown = isSame(state.seen.draft, seen.draft) || holds(state.draft, seen.draft) || isEmpty(seen.draft)
  if (isKnown || (isEmpty(state.draft) && holds(state.left, seen.draft))) return next
  const draft = holds(seen.draft, state.draft) ? seen.draft : withWords(seen.draft, state.draft)
  return isSame(draft, seen.draft) ? { ...next, draft, stored: next.revision } : { ...next, draft }
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

/** Whether one has all that is in the other. */
function holds(one: Draft, other: Draft): boolean {
  const has = (file: Attachment) => one.attachments.some(({ blob, name }) => blob === file.blob && name === file.name)
  return one.text.includes(other.text) && other.attachments.every(has)
}

function isSame(one: Draft, other: Draft): boolean {
  const blobs = (draft: Draft) => draft.attachments.map(({ blob, name }) => `${blob} ${name}`).join("\n")
  return one.text === other.text && blobs(one) === blobs(other)
}
