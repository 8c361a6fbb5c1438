import type { Event, ForeignEvent } from "../../../session/event.ts"
import { assertSameBody } from "../../idempotency.ts"
import { itemStartedBy, type StartedItem } from "../../started-items.ts"
import type { Core } from "../core.ts"
import type { Database } from "../database.ts"
import { type LogLocation, spansOf } from "./event-rows.ts"

/** What an idempotency key led to the first time. */
export function repeatOf(core: Core, session: number, key: string, digest: string): string | undefined {
  const row = core.writer.get<{ digest: string; result: string }>(
    "SELECT digest, result FROM keys WHERE session = ? AND key = ?",
    session,
    key,
  )
  if (!row) return undefined
  assertSameBody(key, row.digest, digest)
  return row.result
}

/** Keeps a key for ever, with what it led to. */
export function rememberKey(db: Database, session: number, key: string, digest: string, result: string): void {
  db.run("INSERT OR REPLACE INTO keys (session, key, digest, result) VALUES (?, ?, ?, ?)", session, key, digest, result)
}

/** Whether a turn, input or ask with this id was ever started in the log, inherited parts included. */
export function hasStarted(db: Database, place: LogLocation, { kind, id }: StartedItem): boolean {
  return spansOf(db, place).some(({ n, to }) =>
    db.get("SELECT 1 FROM begun WHERE session = ? AND kind = ? AND id = ? AND seq <= ?", n, kind, id, to),
  )
}

/** Keeps the id of what an event begins for ever: the state is bounded and forgets it. */
export function rememberStarted(db: Database, session: number, event: ForeignEvent | Event): void {
  const item = itemStartedBy(event)
  if (item) keepStarted(db, session, event.seq, item)
}

/** The same of what is known to begin there. */
export function keepStarted(db: Database, session: number, seq: number, { kind, id }: StartedItem): void {
  db.run("INSERT OR IGNORE INTO begun (session, kind, id, seq) VALUES (?, ?, ?, ?)", session, kind, id, seq)
}
