import { HoldfastError } from "../session/error.ts"

/** The default and the largest number of items on a page. */
const pageLimits = { usual: 50, most: 500 } as const

/** A place in the list: sessions in the order of their last activity, those of the same instant by their number. */
export type ListCursor = { at: number; n: number }

export function pageLimit(limit: number = pageLimits.usual): number {
  if (!Number.isInteger(limit) || limit < 1) {
    throw new HoldfastError("invalid", "A page has at least one item: the limit is a positive whole number.")
  }
  return Math.min(limit, pageLimits.most)
}

export function formatListCursor({ at, n }: ListCursor): string {
  return Buffer.from(`${at}:${n}`).toString("base64url")
}

export function parseListCursor(text: string): ListCursor {
  const [at, n] = Buffer.from(text, "base64url").toString().split(":").map(Number)
  if (at === undefined || n === undefined || !Number.isFinite(at) || !Number.isFinite(n)) {
    throw new HoldfastError("invalid", "That is no cursor of a list page: start again without one.")
  }
  return { at, n }
}

/** A place in the search: the number of the last event that was shown. */
export function parseSearchCursor(cursor: string): number {
  const n = Number(cursor)
  if (!Number.isSafeInteger(n) || n < 1) {
    throw new HoldfastError("invalid", "That is no cursor of a search page: start again without one.")
  }
  return n
}
