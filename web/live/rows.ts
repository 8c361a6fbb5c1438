import type { Row } from "../../src/server/contract/common.ts"
import { cell, useCell } from "./cell.ts"
import { emptyBook, fetched, isStale, markAllStale, type RowBook, streamed } from "./row-book.ts"

type Rows = ReadonlyMap<string, Row>

/** All rows known to this page, newest state of each; lists are built from them. */
export const rows = cell<Rows>(emptyBook.rows)

let book: RowBook = emptyBook

function keep(next: RowBook): void {
  book = next
  rows.set(next.rows)
}

/** Applies rows of the stream. */
export function applyStreamedRows(rows: readonly Row[]): void {
  keep(streamed(book, rows))
}

/** Removes erased sessions. */
export function dropRows(ids: readonly string[]): void {
  keep(streamed(book, [], ids))
}

/** The tick before a request, to pass to `applyFetchedRows` with its response. */
export function rowsTick(): number {
  return book.tick
}

/** Applies the rows of a response; newer updates of the stream win. */
export function applyFetchedRows(rows: readonly Row[], asked: number): void {
  keep(fetched(book, rows, asked))
}

/** Marks all rows as possibly stale. */
export function distrustRows(): void {
  keep(markAllStale(book))
}

export function isStaleRow(id: string): boolean {
  return isStale(book, id)
}

/** The row of a session, if known. */
export function useRow(id: string): Row | undefined {
  return useCell(rows, (all) => all.get(id))
}
