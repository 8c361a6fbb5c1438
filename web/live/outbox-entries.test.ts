import { describe, expect, it } from "vitest"
import { emptyOutbox, isKnownRefused, nextFor, type OutboxEntry, withChange, wordsOf } from "./outbox-entries.ts"

const now = Date.parse("2026-01-01T00:00:10.000Z")

const entry = (key: string, order: number, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key,
  session: "s",
  at: new Date(now - 100).toISOString(),
  order,
  tab: "here",
  route: "POST /api/sessions/:id/inputs",
  given: { params: { id: "s" }, body: { text: key } },
  ...more,
})

const put = (...all: OutboxEntry[]) =>
  all.reduce((outbox, one) => withChange(outbox, { do: "put", entry: one }), emptyOutbox)
const refused = { code: "illegal", message: "no" }

describe("the letters of a browser", () => {
  it("deliver the first of a session before the second, whatever was heard first", () => {
    const outbox = put(entry("b", 2), entry("a", 1), entry("other", 0, { session: "t" }))
    expect(nextFor(outbox, "s", { tab: "here", now })).toEqual({ entry: entry("a", 1), waitMs: 0 })
  })

  it("go on past one that was refused, which waits for the person", () => {
    const outbox = withChange(put(entry("a", 1), entry("b", 2)), { do: "refuse", key: "a", refused })
    expect(nextFor(outbox, "s", { tab: "here", now })?.entry.key).toBe("b")
    expect(outbox.kept.map(({ key }) => key)).toEqual(["a", "b"])
  })

  it("leave a letter to the tab that wrote it for a moment, and take over what was left behind", () => {
    const outbox = put(entry("a", 1, { tab: "there" }), entry("b", 2))
    expect(nextFor(outbox, "s", { tab: "here", now })).toMatchObject({ entry: { key: "a" }, waitMs: 4_900 })
    expect(nextFor(outbox, "s", { tab: "here", now: now + 5_000 })).toMatchObject({ entry: { key: "a" }, waitMs: 0 })
  })

  it("do not bring back one that was settled when another tab tells of it late", () => {
    const outbox = withChange(put(entry("a", 1)), { do: "settle", key: "a" })
    expect(withChange(outbox, { do: "put", entry: entry("a", 1, { refused }) })).toBe(outbox)
  })

  it("forget one that a person took back in another tab", () => {
    const outbox = withChange(put(entry("a", 1)), { do: "put", entry: entry("a", 1, { takenBack: true }) })
    expect(outbox.kept).toEqual([])
    expect(nextFor(outbox, "s", { tab: "here", now })).toBeNull()
  })

  it("keep one that a person wants back until it is known what became of it", () => {
    const outbox = withChange(put(entry("a", 1), entry("b", 2)), { do: "want-back", key: "a" })
    expect(nextFor(outbox, "s", { tab: "here", now })?.entry).toEqual(entry("a", 1, { takingBack: true }))
    expect(withChange(outbox, { do: "put", entry: entry("a", 1) })).toBe(outbox)
  })

  it("try one again by its own key, in every tab, and no refusal of before undoes that", () => {
    const known = withChange(put(entry("a", 1)), { do: "refuse", key: "a", refused })
    const again = withChange(known, { do: "try-again", key: "a" })
    expect(nextFor(again, "s", { tab: "here", now })?.entry).toEqual(entry("a", 1, { round: 1 }))
    expect(withChange(again, { do: "put", entry: entry("a", 1, { refused }) })).toBe(again)
    expect(withChange(known, { do: "want-back", key: "a" }).kept).toEqual([
      entry("a", 1, { round: 1, takingBack: true }),
    ])
  })

  it("tell a refusal from a failure after which it may be there all the same", () => {
    const said = (code: string) => isKnownRefused(entry("a", 1, { refused: { code, message: "" } }))
    expect([said("illegal"), said("erased"), said("internal"), isKnownRefused(entry("a", 1))]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it("keep their order object where nothing changed, so that nobody draws again", () => {
    const outbox = put(entry("a", 1))
    expect(withChange(outbox, { do: "put", entry: entry("a", 1) })).toBe(outbox)
    expect(withChange(outbox, { do: "settle", key: "unknown" }).kept).toBe(outbox.kept)
  })

  it("know the person's own words from a click", () => {
    const withBody = (body: unknown) => wordsOf(entry("a", 1, { given: { body } }))
    expect([withBody({ text: "hi" }), withBody({ to: { input: "i", text: "hi" } })]).toEqual(["hi", "hi"])
    expect([withBody({ turn: "t" }), withBody(undefined), withBody({ to: "regenerate" })]).toEqual([null, null, null])
  })
})
