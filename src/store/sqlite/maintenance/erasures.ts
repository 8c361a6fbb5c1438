import type { Receipt } from "../../contract.ts"
import { connect, type Database, using } from "../database.ts"
import { salvage } from "../rescue/salvage.ts"

/** What a store keeps of an erased session. */
export type Erasure = { session: string; erasedAt: number; receipt: string }

/** An erased session whose text may still be in the WAL or in a copy, and whether damaged copies are to go too. */
export type PendingErasure = { session: string; copies: "keep" | "remove" }

/** What a store knows of erasures: all of them, and those that are not finished everywhere. */
export type Erasures = { done: Erasure[]; pending: PendingErasure[] }

export function writeTombstone(db: Database, { session, erasedAt, receipt }: Erasure): void {
  db.run(
    `INSERT INTO tombstones (session, erased_at, receipt) VALUES (?, ?, ?)
     ON CONFLICT (session) DO UPDATE SET erased_at = excluded.erased_at, receipt = excluded.receipt`,
    session,
    erasedAt,
    receipt,
  )
}

export function isErased(db: Database, session: string): boolean {
  return db.get("SELECT 1 FROM tombstones WHERE session = ?", session) !== undefined
}

/** Notes an unfinished erasure, so that the next process to open the store finishes it. Runs inside a transaction. */
export function markPending(db: Database, { session, copies }: PendingErasure): void {
  const sql = "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
  db.run(sql, markOf({ session, copies: "keep" }), Date.now())
  if (copies === "remove") db.run(sql, markOf({ session, copies }), Date.now())
}

export function unmarkPending(db: Database, session: string): void {
  for (const copies of ["keep", "remove"] as const) {
    db.run("DELETE FROM marks WHERE name = ?", markOf({ session, copies }))
  }
}

/** What a database says is to be finished. */
export function pendingOf(db: Database): PendingErasure[] {
  const marks = db.all<{ name: string }>(`SELECT name FROM marks WHERE name GLOB '${prefixes.keep}*'`)
  const isMarked = (name: string) => db.get("SELECT 1 FROM marks WHERE name = ?", name) !== undefined
  return marks.map(({ name }) => {
    const session = name.slice(prefixes.keep.length)
    return { session, copies: isMarked(markOf({ session, copies: "remove" })) ? "remove" : "keep" }
  })
}

export function tombstonesOf(db: Database): Erasure[] {
  return db.all<Erasure>("SELECT session, erased_at AS erasedAt, receipt FROM tombstones")
}

/** What a database says of erasures. A mark tells of one whose tombstone is lost. */
export function erasuresOf(db: Database): Erasures {
  const done = tombstonesOf(db)
  const known = new Set(done.map(({ session }) => session))
  const pending = pendingOf(db)
  return { done: [...done, ...pending.filter(({ session }) => !known.has(session)).map(bareErasure)], pending }
}

/** What the store in a file says of erasures, even if it is damaged: nothing of that may come back. */
export function erasuresIn(file: string): Erasures {
  try {
    return using(connect(file), erasuresOf)
  } catch {
    // Whatever keeps SQLite from reading it.
    return using(connect(":memory:"), (scratch) => {
      salvage(file, scratch, "applied", ["tombstones", "marks"])
      return erasuresOf(scratch)
    })
  }
}

/** The tombstone of an erasure that only a mark tells of. */
function bareErasure({ session }: PendingErasure): Erasure {
  const erasedAt = Date.now()
  const when = new Date(erasedAt).toISOString()
  const receipt: Receipt = { session, erasedAt: when, events: 0, blobs: 0, copiedTo: [], copies: [] }
  return { session, erasedAt, receipt: JSON.stringify(receipt) }
}

const prefixes = { keep: "erasing ", remove: "removing copies of " } as const

const markOf = ({ session, copies }: PendingErasure) => prefixes[copies] + session
