import { isUuid, uuidv7 } from "../uuid.ts"
import { attempt, type Backup, type Identity } from "./assemble.ts"
import { genesis, same } from "./chain.ts"
import type { Database } from "./database.ts"
import { pendingOf, tombstonesOf } from "./erasures.ts"
import { type Evidence, evidenceOf, proveHot } from "./evidence.ts"
import type { Heads } from "./heads.ts"
import { hashAt, parentIn, placeOf } from "./log.ts"
import { openSegment, unpackSegment } from "./segment.ts"

/** The sessions that a damaged store had, parents first, and the ids of those that nothing is left of. */
export type Identified = { sessions: Identity[]; gone: string[] }

type Told = { parent: number | null; base: number; head: number; hash: Uint8Array }

/** What is found out of a session before its parent is looked for. */
type Draft = Omit<Identity, "parent"> & { parentId: string | null }

/**
 * Finds out which sessions there were. Each event's hash covers the name of its session, so that a name is proven by
 * the events, whoever remembered it: the row, an index or a backup.
 */
export function identify(scratch: Database, backups: readonly Backup[], acknowledged: Heads): Identified {
  const erased = erasedIn(scratch, backups)
  const drafts = new Map<string, Draft>()
  const add = (draft: Draft | undefined) => {
    if (draft && !erased.has(draft.id) && !drafts.has(draft.id)) drafts.set(draft.id, draft)
  }
  const numbers = scratch.all<{ n: number }>(
    "SELECT n FROM sessions UNION SELECT session FROM events UNION SELECT session FROM segments ORDER BY 1",
  )
  for (const { n } of numbers) add(salvaged(scratch, backups, n))
  const taken = new Set([...drafts.values()].map(({ n }) => n))
  let highest = [...taken].reduce((most, n) => Math.max(most, n), 0)
  const number = (wanted?: number) => {
    const n = wanted === undefined || taken.has(wanted) ? highest + 1 : wanted
    taken.add(n)
    highest = Math.max(highest, n)
    return n
  }
  for (const draft of copied(backups)) {
    if (!drafts.has(draft.id) && !erased.has(draft.id)) add({ ...draft, n: number(draft.n) })
  }
  const remembered = scratch.all<{ id: string; n: number }>("SELECT DISTINCT id, n FROM names WHERE sure = 1")
  const isFound = new Set([...drafts.values()].map(({ salvagedAs }) => salvagedAs))
  // A name of a session that was found under another one is itself damaged.
  const named = remembered.filter(({ id, n }) => isUuid(id) && !isFound.has(n)).map(({ id }) => id)
  const isGone = (id: string) => !drafts.has(id) && !erased.has(id)
  return {
    sessions: parentsFirst(drafts, number).map((session) => {
      const head = acknowledged.get(session.id)
      return head === undefined ? session : { ...session, acknowledged: head }
    }),
    gone: [...new Set([...named, ...acknowledged.keys()])].filter(isGone),
  }
}

function parentsFirst(drafts: ReadonlyMap<string, Draft>, number: () => number): Identity[] {
  const ordered = new Map<string, Identity>()
  const resolve = (draft: Draft, below: ReadonlySet<string>): Identity => {
    const known = ordered.get(draft.id)
    if (known) return known
    const above = draft.parentId === null || below.has(draft.parentId) ? undefined : drafts.get(draft.parentId)
    const parent = above && resolve(above, new Set([...below, draft.id]))
    const { id, salvagedAs, told } = draft
    const found: Identity = {
      id,
      salvagedAs,
      told,
      // A fork has a higher number than what it was forked from.
      n: parent && parent.n >= draft.n ? number() : draft.n,
      parent: parent ? { n: parent.n, id: parent.id } : null,
      base: parent ? draft.base : 0,
    }
    ordered.set(id, found)
    return found
  }
  for (const draft of drafts.values()) resolve(draft, new Set([draft.id]))
  return [...ordered.values()]
}

function salvaged(scratch: Database, backups: readonly Backup[], n: number): Draft | undefined {
  const evidence = evidenceOf(scratch, n)
  const rows = scratch.all<Told & { id: string; sure: number }>(
    "SELECT id, parent, base, head, hash, sure FROM sessions WHERE n = ? ORDER BY sure DESC",
    n,
  )
  const [row] = rows
  const named = scratch.all<{ id: string }>("SELECT id FROM names WHERE n = ? ORDER BY sure DESC", n)
  const copies = backups.flatMap(
    ({ database }) => attempt(() => database.all<{ id: string }>("SELECT id FROM sessions WHERE n = ?", n)) ?? [],
  )
  const ids = [...rows, ...named, ...copies].map(({ id }) => id)
  const first = evidence.after(0)
  const proven =
    ids.find((id) => provesName(scratch, evidence, n, id)) ??
    copies.find(({ id }) => isCopied(evidence, backups, id, first))?.id
  if (proven === undefined && !row && (first === undefined || isAstray(evidence, first))) return undefined
  const id = proven ?? row?.id ?? named.find((each) => isUuid(each.id))?.id ?? uuidv7()
  const told = row && Number.isSafeInteger(row.head) && row.head >= 1 ? { head: row.head, hash: row.hash } : null
  return { n, id, salvagedAs: n, told, ...parentOf(scratch, evidence, row, first, id) }
}

// The first event of a fork says what it was forked from; where that event is damaged, its row is believed.
function parentOf(scratch: Database, evidence: Evidence, row: Told | undefined, first: number | undefined, id: string) {
  const claim = first === undefined || first === 1 ? undefined : parentIn(firstBody(evidence, first, id))
  const byRow = row?.parent
    ? scratch.get<{ id: string }>("SELECT id FROM sessions WHERE n = ?", row.parent)?.id
    : undefined
  if (claim && first !== undefined && claim.seq === first - 1) {
    const isThere = scratch.get("SELECT 1 FROM sessions WHERE id = ?", claim.session) !== undefined
    return { parentId: isThere ? claim.session : (byRow ?? claim.session), base: first - 1 }
  }
  if (byRow !== undefined && row && row.base > 0 && row.base < (first ?? Number.POSITIVE_INFINITY)) {
    return { parentId: byRow, base: row.base }
  }
  return { parentId: null, base: 0 }
}

function firstBody(evidence: Evidence, seq: number, id: string): Uint8Array | undefined {
  const [row] = evidence.hot(seq)
  if (row) return row.body
  const [segment] = evidence.segments(seq)
  return segment && unpackSegment(segment, segment.origin ?? id)?.bodies[seq - segment.first]
}

function provesName(scratch: Database, evidence: Evidence, n: number, id: string): boolean {
  const newest = scratch.all<{ seq: number }>(
    "SELECT seq FROM events WHERE session = ? AND origin IS NULL ORDER BY seq DESC LIMIT 16",
    n,
  )
  const byEvent = newest.some(({ seq }) => {
    const befores = [...evidence.hashes(seq - 1), ...(seq === 1 ? [genesis(id)] : [])]
    return proveHot(evidence, seq, befores, [id])?.origin === id
  })
  if (byEvent) return true
  const sealed = scratch.all<{ first: number }>(
    "SELECT first FROM segments WHERE session = ? AND origin IS NULL LIMIT 4",
    n,
  )
  return sealed.some(({ first }) => evidence.segments(first).some((row) => openSegment(row, id) !== undefined))
}

// A backup knows the name of a log by one of its hashes.
function isCopied(evidence: Evidence, backups: readonly Backup[], id: string, seq: number | undefined): boolean {
  return backups.some(({ database }) => {
    const place = attempt(() => placeOf(database, id))
    const hash = place && seq !== undefined ? attempt(() => hashAt(database, place, seq)) : undefined
    return hash !== undefined && evidence.hashes(seq ?? 0).some((each) => same(each, hash))
  })
}

// A row under a damaged number looks like a session of its own.
function isAstray(evidence: Evidence, first: number): boolean {
  const rows = evidence.hot(first)
  return rows.length > 0 && rows.every((row) => evidence.isMisplaced(row))
}

function copied(backups: readonly Backup[]): Draft[] {
  return backups.flatMap(({ database }) => {
    const ids = attempt(() => database.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) ?? []
    return ids.flatMap(({ id }) => {
      const place = attempt(() => placeOf(database, id))
      if (!place) return []
      const parent = place.parent === null ? undefined : place.parent
      const above =
        parent === undefined
          ? undefined
          : attempt(() => database.get<{ id: string }>("SELECT id FROM sessions WHERE n = ?", parent))
      const { n, base, head, hash } = place
      return [{ n, id, salvagedAs: null, told: { head, hash }, base, parentId: above?.id ?? null }]
    })
  })
}

// A mark tells of an erasure whose tombstone is lost.
function erasedIn(scratch: Database, backups: readonly Backup[]): Set<string> {
  const found = [scratch, ...backups.map(({ database }) => database)].flatMap((database) => {
    const told = [attempt(() => tombstonesOf(database)), attempt(() => pendingOf(database))]
    return told.flatMap((erased) => (erased ?? []).map(({ session }) => session))
  })
  return new Set(found)
}
