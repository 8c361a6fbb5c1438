import { zstdCompressSync } from "node:zlib"
import { atOnce } from "../../../session/at-once.ts"
import { emptyState } from "../../../session/empty-state.ts"
import { type BranchTrail, branchTrail } from "../../../session/fold/trail.ts"
import { apply, branchToRefold, cutRanges, foldBranch, foldVersion, rangesAfter } from "../../../session/fold.ts"
import type { BranchState, Range, SessionState } from "../../../session/state.ts"
import { readInSteps } from "../commit/steps.ts"
import type { Database } from "../database.ts"
import { throwDamage } from "../rescue/damage-error.ts"
import { checksum, same } from "./chain.ts"
import { decode, hashAt, type LogLocation, spansOf } from "./event-rows.ts"
import { longestValue, unpackBytes } from "./unpack.ts"

/** The folded state of a log at an event: the nearest snapshot, and the events after it. */
export function loadState(db: Database, place: LogLocation, at = place.head): LoadedState {
  return atOnce(stateInSteps(db, place, at))
}

export type LoadedState = { state: SessionState; snapshotAt: number }

/** The same, with pauses between the events that it reads: a long log takes seconds. */
export function* stateInSteps(db: Database, place: LogLocation, at = place.head): Generator<void, LoadedState> {
  const snapshot = nearest(db, place, at)
  let state = snapshot ?? emptyState(place.id)
  const trail = branchTrail()
  trail.pass(state)
  for (const step of readInSteps(db, place, state.seq + 1, at)) {
    for (const stored of step) {
      const event = decode(stored)
      const ranges = branchToRefold(state, event)
      state = apply(state, event, ranges && refoldBranch(db, place, ranges, trail))
      trail.pass(state)
    }
    yield
  }
  // With a snapshot at the head no event was read that would have shown it.
  if (snapshot?.seq === place.head && !same(hashAt(db, place, place.head), place.hash)) {
    throwDamage(db, {
      session: place.id,
      from: place.head,
      to: place.head,
      what: "the log does not end as its row says",
    })
  }
  return { state, snapshotAt: snapshot?.seq ?? 0 }
}

/** The branch that a rewind goes back to, from what is remembered of it, or else from the newest snapshot that lies on it. */
export function refoldBranch(db: Database, place: LogLocation, ranges: Range[], trail?: BranchTrail): BranchState {
  const start = trail?.backTo(ranges) ?? onBranch(db, place, ranges.at(-1)?.to ?? 0, ranges)
  const events = function* () {
    for (const { from, to } of rangesAfter(ranges, start?.seq ?? 0)) {
      for (const step of readInSteps(db, place, from, to ?? 0)) yield* step.map(decode)
    }
  }
  return foldBranch(place.id, events(), start)
}

/**
 * Keeps a state for later openings. Disposable, since it is only ever a shorter way to the same fold: of one that is too
 * long to be written as one text there is none. What the disk refuses is thrown.
 */
export function saveSnapshot(db: Database, place: LogLocation, state: SessionState, chain: Uint8Array): void {
  const data = packed(state)
  if (!data) return
  const hash = snapshotHash(place.id, { seq: state.seq, version: foldVersion, chain, data })
  db.run(
    "INSERT OR REPLACE INTO snapshots (session, seq, version, chain, hash, data) VALUES (?, ?, ?, ?, ?, ?)",
    place.n,
    state.seq,
    foldVersion,
    chain,
    hash,
    data,
  )
  db.run(
    `DELETE FROM snapshots WHERE session = ? AND seq <
       (SELECT min(seq) FROM (SELECT seq FROM snapshots WHERE session = ? ORDER BY seq DESC LIMIT ${snapshotsKept}))`,
    place.n,
    place.n,
  )
}

function packed(state: SessionState): Uint8Array | undefined {
  try {
    const text = JSON.stringify(state)
    return text.length * 3 > longestValue ? undefined : zstdCompressSync(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** How many snapshots of a session are kept: each holds what is open and waiting, which may be long. */
const snapshotsKept = 8

function onBranch(db: Database, place: LogLocation, to: number, ranges: Range[]): SessionState | undefined {
  const state = nearest(db, place, to)
  if (!state) return undefined
  const sameBranch = JSON.stringify(cutRanges(state.live, state.seq)) === JSON.stringify(cutRanges(ranges, state.seq))
  return sameBranch ? state : undefined
}

/** A snapshot as it is stored. */
export type SnapshotRow = { seq: number; version: number; chain: Uint8Array; hash: Uint8Array; data: Uint8Array }

/** The state that a snapshot holds, or nothing if it is not whole or not of this place in this log. */
export function openSnapshot(id: string, row: SnapshotRow): SessionState | undefined {
  const { chain, data } = row
  if (!(chain instanceof Uint8Array && data instanceof Uint8Array)) return undefined
  if (!same(snapshotHash(id, row), row.hash)) return undefined
  try {
    return JSON.parse(unpackBytes(data).toString()) as SessionState
  } catch {
    return undefined // it is only a cache: the log is folded instead
  }
}

// It is valid for one place of one log, so that the hash covers the place too.
function snapshotHash(id: string, { seq, version, chain, data }: Omit<SnapshotRow, "hash">): Buffer {
  return checksum(Buffer.concat([Buffer.from(`${id} ${seq} ${version} `), chain, data]))
}

// What a fork inherits is the same fold as its parent's, but for the name.
function nearest(db: Database, place: LogLocation, at: number): SessionState | undefined {
  for (const span of spansOf(db, place).reverse()) {
    const row = db.get<SnapshotRow>(
      `SELECT seq, version, chain, hash, data FROM snapshots
       WHERE session = ? AND seq <= ? AND version = ? ORDER BY seq DESC LIMIT 1`,
      span.n,
      Math.min(at, span.to),
      foldVersion,
    )
    const state = row && openSnapshot(span.id, row)
    if (state) return { ...state, id: place.id }
  }
  return undefined
}
