import { type Database, inTransaction } from "../database.ts"
import { type Carved, carve, type Value } from "./carve.ts"
import { type LogUse, openPages, type Pages } from "./pages.ts"
import { freshSchema, type TableShape } from "./schema-text.ts"

/** Tables that are worth saving: the others are rebuilt from the logs. */
const wanted = [
  "sessions",
  "events",
  "segments",
  "keys",
  "leases",
  "partials",
  "blobs",
  "tombstones",
  "settings",
  "documents",
  "marks",
] as const

/**
 * Carves the rows of a damaged store into an empty database, into tables of the same names without any constraint, with
 * a column `sure`. What indexes know goes to `names` (of sessions) and `homes` (of events). Nothing is proven yet, and rows
 * may be there twice.
 */
export function salvage(
  file: string,
  scratch: Database,
  log: LogUse,
  only: readonly string[] = [...wanted, "index"],
): void {
  prepare(scratch, shapesWanted())
  inTransaction(scratch, () => {
    for (const row of salvagedRows(file, log)) if (only.includes(row.table)) keep(scratch, row)
  })
  for (const index of indexes) scratch.exec(`CREATE INDEX ${index}`)
}

/** A row as it was made out: of a table of ours, in the order of its columns, or what an index holds. */
export type SalvagedRow = { table: string; values: Value[]; sure: boolean }

/** Everything that can be made out in a file and its write-ahead log. */
export function* salvagedRows(file: string, log: LogUse = "applied"): Generator<SalvagedRow> {
  const pages = openPages(file, log)
  try {
    yield* rowsIn(pages)
  } finally {
    pages.close()
  }
}

/** Everything that can be made out in some pages. */
export function* rowsIn(pages: Omit<Pages, "close">): Generator<SalvagedRow> {
  const shapes = shapesWanted()
  for (const record of carve(pages)) {
    const row = rowFrom(shapes, record)
    if (row) yield row
  }
}

function shapesWanted(): TableShape[] {
  return freshSchema().tables.filter(({ name }) => (wanted as readonly string[]).includes(name))
}

function rowFrom(shapes: readonly TableShape[], record: Carved): SalvagedRow | undefined {
  const { kind, rowid, values, sure } = record
  const shape = shapeFor(shapes, record)
  if (!shape) return kind === "index" ? { table: kind, values, sure } : undefined
  const row = shape.columns.map((column, index) => (column.alias ? rowid : legible(column, values[index] ?? null)))
  return { table: shape.name, values: row, sure }
}

const indexes = [
  "hot ON events (session, seq)",
  "sealed ON segments (session, first)",
  "ended ON segments (session, last)",
  "headed ON sessions (n)",
  "numbered ON events (n)",
  "placed ON homes (session, seq)",
  "housed ON homes (n)",
  "named ON names (n)",
  "sorted ON documents (session, seq)",
]

function prepare(scratch: Database, shapes: readonly TableShape[]): void {
  scratch.exec("PRAGMA journal_mode = OFF")
  scratch.exec("PRAGMA synchronous = OFF")
  for (const { name, columns } of shapes) {
    scratch.exec(`CREATE TABLE ${name} (${columns.map((column) => `"${column.name}"`).join(", ")}, sure)`)
  }
  scratch.exec("CREATE TABLE names (id, n, sure)")
  scratch.exec("CREATE TABLE homes (session, seq, n, sure)")
}

function keep(scratch: Database, { table, values, sure }: SalvagedRow): void {
  if (table !== "index") {
    scratch.run(`INSERT INTO ${table} VALUES (${values.map(() => "?").join(", ")}, ?)`, ...values, Number(sure))
    return
  }
  const [first, second, third] = values
  if (values.length === 2 && typeof first === "string" && isWhole(second)) {
    scratch.run("INSERT INTO names VALUES (?, ?, ?)", first, second, Number(sure))
  }
  if (values.length === 3 && isWhole(first) && isWhole(second) && isWhole(third)) {
    scratch.run("INSERT INTO homes VALUES (?, ?, ?, ?)", first, second, third, Number(sure))
  }
}

// Every table of ours is strict, so that a record says by its form which one it is of. One column of a wide table may be
// damaged: the others still tell.
function shapeFor(shapes: readonly TableShape[], { kind, values }: Carved): TableShape | undefined {
  const candidates = shapes.filter(
    ({ rowid, columns }) => rowid === (kind === "table") && columns.length === values.length,
  )
  const misfits = ({ columns }: TableShape) =>
    columns.filter((column, index) => !fits(column, values[index] ?? null)).length
  return (
    candidates.find((shape) => misfits(shape) === 0) ??
    candidates.find((shape) => shape.columns.length >= 5 && misfits(shape) === 1)
  )
}

type Column = TableShape["columns"][number]

function fits({ type, required, alias }: Column, value: Value): boolean {
  if (alias || value === null) return value === null && (alias || !required)
  if (type === "INTEGER") return isWhole(value)
  return type === "TEXT" ? typeof value === "string" : value instanceof Uint8Array
}

/** The value of a column, or what can never be right where it is of the wrong type. */
function legible(column: Column, value: Value): Value {
  if (fits(column, value)) return value
  if (column.type === "INTEGER") return -1
  return column.type === "TEXT" ? "" : new Uint8Array()
}

const isWhole = (value: Value | undefined): value is number => Number.isSafeInteger(value)
