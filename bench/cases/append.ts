import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { type Comparison, drive, kilobyte, rate, withStore } from "../measure.ts"

const singles = 1500
const sessions = 64
const each = 150

/** Runs that do not count: a process that works for hours is warm. */
const warmUp = { singles: 300, each: 30 }

/** (a) One session: each append waits for the disk. */
export const single: Comparison = {
  title: "(a) durable appends of 1 KiB, one session",
  unit: "events/s",
  contenders: {
    "raw write+fdatasync": () =>
      inDirectory(async (directory) => {
        writeRaw(directory, warmUp.singles)
        return { value: await rate(singles, () => writeRaw(directory, singles)) }
      }),
    holdfast: () =>
      withStore(async (store) => {
        const lease = await drive(store)
        const append = async (times: number) => {
          for (let i = 0; i < times; i++) await store.append(lease.session, [kilobyte(i)], lease)
        }
        await append(warmUp.singles)
        return { value: await rate(singles, () => append(singles)) }
      }),
  },
  ratios: [{ of: "holdfast", to: "raw write+fdatasync", goal: ">= 0.7" }],
}

/** (b) Many sessions at once share a transaction. */
export const many: Comparison = {
  title: "(b) durable appends of 1 KiB, 64 sessions at once",
  unit: "events/s",
  contenders: {
    "holdfast, 1 session": single.contenders.holdfast as never,
    "holdfast, 64 sessions": () =>
      withStore(async (store) => {
        const leases = await Promise.all(Array.from({ length: sessions }, () => drive(store)))
        const append = (times: number) =>
          Promise.all(
            leases.map(async (lease) => {
              for (let i = 0; i < times; i++) await store.append(lease.session, [kilobyte(i)], lease)
            }),
          )
        await append(warmUp.each)
        return { value: await rate(sessions * each, () => append(each)) }
      }),
    "bare SQLite, 64 a commit": () =>
      inDirectory(async (directory) => ({ value: await bare(directory, { rows: false }) })),
    "bare SQLite, with list rows": () =>
      inDirectory(async (directory) => ({ value: await bare(directory, { rows: true }) })),
  },
  ratios: [
    { of: "holdfast, 64 sessions", to: "holdfast, 1 session", goal: ">= 15" },
    { of: "holdfast, 64 sessions", to: "bare SQLite, 64 a commit", goal: ">= 0.7" },
    { of: "holdfast, 64 sessions", to: "bare SQLite, with list rows" },
  ],
}

function writeRaw(directory: string, times: number): void {
  const file = openSync(join(directory, "raw"), "w")
  const bytes = Buffer.alloc(1024, "x")
  for (let i = 0; i < times; i++) {
    writeSync(file, bytes)
    fdatasyncSync(file)
  }
  closeSync(file)
}

/** The event rows of the store without anything around them; with `rows`, the list row of the session too. */
function bare(directory: string, options: { rows: boolean }): Promise<number> {
  const db = new DatabaseSync(join(directory, "bare.db"))
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE events (n INTEGER PRIMARY KEY, session INTEGER NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL,
      hash BLOB NOT NULL, origin TEXT) STRICT;
    CREATE UNIQUE INDEX events_by_seq ON events (session, seq);
    CREATE TABLE sessions (n INTEGER PRIMARY KEY, head INTEGER, hash BLOB, updated_at INTEGER, title TEXT) STRICT;
    CREATE INDEX sessions_by_update ON sessions (updated_at DESC, n DESC);`)
  const insert = db.prepare("INSERT INTO events (session, seq, body, hash) VALUES (?, ?, ?, ?)")
  const update = db.prepare("UPDATE sessions SET head = ?, hash = ?, updated_at = ? WHERE n = ?")
  const body = Buffer.alloc(1024, "x")
  const hash = Buffer.alloc(16, 1)
  for (let n = 0; n < sessions; n++)
    db.prepare("INSERT INTO sessions VALUES (?, 0, ?, 0, ?)").run(n, hash, "t".repeat(200))
  const commit = (from: number, to: number) => {
    for (let seq = from; seq < to; seq++) {
      db.exec("BEGIN IMMEDIATE")
      for (let session = 0; session < sessions; session++) {
        insert.run(session, seq, body, hash)
        if (options.rows) update.run(seq, hash, Date.now(), session)
      }
      db.exec("COMMIT")
    }
  }
  commit(0, warmUp.each)
  return rate(sessions * each, () => commit(warmUp.each, warmUp.each + each)).finally(() => db.close())
}

async function inDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-bench-"))
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
