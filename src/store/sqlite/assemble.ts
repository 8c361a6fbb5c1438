import { checksum, genesis, link, same } from "./chain.ts"
import type { Database } from "./database.ts"
import { type Evidence, evidenceOf, proveHot, proveSegment } from "./evidence.ts"
import { hashAt, type Place, placeOf, readRange, type Stored } from "./log.ts"
import { putSegment, type SegmentRow } from "./segment.ts"

/** A session of a damaged store, as far as it could be made out. */
export type Identity = {
  n: number
  id: string
  parent: { n: number; id: string } | null
  base: number
  /** Its number in the damaged file; nothing of a session that only a backup has. */
  salvagedAs: number | null
  /** Where its row said that it ends. */
  told: { head: number; hash: Uint8Array } | null
  /** The last of its events that was acknowledged, where that is known from outside the file. */
  acknowledged?: number
}

/** Where events may come from when the damaged file has lost them: copies of the store from before. */
export type Backup = { file: string; database: Database }

/** Where an assembled log ends, and how many of its events only a backup had. */
export type Assembled = { head: number; hash: Uint8Array; sealed: number; fromBackup: number }

type Work = {
  target: Database
  session: Identity
  evidence: Evidence
  backups: ReadonlyArray<{ database: Database; place: Place }>
  numberFor(seq: number, kept?: number): number
}

/**
 * Writes the log of a session into a new store: each event that is proven by the chain, from the damaged file or from a
 * backup. What cannot be proven is kept as it is, so that it is named by `verify` and nothing vanishes.
 */
export function assembleLog(
  target: Database,
  scratch: Database,
  backups: readonly Backup[],
  session: Identity,
  numberFor: (seq: number, kept?: number) => number,
): Assembled {
  const evidence = evidenceOf(scratch, session.salvagedAs ?? -1)
  const work: Work = { target, session, evidence, backups: placesIn(backups, session.id), numberFor }
  const assembled = { fromBackup: 0, sealed: 0 }
  let chain = chainBefore(target, work)
  let origin = session.id
  let last = session.base
  for (let seq: number | undefined = session.base + 1; seq !== undefined; seq = following(work, last)) {
    if (isEnd(work, last, chain, [session.id, origin])) break
    if (seq > last + 1) chain = undefined
    const befores = chain ? [chain] : evidence.hashes(seq - 1)
    const origins = [session.id, origin]
    const piece = next(work, seq, befores, origins)
    if (piece) {
      chain = piece.hash
      origin = piece.origin
      assembled.fromBackup += piece.fromBackup
      if (piece.sealed) assembled.sealed = piece.last
      last = piece.last
    } else {
      const kept = keepUnproven(work, seq, origins)
      if (!kept) break
      chain = kept.hash
      last = kept.last
    }
  }
  return { ...assembled, ...endOf(work, last, chain) }
}

// Where a row says that the log ends, it ends; but the row may be older than what follows from its hash.
function isEnd({ session, evidence }: Work, last: number, chain: Uint8Array | undefined, origins: string[]): boolean {
  const { told, acknowledged = 0 } = session
  if (!chain || told?.head !== last || !same(told.hash, chain) || acknowledged > last) return false
  return !leads(evidence, last, chain, origins)
}

// What is missing is stepped over. A damaged number is most often far too large: what seems to lie far beyond does not.
function following({ evidence, backups }: Work, last: number): number | undefined {
  if (backups.some(({ place }) => place.head > last)) return last + 1
  // By its row or by the index: one of the two may be damaged.
  const isThere = evidence.hot(last + 1).length > 0 || evidence.segments(last + 1).length > 0
  const seq = isThere ? last + 1 : evidence.after(last)
  return seq !== undefined && seq - last <= believable ? seq : undefined
}

const believable = 100_000

// Whoever says that the log goes on is believed: the session is then known to have lost its end. A row that names the
// hash of the last event, but another number, is not.
function endOf(
  { session, evidence }: Work,
  end: number,
  chain: Uint8Array | undefined,
): { head: number; hash: Uint8Array } {
  const { told, acknowledged = 0 } = session
  const unknown = Buffer.alloc(16)
  if (acknowledged > end && (told?.head ?? 0) < acknowledged) return { head: acknowledged, hash: unknown }
  if (told && same(told.hash, chain)) return { head: end, hash: told.hash }
  if (told && told.head > end && told.head - end <= believable) return told
  return { head: Math.max(end, evidence.claimed(end + believable)), hash: chain ?? told?.hash ?? unknown }
}

type Piece = { last: number; hash: Uint8Array; origin: string; fromBackup: number; sealed: boolean }

function next(work: Work, seq: number, befores: Uint8Array[], origins: string[]): Piece | undefined {
  const { evidence } = work
  const hot = proveHot(evidence, seq, befores, origins)
  if (hot) {
    putEvent(work, seq, hot.body, hot.hash, hot.origin, hot.n)
    return { last: seq, hash: hot.hash, origin: hot.origin, fromBackup: 0, sealed: false }
  }
  const segment = proveSegment(evidence, seq, befores, origins)
  if (segment) {
    const { row, before, after, origin } = segment
    const named = origin === work.session.id ? null : origin
    putSegment(work.target, { ...row, session: work.session.n, before, after, origin: named, hash: checksum(row.data) })
    return { last: row.last, hash: after, origin, fromBackup: 0, sealed: true }
  }
  const stored = fromBackups(work, seq, befores)
  if (!stored) return undefined
  putEvent(work, seq, stored.body, stored.hash, stored.origin)
  return { last: seq, hash: stored.hash, origin: stored.origin, fromBackup: 1, sealed: false }
}

// A backup proves its events by its own chain; that it is the chain of this log, the hash before tells.
function fromBackups({ backups, evidence }: Work, seq: number, befores: Uint8Array[]): Stored | undefined {
  for (const { database, place } of backups) {
    if (seq > place.head) continue
    const [stored] = attempt(() => readRange(database, place, seq, seq, () => undefined)) ?? []
    if (!stored) continue
    const follows = befores.some((before) => same(link(before, stored.origin, stored.body), stored.hash))
    if (follows || evidence.hashes(seq).some((hash) => same(hash, stored.hash))) return stored
  }
  return undefined
}

// The hash that the next event follows from is kept: it is what proves all that comes after the damage.
function keepUnproven(
  work: Work,
  seq: number,
  origins: string[],
): { last: number; hash: Uint8Array | undefined } | undefined {
  const { evidence, session, target } = work
  const leading = evidence.hashes(seq).find((hash) => leads(evidence, seq, hash, origins))
  const row = evidence.hot(seq).find((each) => !evidence.isMisplaced({ ...each, seq }))
  if (row && !target.get("SELECT 1 FROM events WHERE n = ?", row.n)) {
    const hash = leading ?? row.hash
    putEvent(work, seq, row.body, hash, row.origin ?? session.id, row.n)
    return { last: seq, hash }
  }
  const segment = evidence.segments(seq).find(({ first }) => first === seq)
  if (segment) {
    const last = nextKnown(evidence, segment)
    putSegment(work.target, { ...segment, session: work.session.n, last })
    return { last, hash: evidence.hashes(last).find((hash) => leads(evidence, last, hash, origins)) ?? segment.after }
  }
  const copied = hashIn(work, seq)
  // Nothing is left of this event: it counts as lost if the log goes on after it.
  return following(work, seq) === undefined ? undefined : { last: seq, hash: leading ?? copied }
}

function hashIn({ backups }: Work, seq: number): Uint8Array | undefined {
  for (const { database, place } of backups) {
    const hash = seq <= place.head ? attempt(() => hashAt(database, place, seq)) : undefined
    if (hash) return hash
  }
  return undefined
}

// A segment whose end is damaged must not hide what comes after it.
function nextKnown(evidence: Evidence, { first, last }: SegmentRow): number {
  for (let seq = first + 1; seq <= Math.min(last, first + believable); seq++) {
    if (evidence.hot(seq).length > 0 || evidence.segments(seq).some((each) => each.first === seq)) return seq - 1
  }
  return last
}

function leads(evidence: Evidence, seq: number, hash: Uint8Array, origins: string[]): boolean {
  return (
    proveHot(evidence, seq + 1, [hash], origins) !== undefined ||
    proveSegment(evidence, seq + 1, [hash], origins) !== undefined
  )
}

function chainBefore(target: Database, { session, evidence, backups }: Work): Uint8Array | undefined {
  if (session.parent) {
    const place = placeOf(target, session.parent.id)
    return place && hashAt(target, place, session.base)
  }
  const roots = [
    session.id,
    ...evidence.hot(1).map(({ origin }) => origin),
    ...evidence.segments(1).map(({ origin }) => origin),
  ]
  for (const root of roots) {
    if (root === null) continue
    const chain = genesis(root)
    if (proveHot(evidence, 1, [chain], [root]) || proveSegment(evidence, 1, [chain], [root])) return chain
  }
  const [copy] = backups
  return copy ? attempt(() => hashAt(copy.database, copy.place, 0)) : genesis(session.id)
}

function placesIn(backups: readonly Backup[], id: string): Array<{ database: Database; place: Place }> {
  return backups.flatMap(({ database }) => {
    const place = attempt(() => placeOf(database, id))
    return place ? [{ database, place }] : []
  })
}

function putEvent(
  { target, session, numberFor }: Work,
  seq: number,
  body: Uint8Array,
  hash: Uint8Array,
  origin: string,
  kept?: number,
): void {
  target.run(
    "INSERT INTO events (n, session, seq, body, hash, origin) VALUES (?, ?, ?, ?, ?, ?)",
    numberFor(seq, kept),
    session.n,
    seq,
    body,
    hash,
    origin === session.id ? null : origin,
  )
}

/** Looks at a backup, which may be damaged itself. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined // what a backup cannot give is missing, and `verify` names it in the end
  }
}
