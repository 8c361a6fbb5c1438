import { errorText } from "../../../base/error-text.ts"
import { emptyState } from "../../../session/empty-state.ts"
import type { Event, ForeignEvent } from "../../../session/event.ts"
import { branchTrail } from "../../../session/fold/trail.ts"
import { apply, branchToRefold, foldBranch, rangesAfter } from "../../../session/fold.ts"
import type { Range, SessionState } from "../../../session/state.ts"
import type { Damage } from "../../contract.ts"
import { readInSteps, stepEnd } from "../commit/steps.ts"
import type { Database } from "../database.ts"
import { decode, type LogLocation, readRange, type Stored, storedThrough } from "../log/event-rows.ts"
import { loadState } from "../log/snapshot.ts"
import { attempt } from "./backups.ts"

/** An event of a log, and its row where it is not sealed. */
export type Walked = { event: Event | ForeignEvent; stored: Stored; row: HotRow | undefined }

type HotRow = { n: number; hash: Uint8Array; bytes: number }

/**
 * The readable events of a log from a seq on. Damage is reported in stretches; where SQLite fails on a step, its
 * events are read one by one.
 */
export function* walkLog(
  db: Database,
  place: LogLocation,
  from: number,
  report: (seq: number, what: string) => void,
): Generator<Walked> {
  let stretch: Damage | undefined
  const settle = () => {
    if (!stretch) return
    const { from: first, to, what } = stretch
    report(first, first === to ? what : `${what} (through seq ${to})`)
  }
  const onDamage = (found: Damage) => {
    const continues = stretch?.what === found.what && stretch.to + 1 === found.from
    if (!continues) settle()
    stretch = continues && stretch ? { ...stretch, to: found.to } : found
  }
  // A damaged row may say that the log continues for ever.
  const through = Math.min(place.head, storedThrough(db, place))
  for (let first = from, to: number; first <= through; first = to + 1) {
    to = first
    let events: Stored[]
    try {
      to = stepEnd(db, place, first, through)
      const found: Damage[] = []
      events = readRange(db, place, first, to, (damage) => found.push(damage))
      found.forEach(onDamage)
    } catch {
      events = oneByOne(db, place, first, to, onDamage)
    }
    const hot = attempt(() => hotIn(db, place, first, to))
    for (const stored of events) yield { event: decode(stored), stored, row: hot?.get(stored.seq) }
  }
  if (through < place.head) {
    onDamage({ session: place.id, from: Math.max(from, through + 1), to: place.head, what: "events are missing" })
  }
  settle()
}

function oneByOne(
  db: Database,
  place: LogLocation,
  from: number,
  to: number,
  onDamage: (damage: Damage) => void,
): Stored[] {
  const events: Stored[] = []
  for (let seq = from; seq <= to; seq++) {
    try {
      events.push(...readRange(db, place, seq, seq, onDamage))
    } catch (error) {
      onDamage({ session: place.id, from: seq, to: seq, what: `it cannot be read: ${errorText(error)}` })
    }
  }
  return events
}

function hotIn(db: Database, place: LogLocation, from: number, to: number): Map<number, HotRow> {
  const rows = db.all<HotRow & { seq: number }>(
    "SELECT seq, n, hash, length(body) AS bytes FROM events WHERE session = ? AND seq BETWEEN ? AND ?",
    place.n,
    from,
    to,
  )
  return new Map(rows.map(({ seq, ...row }) => [seq, row]))
}

/** Folds a log as it is read, without the help of its own snapshots. An event that cannot be folded ends the state. */
export function foldingFrom(db: Database, place: LogLocation, from: number) {
  // Damage of an inherited part is reported under the session that it is inherited from.
  let state = from === 1 ? emptyState(place.id) : attempt(() => loadState(db, place, from - 1).state)
  const trail = branchTrail()
  if (state) trail.pass(state)
  return {
    see(event: Event | ForeignEvent): SessionState | undefined {
      const before = state
      state = undefined
      if (!before) return undefined
      const ranges = branchToRefold(before, event)
      const start = ranges && trail.backTo(ranges)
      const branch = ranges && foldBranch(place.id, eventsIn(db, place, rangesAfter(ranges, start?.seq ?? 0)), start)
      state = apply(before, event, branch)
      trail.pass(state)
      return state
    },
  }
}

function* eventsIn(db: Database, place: LogLocation, ranges: Range[]): Generator<Event | ForeignEvent> {
  for (const { from, to } of ranges) {
    for (const step of readInSteps(db, place, from, to ?? 0, () => undefined)) yield* step.map(decode)
  }
}
