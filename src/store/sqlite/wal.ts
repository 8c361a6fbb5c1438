import type { Database } from "./database.ts"

/** Folds the WAL into the file and cuts it off; false while a reader holds that up. */
export function isWalCleared(writer: Database): boolean {
  // A long transaction of this store pauses now and then: then it is not over.
  if (writer.raw.isTransaction) return false
  // SQLite would wait for the reader with the whole process standing still.
  return writer.withoutWaiting(() => (writer.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")?.busy ?? 0) === 0)
}
