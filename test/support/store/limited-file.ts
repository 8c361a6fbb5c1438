import type { DatabaseSync } from "node:sqlite"
import { openSqliteStore, type SqliteStore } from "../../../src/store/sqlite/store.ts"

/** A store whose file can be kept from growing, as on a disk that is full. */
export function openLimited(directory: string): { store: SqliteStore; limit(morePages: number): void } {
  let writer: DatabaseSync | undefined
  const faults = (_point: string, database?: DatabaseSync) => {
    // The connection that makes the file is closed again.
    if (!writer?.isOpen) writer = database
  }
  const store = openSqliteStore({ directory, lowWatermarkBytes: 0, faults })
  const limit = (morePages: number) => {
    const pages = Number(writer?.prepare("PRAGMA page_count").get()?.page_count)
    writer?.exec(`PRAGMA max_page_count = ${pages + morePages}`)
  }
  return { store, limit }
}
