import type { Row } from "../../src/server/contract/common.ts"

/**
 * Rows as they were told, from two sides that overtake each other: the stream, which tells changes in their order, and
 * answers, which tell how it was at some moment after they were asked for.
 */
export type RowBook = {
  readonly rows: ReadonlyMap<string, Row>
  /** When each was heard of last; sessions that are gone too. */
  readonly heard: ReadonlyMap<string, number>
  /** Counts what was told: the clock of the book. */
  readonly tick: number
  /** What was heard up to here may have changed unseen: anything told since counts more. */
  readonly epoch: number
}

export const emptyBook: RowBook = { rows: new Map(), heard: new Map(), tick: 0, epoch: 0 }

/** Takes what the stream told: rows that changed, and sessions that are gone for good. */
export function streamed(book: RowBook, told: readonly Row[], gone: readonly string[] = []): RowBook {
  const newer = told.filter((row) => isStale(book, row.id) || row.seq >= (book.rows.get(row.id)?.seq ?? 0))
  return written(book, newer, gone, book.tick + 1)
}

/**
 * Takes rows of an answer that was asked for at the tick `asOf`. Where the stream told of one since, only a longer log
 * is surely newer.
 */
export function fetched(book: RowBook, told: readonly Row[], asOf: number): RowBook {
  const newer = told.filter((row) => {
    if ((book.heard.get(row.id) ?? 0) <= asOf) return isStale(book, row.id) || row.seq >= seqOf(book, row.id)
    return book.rows.has(row.id) && row.seq > seqOf(book, row.id)
  })
  // Asked for before the stream lost its place, it is as unsure as the rest.
  return written(book, newer, [], asOf < book.epoch ? asOf : book.tick + 1)
}

/** From here on nothing that was told before is sure: the stream could not go on where it was. */
export function unsure(book: RowBook): RowBook {
  return { ...book, tick: book.tick + 1, epoch: book.tick + 1 }
}

/** Whether it may have changed unseen since it was told. */
export function isStale(book: RowBook, id: string): boolean {
  return (book.heard.get(id) ?? 0) <= book.epoch
}

const seqOf = (book: RowBook, id: string) => book.rows.get(id)?.seq ?? 0

function written(book: RowBook, told: readonly Row[], gone: readonly string[], at: number): RowBook {
  if (told.length === 0 && gone.length === 0) return book
  const rows = new Map(book.rows)
  const heard = new Map(book.heard)
  for (const row of told) {
    rows.set(row.id, row)
    heard.set(row.id, at)
  }
  for (const id of gone) {
    rows.delete(id)
    heard.set(id, at)
  }
  return { ...book, rows, heard, tick: book.tick + 1 }
}
