import type { Core } from "../core.ts"

/** How far back changes are known, counted in events and notes. */
export const horizon = 16_384

/**
 * Notes that the row of a session changed without an event: in the order of commit, among the numbers of the events. Runs
 * inside a transaction.
 */
export function noteChange(core: Core, id: string): void {
  const n = core.nextEvent()
  core.touched.add(id)
  core.writer.run("INSERT INTO marks (name, value) VALUES (?, ?)", `${noteAt(n)} ${id}`, n)
  core.writer.run("DELETE FROM marks WHERE name >= ? AND name < ?", prefix, noteAt(Math.max(0, n - 2 * horizon)))
}

/** The number of the newest note. */
export const lastNoteSql =
  "coalesce((SELECT value FROM marks WHERE name GLOB 'changed *' ORDER BY name DESC LIMIT 1), 0)"

const prefix = "changed "
const noteAt = (n: number) => prefix + String(n).padStart(16, "0")

/** The sessions that are noted after a number, with `notedAfter` as its parameters. */
export const notedSql = `SELECT substr(name, ${noteAt(0).length + 2}) AS id FROM marks WHERE name >= ? AND name < ?`

export const notedAfter = (n: number): [string, string] => [noteAt(n + 1), "changed!"]
