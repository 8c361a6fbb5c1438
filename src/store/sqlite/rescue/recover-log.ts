import type { Database } from "../database.ts"
import { genesis, link, same } from "../log/chain.ts"
import { hashAt, type LogLocation, locateLog, readRange } from "../log/event-rows.ts"
import { descriptionOf, putSegment, unpackSegment } from "../log/segment.ts"
import { attempt } from "./backups.ts"
import type { Identity } from "./identify.ts"
import { type EventRow, type Evidence, evidenceOf, type Piece, prove } from "./log-evidence.ts"

/** Where a recovered log ends, and how many of its events only a backup had. */
export type RecoveredLog = { head: number; hash: Uint8Array; sealed: number; fromBackup: number }

/** Where logs come from and go to. `numberFor` gives a number that no other event has. */
export type Recovery = {
  target: Database
  scratch: Database
  backups: readonly Database[]
  numberFor(session: Identity, seq: number, kept?: number): number
}

/** Events from `seq` to `last`, and the hash that the next one follows from, as far as that is known. */
type Step = { last: number; hash: Uint8Array | undefined; origin: string; sealed?: boolean; fromBackup?: boolean }

type Log = Recovery & {
  session: Identity
  evidence: Evidence
  copies: ReadonlyArray<{ database: Database; place: LogLocation }>
}

/**
 * Writes the log of a session into a new store: each event that the chain proves, from the damaged file or from a
 * backup. What cannot be proven is kept as it is, so that `verify` names it and nothing vanishes.
 */
export function recoverLog(recovery: Recovery, session: Identity): RecoveredLog {
  const copies = recovery.backups.flatMap((database) => {
    const place = attempt(() => locateLog(database, session.id))
    return place ? [{ database, place }] : []
  })
  const log: Log = { ...recovery, session, evidence: evidenceOf(recovery.scratch, session.salvagedAs ?? -1), copies }
  let step: Step = { last: session.base, hash: hashBefore(log), origin: session.id }
  let sealed = 0
  let fromBackup = 0
  for (;;) {
    const seq = next(log, step.last)
    if (seq === undefined || isEnd(log, step)) break
    const befores = seq === step.last + 1 && step.hash ? [step.hash] : log.evidence.hashesAt(seq - 1)
    const origins = [session.id, step.origin]
    const taken: Step | undefined =
      takeProven(log, seq, befores, origins) ?? takeCopied(log, seq, befores) ?? keepUnproven(log, seq, origins)
    if (!taken) break
    step = taken
    if (step.sealed) sealed = step.last
    if (step.fromBackup) fromBackup++
  }
  return { ...endOf(log, step), sealed, fromBackup }
}

function hashBefore({ target, session, evidence, copies }: Log): Uint8Array | undefined {
  if (session.parent) {
    const place = locateLog(target, session.parent.id)
    return place && hashAt(target, place, session.base)
  }
  const roots = [session.id, ...evidence.piecesAt(1).flatMap(({ origin }) => origin ?? [])]
  const root = roots.find((each) => prove(evidence, 1, [genesis(each)], [each]))
  const [copy] = root === undefined ? copies : []
  return copy ? attempt(() => hashAt(copy.database, copy.place, 0)) : genesis(root ?? session.id)
}

// What is missing is stepped over. A damaged number is most often far too large: what seems to lie far beyond does not.
function next({ evidence, copies }: Log, last: number): number | undefined {
  // By its row or by the index: one of the two may be damaged.
  const isThere = copies.some(({ place }) => place.head > last) || evidence.piecesAt(last + 1).length > 0
  const seq = isThere ? last + 1 : evidence.nextAfter(last)
  return seq !== undefined && seq - last <= believable ? seq : undefined
}

const believable = 100_000

// Where its row says that the log ends, it ends; but the row may be older than what follows from its hash.
function isEnd({ session, evidence }: Log, { last, hash, origin }: Step): boolean {
  const { row, acknowledged = 0 } = session
  if (!hash || row?.head !== last || !same(row.hash, hash) || acknowledged > last) return false
  return prove(evidence, last + 1, [hash], [session.id, origin]) === undefined
}

function takeProven(log: Log, seq: number, befores: Uint8Array[], origins: string[]): Step | undefined {
  const proven = prove(log.evidence, seq, befores, origins)
  if (!proven) return undefined
  const { row, last, hash, before, origin } = proven
  if ("body" in row) {
    putEvent(log, seq, { ...row, hash, origin })
    return { last, hash, origin }
  }
  const named = origin === log.session.id ? null : origin
  const opened = unpackSegment({ ...row, before }, origin)
  const description = opened && descriptionOf(opened)
  putSegment(log.target, { ...row, ...description, session: log.session.n, before, after: hash, origin: named })
  return { last, hash, origin, sealed: true }
}

// A backup proves its events by its own chain; that it is the chain of this log, the hash before tells.
function takeCopied(log: Log, seq: number, befores: Uint8Array[]): Step | undefined {
  for (const { database, place } of log.copies) {
    const [stored] = attempt(() => readRange(database, place, seq, seq, () => undefined)) ?? []
    if (!stored) continue
    const { body, hash, origin } = stored
    const isOfThisLog =
      befores.some((before) => same(link(before, origin, body), hash)) ||
      log.evidence.hashesAt(seq).some((each) => same(each, hash))
    if (!isOfThisLog) continue
    putEvent(log, seq, stored)
    return { last: seq, hash, origin, fromBackup: true }
  }
  return undefined
}

// The hash that the next event follows from is kept: it is what proves all that comes after the damage.
function keepUnproven(log: Log, seq: number, origins: string[]): Step | undefined {
  const { evidence, session, target, copies } = log
  const [, origin = session.id] = origins
  const leading = (last: number) =>
    evidence.hashesAt(last).find((hash) => prove(evidence, last + 1, [hash], origins) !== undefined)
  const isKept = ({ row }: Piece) =>
    !("body" in row) ||
    (!evidence.isMisplaced(row, seq) && target.get("SELECT 1 FROM events WHERE n = ?", row.n) === undefined)
  const row = evidence.piecesAt(seq).find(isKept)?.row
  if (row && "body" in row) {
    const hash = leading(seq) ?? row.hash
    putEvent(log, seq, { ...row, hash })
    return { last: seq, hash, origin }
  }
  if (row) {
    // A segment whose end is damaged must not hide what comes after it.
    const last = Math.min(row.last, (evidence.nextAfter(seq) ?? Number.POSITIVE_INFINITY) - 1)
    putSegment(target, { ...row, session: session.n, last })
    return { last, hash: leading(last) ?? row.after, origin }
  }
  // Nothing is left of this event: it counts as lost if the log continues after it.
  if (next(log, seq) === undefined) return undefined
  const copied = copies.flatMap(({ database, place }) => attempt(() => hashAt(database, place, seq)) ?? [])
  return { last: seq, hash: leading(seq) ?? copied[0], origin }
}

// Any row that says that the log continues is believed: the session is then known to have lost its end. A row that names
// the hash of the last event, but another number, is not.
function endOf({ session, evidence }: Log, { last, hash }: Step): { head: number; hash: Uint8Array } {
  const { row, acknowledged = 0 } = session
  const unknown = Buffer.alloc(16)
  if (acknowledged > last && (row?.head ?? 0) < acknowledged) return { head: acknowledged, hash: unknown }
  if (row && same(row.hash, hash)) return { head: last, hash: row.hash }
  if (row && row.head > last && row.head - last <= believable) return row
  return { head: Math.max(last, evidence.lastIndexed(last + believable)), hash: hash ?? row?.hash ?? unknown }
}

type NewEvent = Pick<EventRow, "body" | "hash" | "origin"> & { n?: number }

function putEvent({ target, session, numberFor }: Log, seq: number, { n, body, hash, origin }: NewEvent): void {
  target.run(
    "INSERT INTO events (n, session, seq, body, hash, origin) VALUES (?, ?, ?, ?, ?, ?)",
    numberFor(session, seq, n),
    session.n,
    seq,
    body,
    hash,
    origin === session.id ? null : origin,
  )
}
