import { connect, type Database, using } from "../database.ts"
import { migrations } from "../schema.ts"

/** A table as the schema declares it; the alias is the column that aliases the rowid and is not in the record. */
export type TableShape = {
  name: string
  rowid: boolean
  columns: ReadonlyArray<{ name: string; type: string; required: boolean; alias: boolean }>
}

/** What a new store of this version looks like. */
export type FreshSchema = { texts: string[]; tables: TableShape[] }

/** How a database describes its own tables, those of the search index aside, which SQLite makes by itself. */
export function schemaOf(database: Database): string[] {
  const rows = database.all<{ text: string }>(
    `SELECT type || ' ' || name || ' ' || tbl_name || ' ' || coalesce(sql, '') AS text FROM sqlite_schema
     WHERE name NOT LIKE 'search\\_%' ESCAPE '\\' AND name NOT LIKE 'sqlite_stat%' ORDER BY type, name`,
  )
  return rows.map(({ text }) => text)
}

/** The schema that the migrations of this program lead to. */
export function freshSchema(): FreshSchema {
  fresh ??= build()
  return fresh
}

let fresh: FreshSchema | undefined

function build(): FreshSchema {
  return using(connect(":memory:"), (database) => {
    for (const migration of migrations) database.raw.exec(migration)
    const tables = database.all<{ name: string; wr: number }>(
      "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    return { texts: schemaOf(database), tables: tables.map(({ name, wr }) => shapeOf(database, name, wr === 0)) }
  })
}

function shapeOf(database: Database, table: string, rowid: boolean): TableShape {
  const columns = database.all<{ name: string; type: string; notnull: number; pk: number }>(
    'SELECT name, type, "notnull", pk FROM pragma_table_info(?) ORDER BY cid',
    table,
  )
  const keys = columns.filter(({ pk }) => pk > 0)
  return {
    name: table,
    rowid,
    columns: columns.map(({ name, type, notnull, pk }) => ({
      name,
      type,
      required: notnull === 1 || pk > 0,
      alias: rowid && keys.length === 1 && pk === 1 && type === "INTEGER",
    })),
  }
}
