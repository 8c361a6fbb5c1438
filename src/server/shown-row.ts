import { z } from "zod"
import { readKey, troubleKey } from "../agent/configuration/aside-settings.ts"
import type { SessionRow } from "../store/contract.ts"
import type { Row } from "./contract/common.ts"
import type { ServerContext } from "./server-context.ts"

export type RowContext = Pick<ServerContext, "store" | "conductor" | "demos">

const kept = z.object({ code: z.string(), message: z.string(), at: z.string() }).nullable().catch(null)

/** A row for clients, with the read position and the problem that keeps it from being driven. */
export async function shownRow(context: RowContext, row: SessionRow): Promise<Row> {
  return shown(context, row, await context.store.settings(keysOf(row)))
}

/** A page of rows, with one read of the store. */
export async function shownRows(context: RowContext, rows: readonly SessionRow[]): Promise<Row[]> {
  const values = await context.store.settings(rows.flatMap(keysOf))
  return rows.map((row, index) => shown(context, row, values.slice(2 * index, 2 * index + 2)))
}

const keysOf = ({ id }: SessionRow) => [readKey(id), troubleKey(id)]

function shown({ conductor, demos }: RowContext, row: SessionRow, [read, trouble]: readonly unknown[]): Row {
  const isTakenUp = () => conductor.has(row.id) || demos.pid(row.id) !== null
  return {
    ...row,
    // Between an input and the lease of its driver a session is not interrupted.
    status: row.status === "interrupted" && isTakenUp() ? "running" : row.status,
    readSeq: typeof read === "number" ? read : null,
    trouble: kept.parse(trouble ?? null),
  }
}
