import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Row } from "../../src/server/contract/common.ts"
import { rowOf } from "../../test/support/web/session-row.ts"
import { emptyBook, fetched, isStale, markAllStale, type RowBook, streamed } from "../live/row-book.ts"
import { type Filter, matches, noFilter } from "./filter.ts"
import { listed, type Reach } from "./session-order.ts"

const filters: readonly Filter[] = [
  noFilter,
  { ...noFilter, place: "archive" },
  { ...noFilter, place: "trash" },
  { ...noFilter, project: "/b" },
  { ...noFilter, tag: "x", status: "working" },
]

const change = fc.record(
  {
    pinned: fc.boolean(),
    archived: fc.boolean(),
    trashed: fc.boolean(),
    project: fc.constantFrom("/a", "/b"),
    tags: fc.constantFrom(["x"], [], ["x", "y"]),
    status: fc.constantFrom("running" as const, "idle" as const),
  },
  { requiredKeys: [] },
)

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant("change" as const), n: fc.nat(5), change }) },
  // The lease and what was read change a row without an event.
  { weight: 1, arbitrary: fc.record({ does: fc.constant("aside" as const), n: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("erase" as const), n: fc.nat(5) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant("frame" as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("ask" as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("look" as const) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("answer" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("lose" as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const pageSize = 2

/** A server, a stream that is behind it, and pages under way. */
class World {
  now = 0
  server = new Map<string, Row>()
  erased = new Set<string>()
  frames: ({ rows: Row[]; gone: string[] } | "resync")[] = []
  book: RowBook = emptyBook
  reach: Reach = null
  under: { asOf: number; from: Row | null; page: Row[] | null } | null = null
  last: Row | null = null
  readonly filter: Filter

  constructor(filter: Filter) {
    this.filter = filter
  }

  sorted(): Row[] {
    return listed(this.server.values(), { filter: this.filter, reach: "end" })
  }

  do(step: Step): void {
    switch (step.does) {
      case "change": {
        const id = `s${step.n}`
        // The store leaves a tombstone: what is erased never comes back.
        if (this.erased.has(id)) return
        const before = this.server.get(id) ?? rowOf({ id, seq: 0 })
        this.publish({ ...before, ...step.change, seq: before.seq + 1, updatedAt: this.time() })
        return
      }
      case "aside": {
        const before = this.server.get(`s${step.n}`)
        if (before)
          this.publish({ ...before, readSeq: before.seq, status: before.status === "idle" ? "running" : "idle" })
        return
      }
      case "erase":
        if (!this.server.delete(`s${step.n}`)) return
        this.erased.add(`s${step.n}`)
        this.frames.push({ rows: [], gone: [`s${step.n}`] })
        return
      case "frame":
        this.receive()
        return
      case "ask":
        if (this.reach !== "end") this.under ??= { asOf: this.book.tick, from: this.last, page: null }
        return
      case "look":
        if (this.under) this.under.page ??= this.pageAfter(this.under.from)
        return
      case "answer":
        this.take()
        return
      case "lose":
        this.frames = ["resync"]
        return
    }
  }

  private publish(row: Row): void {
    this.server.set(row.id, row)
    this.frames.push({ rows: [row], gone: [] })
  }

  private time(): string {
    this.now += 1
    return new Date(this.now * 1000).toISOString()
  }

  private receive(): void {
    const frame = this.frames.shift()
    if (frame === undefined) return
    if (frame !== "resync") {
      this.book = streamed(this.book, frame.rows, frame.gone)
      return
    }
    this.book = markAllStale(this.book)
    this.reach = null
    this.last = null
    this.under = null
  }

  private pageAfter(from: Row | null): Row[] {
    const all = [...this.server.values()]
      .filter((row) => matches(row, this.filter))
      .sort((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
    return all.filter((row) => from === null || row.updatedAt < from.updatedAt).slice(0, pageSize)
  }

  private take(): void {
    const { under } = this
    if (!under?.page) return
    this.under = null
    this.book = fetched(this.book, under.page, under.asOf)
    this.last = under.page.at(-1) ?? this.last
    this.reach = under.page.length < pageSize ? "end" : (this.last?.updatedAt ?? "end")
  }

  /** Everything that is under way arrives, and a person scrolls to the end. */
  settle(): void {
    while (this.frames.length > 0) this.receive()
    while (this.reach !== "end" || this.under) for (const does of ["ask", "look", "answer"] as const) this.do({ does })
  }

  shown(): Row[] {
    const sure = [...this.book.rows.values()].filter(({ id }) => !isStale(this.book, id))
    return listed(sure, { filter: this.filter, reach: this.reach })
  }
}

describe("the list", () => {
  it("is the same for any order of pages and live rows", () => {
    fc.assert(
      fc.property(fc.constantFrom(...filters), fc.array(step, { maxLength: 60, size: "max" }), (filter, steps) => {
        const world = new World(filter)
        for (const one of steps) world.do(one)
        world.settle()
        expect(world.shown()).toEqual(world.sorted())
      }),
      { numRuns: 1_000 },
    )
  })

  it("does not depend on the order in which rows are known", () => {
    const some = fc.uniqueArray(fc.tuple(fc.nat(50), fc.nat(5), change), { selector: ([id]) => id })
    fc.assert(
      fc.property(some, fc.array(fc.nat()), (rows, order) => {
        const all = rows.map(([n, at, more]) =>
          rowOf({ id: `s${n}`, updatedAt: new Date(at * 1000).toISOString(), ...more }),
        )
        const shuffled = all
          .map((row, at) => ({ row, key: order[at] ?? 0 }))
          .sort((one, other) => one.key - other.key)
          .map(({ row }) => row)
        const listing = { filter: noFilter, reach: new Date(2000).toISOString() }
        expect(listed(shuffled, listing)).toEqual(listed(all, listing))
      }),
    )
  })
})
