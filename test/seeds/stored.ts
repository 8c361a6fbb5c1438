import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { onTestFinished } from "vitest"

/** Looks into the file of a store from outside, by a read-only connection of its own. */
export type Stored = {
  /** The rows that the list is made of, and the search index, as they are stored. */
  listAndIndex(): Record<"sessions" | "tags" | "documents" | "index", Record<string, unknown>[]> & { mark: number }
  /** How many events are not in the search index yet. */
  unindexed(): number
  /** The streamed pieces of a session, in the order in which they were written. */
  pieces(session: string): string[]
  /** Changes with every transaction that any other connection writes. */
  version(): number
  segments(): number
}

export function stored(directory: string): Stored {
  const db = new DatabaseSync(join(directory, "holdfast.db"), { readOnly: true })
  onTestFinished(() => db.close())
  const all = (sql: string, ...values: string[]) => db.prepare(sql).all(...values)
  const one = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  return {
    listAndIndex: () => ({
      sessions: all("SELECT * FROM sessions ORDER BY n"),
      tags: all("SELECT * FROM tags ORDER BY tag, session"),
      documents: all("SELECT * FROM documents ORDER BY n"),
      index: all("SELECT * FROM search_data ORDER BY id"),
      mark: one("SELECT value FROM marks WHERE name = 'indexed'"),
    }),
    unindexed: () => one("SELECT count(*) FROM events WHERE n > (SELECT value FROM marks WHERE name = 'indexed')"),
    pieces: (session) =>
      all("SELECT text FROM partials WHERE session = (SELECT n FROM sessions WHERE id = ?) ORDER BY n", session).map(
        ({ text }) => String(text),
      ),
    version: () => one("PRAGMA data_version"),
    segments: () => one("SELECT count(*) FROM segments"),
  }
}

/**
 * The pages and transactions in the write-ahead log of a store. A log that starts over has another salt; a store
 * without one (a rollback journal) counts nothing.
 */
export function writeAheadLog(directory: string): { salt: string; pages: number; transactions: number } | undefined {
  const file = join(directory, "holdfast.db-wal")
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  if (bytes.length < headerBytes) return undefined
  const frameBytes = frameHeaderBytes + bytes.readUInt32BE(8)
  const salt = bytes.toString("hex", 16, 24)
  let pages = 0
  let transactions = 0
  for (let at = headerBytes; at + frameBytes <= bytes.length; at += frameBytes) {
    if (bytes.toString("hex", at + 8, at + 16) !== salt) break
    pages += 1
    if (bytes.readUInt32BE(at + 4) !== 0) transactions += 1
  }
  return { salt, pages, transactions }
}

/** What was written to the log of a store between two looks at it. */
export function writtenSince(
  before: ReturnType<typeof writeAheadLog>,
  after: ReturnType<typeof writeAheadLog>,
): { pages: number; transactions: number } {
  if (!after) return { pages: 0, transactions: 0 }
  if (before?.salt !== after.salt) return { pages: after.pages, transactions: after.transactions }
  return { pages: after.pages - before.pages, transactions: after.transactions - before.transactions }
}

/** The files in a directory that this process has open; where that cannot be seen, none. */
export function openFilesIn(directory: string): string[] {
  if (process.platform !== "linux") return []
  const target = (name: string) => {
    try {
      return readlinkSync(join("/proc/self/fd", name))
    } catch {
      return "" // closed between the two looks
    }
  }
  return readdirSync("/proc/self/fd")
    .map(target)
    .filter((path) => path.startsWith(directory))
}

// https://sqlite.org/fileformat2.html#the_write_ahead_log
const headerBytes = 32
const frameHeaderBytes = 24
