import { useEffect } from "react"
import { retryAfterMs } from "../../src/client/backoff.ts"
import { ApiProblem } from "../../src/client/client.ts"
import { client } from "./api-client.ts"
import { type Cell, cell, useCell } from "./cell.ts"
import {
  type Draft,
  type DraftState,
  draftReceived,
  edited,
  emptyDraft,
  isUnstored,
  met,
  newDraft,
  type Seen,
  sending,
  stored,
} from "./draft-state.ts"
import { connection } from "./live.ts"

const place = "holdfast.draft."
const settleMs = 400

type Entry = {
  state: Cell<DraftState>
  timer: ReturnType<typeof setTimeout> | undefined
  pushing: boolean
  failures: number
}
const entries = new Map<string, Entry>()

/** A session's draft, kept on the server and shared with other devices. */
export function useDraft(id: string): Draft {
  useEffect(() => {
    const look = () => void fetchDraft(id)
    const leave = () => flush(id, { leaving: true })
    look()
    addEventListener("focus", look)
    addEventListener("pagehide", leave)
    const stop = connection.subscribe(() => connection.get().state === "live" && look())
    return () => {
      removeEventListener("focus", look)
      removeEventListener("pagehide", leave)
      stop()
      flush(id)
    }
  }, [id])
  return useCell(entryOf(id).state, ({ draft }) => draft)
}

/** Whether the server has the draft. */
export function useIsStored(id: string): boolean {
  return useCell(entryOf(id).state, (state) => !isUnstored(state))
}

/** A session's current draft. */
export function draftOf(id: string): Draft {
  return entryOf(id).state.get().draft
}

/** Saves a draft: in this browser at once, on the server after a pause. */
export function writeDraft(id: string, change: Partial<Draft>): void {
  const entry = entryOf(id)
  const before = entry.state.get()
  entry.state.set(edited(before, { ...before.draft, ...change }, Date.now()))
  keepHere(id)
  clearTimeout(entry.timer)
  entry.timer = setTimeout(() => void push(id), settleMs)
}

/** Clears a sent draft. */
export function clearDraft(id: string): void {
  writeDraft(id, emptyDraft)
}

/** Stores the draft at once with a keepalive request, since the page may be closing. */
export function flush(id: string, { leaving = false }: { leaving?: boolean } = {}): void {
  const entry = entryOf(id)
  const { draft, revision, seen } = entry.state.get()
  // A running save is followed by another: two at a time could arrive out of order.
  if (!isUnstored(entry.state.get()) || (entry.pushing && !leaving)) return
  clearTimeout(entry.timer)
  // The server's draft is not known yet, and there is no time to fetch it.
  if (seen.version === null) return void push(id)
  noteSending(id)
  // Browsers limit keepalive requests: if this fails, the local copy is stored later.
  void fetch(`/api/sessions/${encodeURIComponent(id)}/draft`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...draft, from: seen.version }),
    keepalive: true,
  }).then(
    async (answer) => {
      if (!answer.ok) return push(id)
      const { version } = (await answer.json()) as { version: string }
      done(id, revision, { draft, version })
    },
    () => push(id),
  )
}

/** Stores drafts written offline, by this page or an earlier one. */
function pushRest(): void {
  for (const id of keptHere()) if (isUnstored(entryOf(id).state.get())) void push(id)
}

async function push(id: string): Promise<void> {
  const entry = entryOf(id)
  if (entry.pushing) return
  entry.pushing = true
  try {
    while (isUnstored(entry.state.get())) {
      if (entry.state.get().seen.version === null) mergeServerDraft(id, await seenAt(id))
      else await store(id, entry.state.get())
      entry.failures = 0
    }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "not-found") {
      // The session may exist again later, as when the server was started with other data.
    } else if (error instanceof ApiProblem && error.code === "erased") {
      // The session was erased, and its drafts with it.
      done(id, entry.state.get().revision, entry.state.get().seen)
    } else {
      // Kept in this browser until the server has it.
      clearTimeout(entry.timer)
      entry.timer = setTimeout(() => void push(id), retryAfterMs(++entry.failures, Math.random()))
    }
  } finally {
    entry.pushing = false
  }
}

/** Stores a draft over the last seen one; on a conflict both are merged. */
async function store(id: string, { draft, revision, seen }: DraftState): Promise<void> {
  const { text, attachments } = draft
  const from = seen.version === null ? {} : { from: seen.version }
  noteSending(id)
  try {
    const body = { text, attachments: [...attachments], ...from }
    const { version } = await client.call("PUT /api/sessions/:id/draft", { params: { id }, body })
    done(id, revision, { draft, version })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "behind") throw error
    mergeServerDraft(id, await seenAt(id))
  }
}

function noteSending(id: string): void {
  const { state } = entryOf(id)
  state.set(sending(state.get()))
  keepHere(id)
}

function done(id: string, revision: number, seen: Seen): void {
  const { state } = entryOf(id)
  state.set(stored(state.get(), revision, seen))
  keepHere(id)
}

function mergeServerDraft(id: string, seen: Seen): void {
  const { state } = entryOf(id)
  state.set(met(state.get(), seen))
  keepHere(id)
}

async function seenAt(id: string): Promise<Seen> {
  const { text, attachments = [], version } = await client.call("GET /api/sessions/:id/draft", { params: { id } })
  return { draft: { text, attachments }, version }
}

async function fetchDraft(id: string): Promise<void> {
  try {
    const { state } = entryOf(id)
    const before = state.get()
    const seen = await seenAt(id)
    // A draft stored meanwhile may be newer than the answer.
    if (state.get() === before) state.set(draftReceived(before, seen, Date.now()))
  } catch (error) {
    // Offline: show the local draft; fetched again after reconnecting.
    if (!(error instanceof ApiProblem)) throw error
  }
}

function entryOf(id: string): Entry {
  const known = entries.get(id)
  if (known) return known
  const kept = readHere(id)
  // The local copy is what the server lacked when the page was closed.
  const first = kept ? edited({ ...newDraft, ...kept, draft: newDraft.draft }, kept.draft, 0) : newDraft
  const entry: Entry = { state: cell(first), timer: undefined, pushing: false, failures: 0 }
  entries.set(id, entry)
  return entry
}

/** Only drafts that the server lacks are kept locally. */
function keepHere(id: string): void {
  const state = entryOf(id).state.get()
  try {
    const { draft, seen, sent, left } = state
    if (isUnstored(state)) localStorage.setItem(place + id, JSON.stringify({ ...draft, seen, sent, left }))
    else localStorage.removeItem(place + id)
  } catch {
    // No local storage: the server gets the draft in a moment anyway.
  }
}

type Kept = Pick<DraftState, "draft" | "seen" | "sent" | "left">

function readHere(id: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place + id) ?? "null") as (Draft & Partial<Kept>) | null
    if (typeof kept?.text !== "string") return null
    const { text, attachments = [], seen = newDraft.seen, sent = newDraft.sent, left = newDraft.left } = kept
    return { draft: { text, attachments }, seen, sent, left }
  } catch {
    return null
  }
}

function keptHere(): readonly string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(place) ? [key.slice(place.length)] : []))
  } catch {
    return []
  }
}

connection.subscribe(() => connection.get().state === "live" && pushRest())

// Another tab wrote: adopted unless the user is typing here.
addEventListener("storage", ({ key, newValue }) => {
  if (!key?.startsWith(place) || newValue === null) return
  const id = key.slice(place.length)
  const entry = entries.get(id)
  const kept = readHere(id)
  // Not stored yet: the other tab will get its version.
  if (entry && kept) entry.state.set(draftReceived(entry.state.get(), { draft: kept.draft, version: null }, Date.now()))
})
