import { copyFileSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { connect, type Database } from "../database.ts"
import { type Carved, carve } from "./carve.ts"
import { openPages } from "./pages.ts"

let directory: string
let database: Database
const file = () => join(directory, "any.db")

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  database = connect(file())
  database.exec("PRAGMA journal_mode = WAL")
  database.exec("CREATE TABLE things (n INTEGER PRIMARY KEY, name TEXT, amount ANY, bytes BLOB)")
  database.exec("CREATE TABLE pairs (a TEXT, b INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID")
})
afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

function carved(path: string): Carved[] {
  const pages = openPages(path, "applied")
  try {
    return [...carve(pages)]
  } finally {
    pages.close()
  }
}

const things = (path = file()) =>
  carved(path)
    .filter(({ kind, values }) => kind === "table" && values.length === 4)
    .map(({ rowid, values }) => [rowid, ...values.slice(1)])
    .sort(([a], [b]) => Number(a) - Number(b))

const amounts = [0, 1, -1, 127, -129, 70_000, -9_000_000, 2 ** 40, -(2 ** 50), 1.5, null]

const fill = (count: number) => {
  database.exec("BEGIN")
  for (let n = 1; n <= count; n++) {
    const bytes = Buffer.alloc((n * 37) % 9000, n)
    database.run(
      "INSERT INTO things VALUES (?, ?, ?, ?)",
      n,
      `thing ${n} ümlaut`,
      amounts[n % amounts.length] ?? null,
      bytes,
    )
    database.run("INSERT INTO pairs VALUES (?, ?)", `pair ${n}`, n)
  }
  database.exec("COMMIT")
}

const stored = () => database.all<object>("SELECT * FROM things ORDER BY n").map((row) => Object.values(row))

describe("carving records out of a file", () => {
  it("finds every row that SQLite finds, in all forms of numbers, and over overflow pages", () => {
    fill(400)
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    expect(things().map((row) => row.map(plain))).toEqual(stored().map((row) => row.map(plain)))
  })

  it("finds the rows of tables that are indexes, in inner pages too", () => {
    fill(400)
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)")
    const pairs = carved(file()).filter(({ kind, sure }) => kind === "index" && sure)
    expect(new Set(pairs.map(({ values }) => values.join(" "))).size).toBe(400)
  })

  it("sees what is committed in the write-ahead log, and nothing that is not", () => {
    fill(50)
    database.exec("PRAGMA cache_size = 2")
    const committed = statSync(`${file()}-wal`).size
    database.exec("BEGIN")
    for (let n = 1000; n < 1100; n++) database.run("INSERT INTO things VALUES (?, 'not yet', 1, zeroblob(3000))", n)
    expect(statSync(`${file()}-wal`).size).toBeGreaterThan(committed)
    const copy = join(directory, "copy.db")
    copyFileSync(file(), copy)
    copyFileSync(`${file()}-wal`, `${copy}-wal`)
    database.exec("ROLLBACK")
    expect(things(copy).map((row) => row.map(plain))).toEqual(stored().map((row) => row.map(plain)))
  })
})

const plain = (value: unknown) => (value instanceof Uint8Array ? Buffer.from(value).toString("hex") : value)
