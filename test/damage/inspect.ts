import { isDeepStrictEqual } from "node:util"
import { isHoldfastError } from "../../src/session/error.ts"
import type { Event, ForeignEvent } from "../../src/session/event.ts"
import type { Damage, Hit, Problem, Store } from "../../src/store/contract.ts"
import { hitsOf, rowsOf, type Truth } from "./fixture.ts"

/** What could be read of a damaged store. Everything in it is true: what is not ends the inspection. */
export type Seen = {
  /** The seqs of each session that were read with their damage left out. */
  read: Map<string, Set<number>>
  /** Sessions and blobs that gave less than the truth, or nothing. */
  short: Set<string>
  blobs: Set<string>
  /** Whether the list and the searches gave exactly the truth. */
  list: boolean
  search: boolean
}

/** Reads all that a store gives, and compares it with the truth. Refusals must be typed. */
export async function inspect(store: Store, truth: Truth): Promise<Seen> {
  const seen: Seen = { read: new Map(), short: new Set(), blobs: new Set(), list: false, search: true }
  for (const [id, log] of truth.logs) {
    const { seqs, whole } = await readAll(store, id, log)
    seen.read.set(id, seqs)
    if (!whole) seen.short.add(id)
    if (!(await readStrictly(store, id, log))) seen.short.add(id)
    if (!(await followsTruth(store, id, log))) seen.short.add(id)
    const state = await typed(() => store.state(id))
    if (state && !isDeepStrictEqual(state.value, truth.states.get(id)))
      fail(`the state of ${id} is not the true one`, state)
    if (!state) seen.short.add(id)
  }
  for (const [hash, bytes] of truth.blobs) {
    const got = await typed(() => store.blob(hash))
    if (got && Buffer.compare(got.value, bytes) !== 0) fail(`blob ${hash} is not the true one`, got)
    if (got) seen.blobs.add(hash)
  }
  const rows = await typed(() => rowsOf(store))
  seen.list = rows !== undefined && isDeepStrictEqual(rows.value, truth.rows)
  for (const id of rows?.value.keys() ?? []) if (!truth.logs.has(id)) await readNameless(store, id, truth)
  for (const [query, hits] of truth.hits) {
    const got = await typed(() => hitsOf(store, query))
    const about = (list: readonly object[]) => list.map((hit) => ({ ...hit, title: "" }))
    for (const hit of got ? about(got.value) : []) {
      if (!about(hits).some((each) => isDeepStrictEqual(each, hit)))
        fail(`a search for ${query} finds what is not there`, hit)
    }
    seen.search &&= isDeepStrictEqual(sorted(got?.value ?? []), sorted(hits))
  }
  return seen
}

// Where the numbers of old documents are lost, hits of different sessions may change places.
const sorted = (hits: readonly Hit[]) => [...hits].sort((a, b) => a.session.localeCompare(b.session) || a.seq - b.seq)

async function readAll(store: Store, id: string, log: ReadonlyArray<Event | ForeignEvent>) {
  const seqs = new Set<number>()
  const damage: Damage[] = []
  const ended = await typed(async () => {
    for await (const event of store.read(id, { onDamage: (found) => damage.push(found) })) {
      if (!isDeepStrictEqual(event, log[event.seq - 1])) fail(`event ${event.seq} of ${id} is not the true one`, event)
      if (seqs.has(event.seq)) fail(`event ${event.seq} of ${id} was read twice`, event)
      seqs.add(event.seq)
    }
  })
  for (const { seq } of ended ? log : []) {
    const isReported = damage.some(({ from, to }) => seq >= from && seq <= Math.max(to, from))
    const atEnd = damage.some(({ what, from }) => what.includes("does not end") && seq >= from)
    if (!seqs.has(seq) && !isReported && !atEnd) fail(`event ${seq} of ${id} was left out, and nobody was told`, damage)
  }
  return { seqs, whole: seqs.size === log.length && ended !== undefined && damage.length === 0 }
}

// A session whose name is lost, or damaged, may still have true events of another.
async function readNameless(store: Store, id: string, truth: Truth): Promise<void> {
  await typed(async () => {
    for await (const event of store.read(id, { onDamage: () => undefined })) {
      const real = [...truth.logs.values()].some((log) => isDeepStrictEqual(log[event.seq - 1], event))
      if (!real) fail(`event ${event.seq} of ${id} was never written`, event)
    }
  })
}

async function readStrictly(store: Store, id: string, log: ReadonlyArray<Event | ForeignEvent>): Promise<boolean> {
  const got: unknown[] = []
  const ended = await typed(async () => {
    for await (const event of store.read(id, { reverse: true, limit: 100 })) got.unshift(event)
  })
  if (ended && !isDeepStrictEqual(got, log.slice(-100))) fail(`reading ${id} backwards left something out`, got.length)
  return ended !== undefined
}

async function followsTruth(store: Store, id: string, log: ReadonlyArray<Event | ForeignEvent>): Promise<boolean> {
  const abort = new AbortController()
  let next = 0
  const ended = await typed(async () => {
    for await (const item of store.follow(id, { after: 0, signal: abort.signal })) {
      if ("channel" in item) continue
      if (!isDeepStrictEqual(item, log[next])) fail(`following ${id} gave something else at ${next + 1}`, item)
      next += 1
      if (next === log.length) abort.abort()
    }
  })
  return ended !== undefined
}

/** The outcome of a look, or nothing where it was refused with an error of ours; any other error is a failure. */
export async function typed<T>(look: () => T | Promise<T>): Promise<{ value: T } | undefined> {
  try {
    return { value: await look() }
  } catch (error) {
    if (isHoldfastError(error)) return undefined
    throw error
  }
}

/** Whether a list of problems says that something is wrong with a session, a blob, or with what all share. */
export function names(problems: readonly Problem[], what: { session?: string; blob?: string }): boolean {
  return problems.some(({ session, blob, derived }) => {
    if (session === null && blob === undefined && !derived) return true
    return what.session !== undefined ? session === what.session : blob === what.blob
  })
}

function fail(message: string, about: unknown): never {
  throw new Error(`${message}: ${JSON.stringify(about)?.slice(0, 400)}`)
}
