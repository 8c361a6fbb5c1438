import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { emptyBook, fetched, isStale, markAllStale, streamed } from "./row-book.ts"

const row = (seq: number, title: string) => rowOf({ id: "a", seq, title })
const titleIn = (book: typeof emptyBook) => book.rows.get("a")?.title

describe("rows as they are told", () => {
  it("keeps what the stream told after an answer was asked for", () => {
    const asked = emptyBook.tick
    const streamedBook = streamed(emptyBook, [row(2, "streamed")])
    expect(titleIn(fetched(streamedBook, [row(2, "answered")], asked))).toBe("streamed")
    expect(titleIn(fetched(streamedBook, [row(3, "answered")], asked))).toBe("answered")
    expect(titleIn(fetched(streamedBook, [row(2, "answered")], streamedBook.tick))).toBe("answered")
  })

  it("does not bring back what went after an answer was asked for", () => {
    const before = streamed(emptyBook, [row(2, "there")])
    const gone = streamed(before, [], ["a"])
    expect(fetched(gone, [row(2, "there")], before.tick).rows.has("a")).toBe(false)
    expect(fetched(streamed(emptyBook, [], ["a"]), [row(9, "there")], emptyBook.tick).rows.has("a")).toBe(false)
  })

  it("never takes a shorter log for newer, unless what is known is markAllStale", () => {
    const streamedBook = streamed(emptyBook, [row(5, "longer")])
    expect(titleIn(streamed(streamedBook, [row(4, "shorter")]))).toBe("longer")
    const lost = markAllStale(streamedBook)
    expect(isStale(lost, "a")).toBe(true)
    const again = fetched(lost, [row(4, "shorter")], lost.tick)
    expect(titleIn(again)).toBe("shorter")
    expect(isStale(again, "a")).toBe(false)
  })

  it("does not trust an answer that was asked for before the stream lost its place", () => {
    const lost = markAllStale(emptyBook)
    expect(isStale(fetched(lost, [row(1, "old")], emptyBook.tick), "a")).toBe(true)
  })
})
