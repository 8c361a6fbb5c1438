import { useEffect } from "react"
import { retryAfterMs } from "../../src/client/backoff.ts"
import { ApiProblem } from "../../src/client/client.ts"
import { type Cell, cell, useCell } from "./cell.ts"
import { client } from "./client.ts"
import {
  type Draft,
  type DraftState,
  edited,
  emptyDraft,
  isUnstored,
  met,
  newDraft,
  type Seen,
  stored,
  told,
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

/** What a person has begun to write in a session; the server keeps it, for other devices too. */
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

/** Whether the server has what is written. */
export function useIsStored(id: string): boolean {
  return useCell(entryOf(id).state, (state) => !isUnstored(state))
}

/** What is written in a session now. */
export function draftOf(id: string): Draft {
  return entryOf(id).state.get().draft
}

/** Keeps what was written: in this browser at once, and on the server when the person pauses. */
export function writeDraft(id: string, change: Partial<Draft>): void {
  const entry = entryOf(id)
  const before = entry.state.get()
  entry.state.set(edited(before, { ...before.draft, ...change }, Date.now()))
  keepHere(id)
  clearTimeout(entry.timer)
  entry.timer = setTimeout(() => void push(id), settleMs)
}

/** Forgets what was written: it was sent. */
export function clearDraft(id: string): void {
  writeDraft(id, emptyDraft)
}

/** Stores it at once, for the page may go away: the request outlives it. */
export function flush(id: string, { leaving = false }: { leaving?: boolean } = {}): void {
  const entry = entryOf(id)
  const { draft, revision, seen } = entry.state.get()
  // One that is on its way is followed by the rest: two at a time might arrive the other way round.
  if (!isUnstored(entry.state.get()) || (entry.pushing && !leaving)) return
  clearTimeout(entry.timer)
  // Nobody looked yet what the server has: that takes longer than a page that goes away.
  if (seen.version === null) return void push(id)
  // A browser lets little outlive a page, and tells what is too much by failing: then the copy kept here is pushed later.
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

/** Stores what was written without a connection, by this page or an earlier one of this browser. */
function pushRest(): void {
  for (const id of keptHere()) if (isUnstored(entryOf(id).state.get())) void push(id)
}

async function push(id: string): Promise<void> {
  const entry = entryOf(id)
  if (entry.pushing) return
  entry.pushing = true
  try {
    while (isUnstored(entry.state.get())) {
      if (entry.state.get().seen.version === null) meet(id, await seenAt(id))
      else await store(id, entry.state.get())
      entry.failures = 0
    }
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "not-found") {
      // It may be there again when there is another connection, as where the server was begun with other data.
    } else if (error instanceof ApiProblem && error.code === "erased") {
      // The session is gone, and its drafts with it.
      done(id, entry.state.get().revision, entry.state.get().seen)
    } else {
      // It stays in this browser until the server has it.
      clearTimeout(entry.timer)
      entry.timer = setTimeout(() => void push(id), retryAfterMs(++entry.failures, Math.random()))
    }
  } finally {
    entry.pushing = false
  }
}

/** Stores a draft over the one that was seen; where there is another one by now, both are kept. */
async function store(id: string, { draft, revision, seen }: DraftState): Promise<void> {
  const { text, attachments } = draft
  const from = seen.version === null ? {} : { from: seen.version }
  try {
    const body = { text, attachments: [...attachments], ...from }
    const { version } = await client.call("PUT /api/sessions/:id/draft", { params: { id }, body })
    done(id, revision, { draft, version })
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== "behind") throw error
    meet(id, await seenAt(id))
  }
}

function done(id: string, revision: number, seen: Seen): void {
  const { state } = entryOf(id)
  state.set(stored(state.get(), revision, seen))
  keepHere(id)
}

function meet(id: string, seen: Seen): void {
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
    // What was stored while it was asked for may be newer than the answer.
    if (state.get() === before) state.set(told(before, seen, Date.now()))
  } catch (error) {
    // Without a connection what is here is shown; it is asked again when there is one.
    if (!(error instanceof ApiProblem)) throw error
  }
}

function entryOf(id: string): Entry {
  const known = entries.get(id)
  if (known) return known
  const kept = readHere(id)
  // What is kept here is what the server did not have when the page went away.
  const first = kept ? edited({ ...newDraft, seen: kept.seen, left: kept.left }, kept.draft, 0) : newDraft
  const entry: Entry = { state: cell(first), timer: undefined, pushing: false, failures: 0 }
  entries.set(id, entry)
  return entry
}

/** Kept here is only what the server does not have yet. */
function keepHere(id: string): void {
  const state = entryOf(id).state.get()
  try {
    const { draft, seen, left } = state
    if (isUnstored(state)) localStorage.setItem(place + id, JSON.stringify({ ...draft, seen, left }))
    else localStorage.removeItem(place + id)
  } catch {
    // The browser keeps nothing: the server gets it in a moment.
  }
}

type Kept = Pick<DraftState, "draft" | "seen" | "left">

function readHere(id: string): Kept | null {
  try {
    const kept = JSON.parse(localStorage.getItem(place + id) ?? "null") as (Draft & Partial<Kept>) | null
    if (typeof kept?.text !== "string") return null
    const { text, attachments = [], seen = newDraft.seen, left = newDraft.left } = kept
    return { draft: { text, attachments }, seen, left }
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

// Another tab of this browser writes: shown here unless it is being typed here.
addEventListener("storage", ({ key, newValue }) => {
  if (!key?.startsWith(place) || newValue === null) return
  const id = key.slice(place.length)
  const entry = entries.get(id)
  const kept = readHere(id)
  // What is seen there is not stored yet: its version comes with the answer, which the other tab gets.
  if (entry && kept) entry.state.set(told(entry.state.get(), { draft: kept.draft, version: null }, Date.now()))
})
