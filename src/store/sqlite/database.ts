import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite"

/** Called around every statement and file operation of ours; the crash suite kills or fails the process here. */
export type Faults = (point: string, database?: DatabaseSync) => void

/** How many rows a statement has written, and the number of the last one that it inserted. */
type Written = { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }

/** One connection, with its prepared statements kept. Parameters are positional. */
export type Database = {
  run(sql: string, ...parameters: SQLInputValue[]): Written
  get<T>(sql: string, ...parameters: SQLInputValue[]): T | undefined
  all<T>(sql: string, ...parameters: SQLInputValue[]): T[]
  /** Runs statements; `point` names the fault point where the first words would not. */
  exec(sql: string, point?: string): void
  /** Reads that belong together see one state of the file, whatever other connections commit meanwhile. */
  consistently<T>(reads: () => T): T
  /** Does work that fails at once where another connection holds a lock: waiting would hold up the whole thread. */
  withoutWaiting<T>(work: () => T): T
  /** From now on, nothing waits for a lock. */
  stopWaiting(): void
  close(): void
  /** How many statements have written so far. */
  readonly changes: number
  readonly raw: DatabaseSync
}

export function connect(
  path: string,
  options: { readOnly?: boolean; busyTimeoutMs?: number; faults?: Faults } = {},
): Database {
  let timeout = options.busyTimeoutMs ?? 5000
  const raw = new DatabaseSync(path, {
    readOnly: options.readOnly ?? false,
    timeout,
    enableForeignKeyConstraints: true,
  })
  const statements = new Map<string, { statement: StatementSync; point: string }>()
  const { faults } = options
  let changes = 0

  const prepared = (sql: string) => {
    const known = statements.get(sql)
    if (known) return known
    const made = { statement: raw.prepare(sql), point: pointOf(sql) }
    statements.set(sql, made)
    return made
  }

  return {
    raw,
    get changes() {
      return changes
    },
    run(sql, ...parameters) {
      const { statement, point } = prepared(sql)
      faults?.(`before ${point}`, raw)
      changes++
      const written = statement.run(...parameters)
      faults?.(`after ${point}`, raw)
      return written
    },
    get: <T>(sql: string, ...parameters: SQLInputValue[]) =>
      prepared(sql).statement.get(...parameters) as T | undefined,
    all: <T>(sql: string, ...parameters: SQLInputValue[]) => prepared(sql).statement.all(...parameters) as T[],
    exec(sql, point = pointOf(sql)) {
      faults?.(`before ${point}`, raw)
      raw.exec(sql)
      faults?.(`after ${point}`, raw)
    },
    consistently(reads) {
      if (raw.isTransaction) return reads()
      raw.exec("BEGIN")
      try {
        return reads()
      } finally {
        // A read that the disk failed has ended it already.
        if (raw.isTransaction) raw.exec("COMMIT")
      }
    },
    stopWaiting() {
      raw.exec("PRAGMA busy_timeout = 0")
      timeout = 0
    },
    withoutWaiting(work) {
      if (timeout === 0) return work()
      // Prepared each time: this pragma takes effect when it is prepared, and only then.
      raw.exec("PRAGMA busy_timeout = 0")
      try {
        return work()
      } finally {
        raw.exec(`PRAGMA busy_timeout = ${timeout}`)
      }
    },
    close: () => raw.close(),
  }
}

/** Does work with a connection of its own, which is closed after it. */
export function using<T>(database: Database, work: (database: Database) => T): T {
  try {
    return work(database)
  } finally {
    database.close()
  }
}

/** Does work in a transaction of its own, or not at all. */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec("BEGIN IMMEDIATE")
  try {
    const result = work()
    database.exec("COMMIT")
    return result
  } catch (error) {
    if (database.raw.isTransaction) database.exec("ROLLBACK")
    throw error
  }
}

/** Folds the WAL into the file and cuts it off; false while a reader holds that up. */
export function isWalCleared(writer: Database): boolean {
  // A long transaction of this store pauses now and then: then it is not over.
  if (writer.raw.isTransaction) return false
  // SQLite would wait for the reader with the whole process standing still.
  return writer.withoutWaiting(() => (writer.get<{ busy: number }>("PRAGMA wal_checkpoint(TRUNCATE)")?.busy ?? 0) === 0)
}

/** The verb and table of a statement: the name of its fault point. */
function pointOf(sql: string): string {
  const words = sql
    .trim()
    .replace(/^INSERT OR \w+/, "INSERT")
    .split(/[\s(;]+/, 3)
  const [verb = "", second = "", third = ""] = words
  if (verb === "INSERT" || verb === "DELETE") return `${verb} ${third}`
  return verb === "UPDATE" || verb === "PRAGMA" ? `${verb} ${second}` : verb
}
