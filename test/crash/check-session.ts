import assert from "node:assert/strict"
import { isHoldfastError } from "../../src/session/error.ts"
import { type Event, type ForeignEvent, isKnown } from "../../src/session/event.ts"
import { fold } from "../../src/session/fold.ts"
import { searchableText } from "../../src/session/policy.ts"
import type { SessionRow, Store } from "../../src/store/contract.ts"
import { listedFrom } from "../../src/store/session-row.ts"
import { digestOf } from "./journal.ts"
import type { Ledger, Send } from "./ledger.ts"
import { anchor } from "./turn.ts"

/** Checks one session but for the search; returns the events that are stored under it. */
export async function checkSession(store: Store, ledger: Ledger, id: string): Promise<Array<Event | ForeignEvent>> {
  const events = await eventsOf(store, id)
  const row = await store.row(id)
  // A fork whose parent was erased was given a copy of what it shared.
  const parent = row.parent && (await isThere(store, row.parent.session)) ? row.parent : undefined
  const base = parent?.seq ?? 0
  assert.deepEqual(
    events.map(({ seq }) => seq),
    events.map((_, index) => index + 1),
    `session ${id} counts 1..n without gaps`,
  )
  assert.equal(row.seq, events.length, `the row of ${id} knows the head`)
  const inherited = events.filter(({ session }) => session !== id)
  checkAppends(ledger.sendsOf.get(id) ?? [], events.slice(inherited.length), id)
  checkInherited(ledger, inherited, id)
  if (parent) {
    const ofParent = (await eventsOf(store, parent.session)).slice(0, base)
    assert.deepEqual(inherited, ofParent, `the fork ${id} has what it shares`)
  }
  checkStops(events, id)
  const state = fold(id, events)
  // As JSON, which is what a snapshot keeps of it.
  assert.deepEqual(asJson(await store.state(id)), asJson(state), `the state of ${id} is the fold of its log`)
  await checkRow(store, row, state)
  return events.slice(base)
}

/** Every acknowledged append is there, in order, once; what was not acknowledged is there whole, once, or not at all. */
function checkAppends(sends: readonly Send[], own: ReadonlyArray<Event | ForeignEvent>, id: string): void {
  const places = new Map<string, { send: Send; index: number }>()
  for (const send of sends) for (const [index, digest] of send.digests.entries()) places.set(digest, { send, index })
  const found = new Map<Send, number[]>()
  for (const event of own) {
    if (event.type === "session.opened" || event.type === "session.owned") continue
    const place = places.get(digestOf(event))
    assert.ok(place, `event ${event.seq} of ${id} (${event.type}) was never sent`)
    const seqs = found.get(place.send) ?? []
    assert.equal(
      seqs.length,
      place.index,
      `event ${event.seq} of ${id} (${event.type}) stands in the order it was sent in, once`,
    )
    seqs.push(event.seq)
    found.set(place.send, seqs)
  }
  for (const send of sends) {
    const seqs = found.get(send)
    if (!seqs) {
      assert.equal(
        send.seq,
        undefined,
        `the acknowledged append ${send.send} of ${id} is there (head ${own.at(-1)?.seq})`,
      )
      continue
    }
    const [first = 0] = seqs
    const expected = send.digests.map((_, index) => first + index)
    assert.deepEqual(seqs, expected, `the append ${send.send} of ${id} is whole and together`)
    assert.ok(first > send.floor, `the append ${send.send} of ${id} stands after what was acknowledged before it`)
    if (send.seq !== undefined)
      assert.equal(seqs.at(-1), send.seq, `the append ${send.send} of ${id} is where it was said to be`)
    assert.ok(!definite.has(send.refused ?? ""), `the refused append ${send.send} of ${id} left nothing behind`)
  }
}

function checkInherited({ sendsOf }: Ledger, inherited: ReadonlyArray<Event | ForeignEvent>, id: string): void {
  for (const event of inherited) {
    if (event.type === "session.opened" || event.type === "session.owned") continue
    const sent = sendsOf.get(event.session)?.some(({ digests }) => digests.includes(digestOf(event)))
    assert.ok(sent, `event ${event.seq} of ${id} came from ${event.session}, where it was never sent`)
  }
}

function checkStops(events: ReadonlyArray<Event | ForeignEvent>, id: string): void {
  const turns = events.flatMap((event) => (event.type === "turn.stopped" ? [event.turn] : []))
  assert.equal(new Set(turns).size, turns.length, `no turn of ${id} has two stop records`)
}

/** The row of the list is the fold, and nobody drives the session any more. */
async function checkRow(store: Store, row: SessionRow, state: ReturnType<typeof fold>): Promise<void> {
  const listed = listedFrom(state)
  const expected = {
    title: listed.title,
    project: listed.project,
    workspace: listed.workspace,
    tags: [...new Set(state.log.tags)].sort(),
    pinned: listed.pinned === 1,
    archived: listed.archived === 1,
    trashed: listed.trashed === 1,
    openedAt: new Date(listed.openedAt).toISOString(),
    messages: listed.messages,
    owner: listed.ownerType === null ? null : { type: listed.ownerType, path: listed.ownerPath },
    stop: listed.stop,
    status: { idle: "idle", asking: "waiting", open: "interrupted", pending: "interrupted" }[listed.activity],
    damage: null,
  }
  const { title, project, workspace, pinned, archived, trashed, openedAt, messages, owner, stop, status, damage } = row
  const shown = {
    title,
    project,
    workspace,
    tags: [...row.tags].sort(),
    pinned,
    archived,
    trashed,
    openedAt,
    messages,
    owner,
    stop,
    status,
    damage,
  }
  assert.deepEqual(shown, expected, `the row of ${row.id} is the fold of its log`)
  const streaming = (await store.partials(row.id)).size > 0
  if (!streaming) assert.equal(row.updatedAt, state.log.updatedAt, `${row.id} was last active with its last event`)
  else assert.ok(row.updatedAt >= state.log.updatedAt, `${row.id} was last active with its partial`)
}

/** The search finds each text of a session once. */
export async function checkSearch(
  store: Store,
  session: string,
  own: ReadonlyArray<Event | ForeignEvent>,
): Promise<void> {
  const searchable = own.flatMap((event) => {
    const text = isKnown(event) ? searchableText(event) : undefined
    return text?.includes(anchor) ? [event.seq] : []
  })
  const found: number[] = []
  let cursor: string | undefined
  do {
    const page = await store.search({ text: anchor, session, limit: 500, ...(cursor === undefined ? {} : { cursor }) })
    found.push(...page.items.map(({ seq }) => seq))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  assert.deepEqual(
    found.sort((a, b) => a - b),
    searchable,
    `the search finds each text of ${session} once`,
  )
}

/** Whether a session is there and was not erased. */
export async function isThere(store: Store, id: string): Promise<boolean> {
  try {
    await store.row(id)
    return true
  } catch (error) {
    if (isHoldfastError(error) && error.code === "erased") return false
    throw error
  }
}

/** The whole log of a session. */
export async function eventsOf(store: Store, id: string): Promise<Array<Event | ForeignEvent>> {
  return Array.fromAsync(store.read(id))
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

/** Refusals that leave nothing behind; after any other failure an append may be there, whole, or not. */
const definite = new Set(["stopped", "fenced", "behind", "illegal", "invalid"])
