import type { Event, ForeignEvent } from "../../session/event.ts"
import { type Begun, begunBy } from "../begun.ts"
import { assertSameBody } from "../idempotency.ts"
import type { Core } from "./core.ts"
import type { Database } from "./database.ts"
import { type Place, spansOf } from "./log.ts"

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

/** Whether a turn, input or ask of this id was ever begun in the log, inherited parts included. */
export function hasBegun(db: Database, place: Place, { kind, id }: Begun): boolean {
  return spansOf(db, place).some(({ n, to }) =>
    db.get("SELECT 1 FROM begun WHERE session = ? AND kind = ? AND id = ? AND seq <= ?", n, kind, id, to),
  )
}

/** Keeps the id of what an event begins for ever: the state is bounded and forgets it. */
export function rememberBegun(db: Database, session: number, event: ForeignEvent | Event): void {
  const begun = begunBy(event)
  if (begun) keepBegun(db, session, event.seq, begun)
}

/** The same of what is known to begin there. */
export function keepBegun(db: Database, session: number, seq: number, { kind, id }: Begun): void {
  db.run("INSERT OR IGNORE INTO begun (session, kind, id, seq) VALUES (?, ?, ?, ?)", session, kind, id, seq)
}
