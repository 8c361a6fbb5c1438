import type { Row } from "../../src/server/contract/common.ts"

/**
 * Rows from two sources that overtake each other: the stream, in order, and responses, which show a moment after
 * their request.
 */
export type RowBook = {
  readonly rows: ReadonlyMap<string, Row>
  /** The tick of each row's last update, also for erased sessions. */
  readonly updatedAt: ReadonlyMap<string, number>
  /** Counts updates: a logical clock. */
  readonly tick: number
  /** Rows updated up to this tick may be stale. */
  readonly epoch: number
}

export const emptyBook: RowBook = { rows: new Map(), updatedAt: new Map(), tick: 0, epoch: 0 }

/** Applies the stream's changed rows and erased sessions. */
export function streamed(book: RowBook, rows: readonly Row[], gone: readonly string[] = []): RowBook {
  const newer = rows.filter((row) => isStale(book, row.id) || row.seq >= (book.rows.get(row.id)?.seq ?? 0))
  return written(book, newer, gone, book.tick + 1)
}

/**
 * Applies the rows of a response requested at tick `asOf`. If the stream updated a row since, only a longer log is
 * certainly newer.
 */
export function fetched(book: RowBook, rows: readonly Row[], asOf: number): RowBook {
  const newer = rows.filter((row) => {
    if ((book.updatedAt.get(row.id) ?? 0) <= asOf) return isStale(book, row.id) || row.seq >= seqOf(book, row.id)
    return book.rows.has(row.id) && row.seq > seqOf(book, row.id)
  })
  // Requested before the stream lost its position: as stale as the rest.
  return written(book, newer, [], asOf < book.epoch ? asOf : book.tick + 1)
}

/** Marks all rows as possibly stale: the stream could not continue from its position. */
export function markAllStale(book: RowBook): RowBook {
  return { ...book, tick: book.tick + 1, epoch: book.tick + 1 }
}

/** Whether a row may have changed unnoticed. */
export function isStale(book: RowBook, id: string): boolean {
  return (book.updatedAt.get(id) ?? 0) <= book.epoch
}

const seqOf = (book: RowBook, id: string) => book.rows.get(id)?.seq ?? 0

function written(book: RowBook, changed: readonly Row[], gone: readonly string[], at: number): RowBook {
  if (changed.length === 0 && gone.length === 0) return book
  const rows = new Map(book.rows)
  const updatedAt = new Map(book.updatedAt)
  for (const row of changed) {
    rows.set(row.id, row)
    updatedAt.set(row.id, at)
  }
  for (const id of gone) {
    rows.delete(id)
    updatedAt.set(id, at)
  }
  return { ...book, rows, updatedAt, tick: book.tick + 1 }
}
