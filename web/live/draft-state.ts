import type { z } from "zod"
import type { attachment } from "../../src/session/event/input.ts"

export type Attachment = z.infer<typeof attachment>

/** An unsent message. */
export type Draft = { text: string; attachments: readonly Attachment[] }

/** The server's draft and its version; null if unknown. */
export type Seen = { draft: Draft; version: string | null }

/**
 * This page's draft. `revision` counts local edits; `stored` is the revision that the server has. `seen` is the
 * server's draft as last known, the only one that may be overwritten. `sent` is the last one sent, whose answer may
 * be lost by a reload. `left` is the last content before the box was emptied.
 */
export type DraftState = {
  draft: Draft
  revision: number
  stored: number
  editedAt: number
  seen: Seen
  sent: Draft
  left: Draft
}

export const emptyDraft: Draft = { text: "", attachments: [] }
export const newDraft: DraftState = {
  draft: emptyDraft,
  revision: 0,
  stored: 0,
  editedAt: 0,
  seen: { draft: emptyDraft, version: null },
  sent: emptyDraft,
  left: emptyDraft,
}

/** How long after the last key the user counts as typing. */
const typingMs = 10_000

/** After a local edit. */
export function edited(state: DraftState, draft: Draft, now: number): DraftState {
  const left = isEmpty(draft) && !isEmpty(state.draft) ? state.draft : state.left
  return { ...state, draft, left, revision: state.revision + 1, editedAt: now }
}

/** After sending the draft to the server. */
export function sending(state: DraftState): DraftState {
  return { ...state, sent: state.draft }
}

/** After the server has confirmed a revision. */
export function stored(state: DraftState, revision: number, seen: Seen): DraftState {
  return revision > state.stored ? { ...state, stored: revision, seen } : state
}

/** After a change by another device or tab: adopted, unless the user is typing here. */
export function draftReceived(state: DraftState, seen: Seen, now: number): DraftState {
  if (isSame(state.seen.draft, seen.draft) && seen.version === state.seen.version) return state
  if (isSame(state.draft, seen.draft)) return isUnstored(state) ? state : { ...state, seen }
  if (isUnstored(state) || now - state.editedAt < typingMs) return state
  return { ...state, draft: seen.draft, seen }
}

/**
 * After a conflict with the server's draft: both are kept, unless the server's was seen, sent or written here before.
 * Emptying the box does not delete a draft that was never seen.
 */
export function met(state: DraftState, seen: Seen): DraftState {
  const next = { ...state, seen, revision: state.revision + 1 }
  const isOwn = isSame(state.seen.draft, seen.draft) || isSame(state.sent, seen.draft)
  const isKnown = isOwn || holds(state.draft, seen.draft) || isEmpty(seen.draft)
  if (isKnown || (isEmpty(state.draft) && holds(state.left, seen.draft))) return next
  const draft = holds(seen.draft, state.draft) ? seen.draft : withWords(seen.draft, state.draft)
  return isSame(draft, seen.draft) ? { ...next, draft, stored: next.revision } : { ...next, draft }
}

/** Whether there are edits that the server does not have. */
export function isUnstored({ revision, stored: known }: DraftState): boolean {
  return revision > known
}

/** Appends words and files, unless the draft already ends with them: two tabs may both restore a message. */
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

/** Whether one draft contains the other. */
function holds(one: Draft, other: Draft): boolean {
  const has = (file: Attachment) => one.attachments.some(({ blob, name }) => blob === file.blob && name === file.name)
  return one.text.includes(other.text) && other.attachments.every(has)
}

function isSame(one: Draft, other: Draft): boolean {
  const blobs = (draft: Draft) => draft.attachments.map(({ blob, name }) => `${blob} ${name}`).join("\n")
  return one.text === other.text && blobs(one) === blobs(other)
}
