import type { Receipt } from "../contract.ts"
import { connect, type Database } from "./database.ts"
import { salvagedRows } from "./salvage.ts"

/** What a store keeps of an erased session. */
export type Erasure = { session: string; erasedAt: number; receipt: string }

/** An erased session whose text may still be in the WAL or in a copy, and whether damaged copies are to go too. */
export type Remains = { session: string; copies: "keep" | "remove" }

/** What a store knows of erasures: all of them, and those that are not done everywhere. */
export type Erasures = { done: Erasure[]; pending: Remains[] }

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

/** Notes that an erasure is to be finished, by whoever opens the store next if need be. Runs inside a transaction. */
export function markPending(db: Database, { session, copies }: Remains): void {
  const sql = "INSERT INTO marks (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
  db.run(sql, markOf({ session, copies: "keep" }), Date.now())
  if (copies === "remove") db.run(sql, markOf({ session, copies }), Date.now())
}

export function unmarkPending(db: Database, session: string): void {
  for (const copies of ["keep", "remove"] as const) {
    db.run("DELETE FROM marks WHERE name = ?", markOf({ session, copies }))
  }
}

/** What a database says was erased. */
export function tombstonesOf(db: Database): Erasure[] {
  return db.all<Erasure>("SELECT session, erased_at AS erasedAt, receipt FROM tombstones")
}

/** What a database says is to be finished. */
export function pendingOf(db: Database): Remains[] {
  const marks = db.all<{ name: string }>(`SELECT name FROM marks WHERE name GLOB '${prefixes.keep}*'`)
  const isMarked = (name: string) => db.get("SELECT 1 FROM marks WHERE name = ?", name) !== undefined
  return marks.map(({ name }) => {
    const session = name.slice(prefixes.keep.length)
    return { session, copies: isMarked(markOf({ session, copies: "remove" })) ? "remove" : "keep" }
  })
}

/** What the store in a file says was erased, even if it is damaged: nothing of that may come back. */
export function erasuresIn(file: string): Erasures {
  try {
    const database = connect(file)
    try {
      return { done: tombstonesOf(database), pending: pendingOf(database) }
    } finally {
      database.close()
    }
  } catch {
    return carvedErasures(file) // whatever keeps SQLite from reading it
  }
}

/** The tombstone of an erasure that only a mark tells of. */
export function bareErasure(session: string, at: number): Erasure {
  const erasedAt = Math.min(Math.max(at, 0), Date.now())
  const when = new Date(erasedAt).toISOString()
  const receipt: Receipt = { session, erasedAt: when, events: 0, blobs: 0, copiedTo: [], copies: [] }
  return { session, erasedAt, receipt: JSON.stringify(receipt) }
}

function carvedErasures(file: string): Erasures {
  const done = new Map<string, Erasure>()
  const pending = new Map<string, Remains>()
  for (const { table, values } of salvagedRows(file)) {
    const [first, second, third] = values
    if (typeof first !== "string" || typeof second !== "number") continue
    if (table === "tombstones") done.set(first, { session: first, erasedAt: second, receipt: String(third) })
    for (const copies of ["keep", "remove"] as const) {
      if (table !== "marks" || !first.startsWith(prefixes[copies])) continue
      const session = first.slice(prefixes[copies].length)
      if (copies === "remove" || !pending.has(session)) pending.set(session, { session, copies })
      if (!done.has(session)) done.set(session, bareErasure(session, second))
    }
  }
  return { done: [...done.values()], pending: [...pending.values()] }
}

const prefixes = { keep: "erasing ", remove: "removing copies of " } as const

const markOf = ({ session, copies }: Remains) => prefixes[copies] + session
