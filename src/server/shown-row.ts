import { z } from "zod"
import { readKey, troubleKey } from "../agent/aside-settings.ts"
import type { SessionRow } from "../store/contract.ts"
import type { Row } from "./contract/common.ts"
import type { House } from "./house.ts"

/** What rows are shown from. */
export type RowGround = Pick<House, "store" | "conductor" | "demos">

const kept = z.object({ code: z.string(), message: z.string(), at: z.string() }).nullable().catch(null)

/** A row as clients see it: with how far a person has read, and what keeps it from being driven. */
export async function shownRow(ground: RowGround, row: SessionRow): Promise<Row> {
  return shown(ground, row, await ground.store.settings(keysOf(row)))
}

/** The same of a page of rows, with one look at the store. */
export async function shownRows(ground: RowGround, rows: readonly SessionRow[]): Promise<Row[]> {
  const values = await ground.store.settings(rows.flatMap(keysOf))
  return rows.map((row, index) => shown(ground, row, values.slice(2 * index, 2 * index + 2)))
}

const keysOf = ({ id }: SessionRow) => [readKey(id), troubleKey(id)]

function shown({ conductor, demos }: RowGround, row: SessionRow, [read, trouble]: readonly unknown[]): Row {
  const isTakenUp = () => conductor.has(row.id) || demos.pid(row.id) !== null
  return {
    ...row,
    // Between an input and the lease of who takes it up nobody drives it: that is no interruption.
    status: row.status === "interrupted" && isTakenUp() ? "running" : row.status,
    readSeq: typeof read === "number" ? read : null,
    trouble: kept.parse(trouble ?? null),
  }
}
