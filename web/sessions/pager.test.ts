import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { openPager, type Page, type Source } from "./pager.ts"

const moment = (n: number) => new Date(n * 1000).toISOString()

/** Nine sessions in pages of two, each page when the test lets it come. */
function shelf({ count = 9 } = {}) {
  const asked: string[] = []
  const waiting: { resolve: () => void; fail: (error: Error) => void }[] = []
  const page = (cursor: string | null, signal: AbortSignal): Promise<Page> => {
    asked.push(cursor ?? "first")
    const from = Number(cursor ?? 0)
    const items = [from, from + 1]
      .filter((n) => n < count)
      .map((n) => rowOf({ id: `s${n}`, updatedAt: moment(100 - n) }))
    return new Promise((resolve, reject) => {
      waiting.push({
        resolve: () => resolve({ items, next: from + 2 < count ? String(from + 2) : null }),
        fail: reject,
      })
      signal.addEventListener("abort", () => reject(new Error("aborted")))
    })
  }
  const source: Source = { page, pinned: async () => ({ items: [], next: null }) }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const next = async (work: "let" | Error) => {
    const first = waiting.shift()
    if (work === "let") first?.resolve()
    else first?.fail(work)
    await settled()
  }
  return { source, asked, next }
}

describe("the pages of a list", () => {
  it("come one at a time, until the end", async () => {
    const { source, asked, next } = shelf({ count: 3 })
    const { paged, more } = openPager(source)
    more()
    more()
    expect(paged.get()).toMatchObject({ reach: null, state: "loading" })
    await next("let")
    expect(paged.get()).toMatchObject({ reach: moment(99), state: "rest" })
    more()
    await next("let")
    more()
    expect(paged.get()).toMatchObject({ reach: "end", state: "rest" })
    expect(asked).toEqual(["first", "2"])
  })

  it("are asked for again as far as they had come, and shown as they were until then", async () => {
    const { source, asked, next } = shelf()
    const { paged, more, refresh } = openPager(source)
    for (let n = 0; n < 3; n++) {
      more()
      await next("let")
    }
    const before = paged.get().reach
    refresh()
    expect(paged.get()).toMatchObject({ reach: before, refreshing: true })
    await next("let")
    expect(paged.get()).toMatchObject({ reach: before, refreshing: true })
    refresh()
    for (let n = 0; n < 4; n++) await next("let")
    expect(paged.get()).toMatchObject({ reach: before, refreshing: false, state: "rest" })
    expect(asked).toEqual(["first", "2", "4", "first", "2", "first", "2", "4"])
  })

  it("say what went wrong, and go on where they were", async () => {
    const { source, asked, next } = shelf()
    const { paged, more } = openPager(source)
    more()
    await next("let")
    more()
    await next(new Error("no server"))
    expect(paged.get()).toMatchObject({ state: "failed", reach: moment(99) })
    more()
    await next("let")
    expect(paged.get()).toMatchObject({ state: "rest", problem: null, reach: moment(97) })
    expect(asked).toEqual(["first", "2", "2"])
  })

  it("are given up for a new beginning without a word", async () => {
    const { source, next } = shelf()
    const { paged, more, refresh } = openPager({ ...source, pinned: source.page })
    more()
    refresh()
    refresh()
    await next("let")
    expect(paged.get()).toMatchObject({ state: "loading", problem: null })
  })

  it("tell nothing any more once they are closed", async () => {
    const { source, next } = shelf()
    const { paged, more, close } = openPager(source)
    more()
    close()
    await next("let")
    expect(paged.get()).toMatchObject({ reach: null })
  })
})
