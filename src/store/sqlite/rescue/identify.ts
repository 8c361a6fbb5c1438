import { isUuid, uuidv7 } from "../../uuid.ts"
import type { Heads } from "../commit/heads.ts"
import type { Database } from "../database.ts"
import { genesis, same } from "../log/chain.ts"
import { hashAt, type LogLocation, locateLog, parentIn } from "../log/event-rows.ts"
import { openSegment, unpackSegment } from "../log/segment.ts"
import { pendingOf, tombstonesOf } from "../maintenance/erasures.ts"
import { attempt } from "./backups.ts"
import { type Evidence, evidenceOf, prove } from "./log-evidence.ts"

/** A session of a damaged store, as far as it could be made out. */
export type Identity = {
  /** Its number in the new store. */
  n: number
  id: string
  parent: Identity | null
  base: number
  /** Its number in the damaged file; nothing of a session that only a backup has. */
  salvagedAs: number | null
  /** Where its row says that it ends. */
  row: { head: number; hash: Uint8Array } | null
  /** The last of its events that was acknowledged, where that is known from outside the file. */
  acknowledged?: number
}

/** A session before its parent is looked for. */
type Draft = Omit<Identity, "n" | "parent"> & { parentId: string | null }

/**
 * Finds out which sessions a damaged store had, parents first, and the ids of those that nothing is left of. Each event's
 * hash covers the id of its session, so that an id is proven by the events, wherever it was found: in the row, an index
 * or a backup.
 */
export function identify(
  scratch: Database,
  backups: readonly Database[],
  acknowledged: Heads,
): { sessions: Identity[]; gone: string[] } {
  const erased = new Set([scratch, ...backups].flatMap(erasedIn))
  const numbers = scratch.all<{ n: number }>(
    "SELECT n FROM sessions UNION SELECT session FROM events UNION SELECT session FROM segments ORDER BY 1",
  )
  const drafts = new Map<string, Draft>()
  const salvaged = numbers.flatMap(({ n }) => draftOf(scratch, backups, n) ?? [])
  for (const draft of [...salvaged, ...backups.flatMap(draftsIn)]) {
    if (!erased.has(draft.id) && !drafts.has(draft.id)) drafts.set(draft.id, draft)
  }
  // An index entry of a session that was found under another id is itself damaged.
  const found = new Set([...drafts.values()].map(({ salvagedAs }) => salvagedAs))
  const indexed = scratch.all<{ id: string; n: number }>("SELECT DISTINCT id, n FROM names WHERE sure = 1")
  const named = indexed.filter(({ id, n }) => isUuid(id) && !found.has(n)).map(({ id }) => id)
  return {
    sessions: parentsFirst(drafts, acknowledged),
    gone: [...new Set([...named, ...acknowledged.keys()])].filter((id) => !drafts.has(id) && !erased.has(id)),
  }
}

// Each table by itself: a backup may have lost one of them.
function erasedIn(database: Database): string[] {
  const found = [attempt(() => tombstonesOf(database)), attempt(() => pendingOf(database))]
  return found.flatMap((erasures) => (erasures ?? []).map(({ session }) => session))
}

// A fork has a higher number than what it was forked from.
function parentsFirst(drafts: ReadonlyMap<string, Draft>, acknowledged: Heads): Identity[] {
  const sessions = new Map<string, Identity>()
  const add = (draft: Draft, forks: readonly string[]): Identity => {
    const known = sessions.get(draft.id)
    if (known) return known
    const { parentId, ...rest } = draft
    const family = [...forks, draft.id]
    const above = parentId === null || family.includes(parentId) ? undefined : drafts.get(parentId)
    const parent = above ? add(above, family) : null
    const head = acknowledged.get(draft.id)
    const session = {
      ...rest,
      n: sessions.size + 1,
      parent,
      base: parent ? draft.base : 0,
      ...(head === undefined ? {} : { acknowledged: head }),
    }
    sessions.set(draft.id, session)
    return session
  }
  for (const draft of drafts.values()) add(draft, [])
  return [...sessions.values()]
}

type Row = { id: string; parent: number | null; base: number; head: number; hash: Uint8Array }

function draftOf(scratch: Database, backups: readonly Database[], n: number): Draft | undefined {
  const evidence = evidenceOf(scratch, n)
  const rows = scratch.all<Row>("SELECT * FROM sessions WHERE n = ? ORDER BY sure DESC", n)
  const named = scratch.all<{ id: string }>("SELECT id FROM names WHERE n = ? ORDER BY sure DESC", n)
  const copies = backups.flatMap(
    (database) => attempt(() => database.all<{ id: string }>("SELECT id FROM sessions WHERE n = ?", n)) ?? [],
  )
  const [row] = rows
  const first = evidence.nextAfter(0)
  const proven =
    [...rows, ...named, ...copies].find(({ id }) => provesId(scratch, evidence, n, id)) ??
    copies.find(({ id }) => isCopied(evidence, backups, id, first))
  if (!proven && !row && (first === undefined || isAstray(evidence, first))) return undefined
  const id = (proven ?? row ?? named.find((each) => isUuid(each.id)))?.id ?? uuidv7()
  const isSound = row && Number.isSafeInteger(row.head) && row.head >= 1
  return {
    id,
    salvagedAs: n,
    row: isSound ? { head: row.head, hash: row.hash } : null,
    ...parentOf(scratch, evidence, { row, first, id }),
  }
}

type Found = { row: Row | undefined; first: number | undefined; id: string }

// The first event of a fork says what it was forked from; where that event is damaged, its row is believed.
function parentOf(scratch: Database, evidence: Evidence, { row, first, id }: Found) {
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

function firstBody(evidence: Evidence, first: number, id: string): Uint8Array | undefined {
  const row = evidence.piecesAt(first)[0]?.row
  return row && ("body" in row ? row.body : unpackSegment(row, row.origin ?? id)?.bodies[0])
}

/** Whether a hash chain or a segment proves that session number `n` has this id. */
function provesId(scratch: Database, evidence: Evidence, n: number, id: string): boolean {
  const newest = scratch.all<{ seq: number }>(
    "SELECT seq FROM events WHERE session = ? AND origin IS NULL ORDER BY seq DESC LIMIT 16",
    n,
  )
  const sealed = scratch.all<{ first: number }>(
    "SELECT first FROM segments WHERE session = ? AND origin IS NULL LIMIT 4",
    n,
  )
  return (
    newest.some(({ seq }) => {
      const befores = [...evidence.hashesAt(seq - 1), ...(seq === 1 ? [genesis(id)] : [])]
      return prove(evidence, seq, befores, [id])?.origin === id
    }) ||
    sealed.some(({ first }) =>
      evidence.piecesAt(first).some(({ row }) => "data" in row && openSegment(row, id) !== undefined),
    )
  )
}

// A backup knows the id of a log by one of its hashes.
function isCopied(evidence: Evidence, backups: readonly Database[], id: string, seq: number | undefined): boolean {
  if (seq === undefined) return false
  return backups.some((database) => {
    const place = attempt(() => locateLog(database, id))
    const hash = place && attempt(() => hashAt(database, place, seq))
    return evidence.hashesAt(seq).some((each) => same(each, hash))
  })
}

// A row under a damaged number looks like a session of its own.
function isAstray(evidence: Evidence, first: number): boolean {
  const pieces = evidence.piecesAt(first)
  return pieces.length > 0 && pieces.every(({ row }) => "body" in row && evidence.isMisplaced(row, first))
}

function draftsIn(backup: Database): Draft[] {
  const ids = attempt(() => backup.all<{ id: string }>("SELECT id FROM sessions ORDER BY n")) ?? []
  return ids.flatMap(({ id }) => {
    const place = attempt(() => locateLog(backup, id))
    return place ? [draftFrom(backup, place)] : []
  })
}

function draftFrom(backup: Database, { id, parent, base, head, hash }: LogLocation): Draft {
  const above = attempt(() => backup.get<{ id: string }>("SELECT id FROM sessions WHERE n = ?", parent))
  return { id, salvagedAs: null, row: { head, hash }, base, parentId: above?.id ?? null }
}
