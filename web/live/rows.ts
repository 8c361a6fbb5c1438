import type { Row } from "../../src/server/contract/common.ts"
import { cell, useCell } from "./cell.ts"
import { emptyBook, fetched, isStale, type RowBook, streamed, unsure } from "./row-book.ts"

type Rows = ReadonlyMap<string, Row>

/** Every row that was ever told to this page, newest state of each. Lists are made of them. */
export const rows = cell<Rows>(emptyBook.rows)

let book: RowBook = emptyBook

function keep(next: RowBook): void {
  book = next
  rows.set(next.rows)
}

/** Takes rows that the stream told. */
export function putRows(told: readonly Row[]): void {
  keep(streamed(book, told))
}

/** Sessions that are gone for good. */
export function dropRows(ids: readonly string[]): void {
  keep(streamed(book, [], ids))
}

/** The moment before a question: `takeRows` is given it with the answer. */
export function rowsAsked(): number {
  return book.tick
}

/** Takes rows of an answer; what the stream told since it was asked for counts more. */
export function takeRows(told: readonly Row[], asked: number): void {
  keep(fetched(book, told, asked))
}

/** What was told so far may have changed unseen. It is shown until `isStaleRow` is asked. */
export function distrustRows(): void {
  keep(unsure(book))
}

/** Whether a row may have changed unseen since it was told. */
export function isStaleRow(id: string): boolean {
  return isStale(book, id)
}

/** The row of a session, if it was told. */
export function useRow(id: string): Row | undefined {
  return useCell(rows, (all) => all.get(id))
}
