import fc from "fast-check"
import { expect, it } from "vitest"
import { emptyOutbox, nextFor, type Outbox, type OutboxChange, type OutboxEntry, withChange } from "./outbox-entries.ts"

const now = Date.parse("2026-01-01T00:00:10.000Z")
const refused = { code: "illegal", message: "no" }

const entryArbitrary: fc.Arbitrary<OutboxEntry> = fc
  .record({
    key: fc.constantFrom("a", "b", "c", "d", "e"),
    refused: fc.boolean(),
    takingBack: fc.boolean(),
    round: fc.nat({ max: 2 }),
  })
  .map(({ key, refused: isRefused, takingBack, round }) => ({
    key,
    session: key < "d" ? "s" : "t",
    at: new Date(now).toISOString(),
    order: key.charCodeAt(0) % 3,
    tab: "here",
    route: "POST /api/sessions/:id/inputs",
    given: {},
    round,
    // Refused says it all: whoever wants it back after that begins another round.
    ...(isRefused ? { refused } : takingBack ? { takingBack } : {}),
  }))

const changeArbitrary: fc.Arbitrary<OutboxChange> = fc.oneof(
  entryArbitrary.map((entry) => ({ do: "put" as const, entry })),
  entryArbitrary.map(({ key }) => ({ do: "settle" as const, key })),
)

const all = (changes: readonly OutboxChange[], from: Outbox = emptyOutbox) => changes.reduce(withChange, from)

it("comes to the same letters in every tab, whatever each hears first, and twice", () => {
  const changes = fc
    .array(changeArbitrary, { maxLength: 20 })
    .chain((changes) =>
      fc.tuple(
        fc.constant(changes),
        fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2, maxLength: changes.length * 2 }),
      ),
    )
  fc.assert(
    fc.property(changes, ([here, there]) => {
      expect(all(there).kept).toEqual(all(here).kept)
    }),
  )
})

it("shows each letter once, in order, and never one that was settled", () => {
  fc.assert(
    fc.property(fc.array(changeArbitrary, { maxLength: 30 }), (changes) => {
      const { kept } = all(changes)
      const settled = new Set(changes.flatMap((change) => (change.do === "settle" ? [change.key] : [])))
      expect(new Set(kept.map(({ key }) => key)).size).toBe(kept.length)
      expect(kept.filter(({ key }) => settled.has(key))).toEqual([])
      expect(kept.map(({ order }) => order)).toEqual(
        kept.map(({ order }) => order).toSorted((one, other) => one - other),
      )
    }),
  )
})

it("delivers every letter of a session that was not refused, in order", () => {
  fc.assert(
    fc.property(fc.array(changeArbitrary, { maxLength: 30 }), (changes) => {
      let outbox = all(changes)
      const wanted = outbox.kept.filter((entry) => entry.session === "s" && !entry.refused).map(({ key }) => key)
      const delivered: string[] = []
      for (let next = nextFor(outbox, "s", { tab: "here", now }); next && delivered.length <= wanted.length; ) {
        delivered.push(next.entry.key)
        outbox = withChange(outbox, { do: "settle", key: next.entry.key })
        next = nextFor(outbox, "s", { tab: "here", now })
      }
      expect(delivered).toEqual(wanted)
    }),
  )
})
