import { describe, expect, it } from "vitest"
import { logOf, withNewer } from "../../test/support/session/example.ts"
import * as say from "../../test/support/session/say.ts"
import { eventVersions, type ForeignEvent } from "./event.ts"
import { type Upcasters, upcast } from "./upcast.ts"

// As if a description had once had a name, then a title, and then a title and tags.
const table: Upcasters = {
  "session.described": {
    1: ({ name, ...rest }) => ({ ...rest, title: name }),
    2: (data) => ({ ...data, tags: [] }),
  },
}
const versions = { ...eventVersions, "session.described": 3 }

function described(v: number, data: Record<string, unknown>): ForeignEvent {
  const [first] = logOf(say.opened)
  return { ...(first as ForeignEvent), type: "session.described", v, data }
}

describe("an event of an older version", () => {
  it("is brought up step by step, and the stored one is left as it was", () => {
    const stored = described(1, { name: "Kelp", later: "kept" })
    const copy = structuredClone(stored)
    expect(upcast(stored, table, versions)).toEqual({
      ...stored,
      v: 3,
      data: { title: "Kelp", tags: [], later: "kept" },
    })
    expect(upcast(described(2, { title: "Kelp" }), table, versions)).toMatchObject({
      v: 3,
      data: { title: "Kelp", tags: [] },
    })
    expect(stored).toEqual(copy)
  })
})

describe("an event that needs no step", () => {
  it.each([
    ["the current version", described(3, { title: "Kelp", tags: [] })],
    ["a newer version", described(4, { somethingElse: true })],
    ["an unknown type", withNewer(logOf(say.opened))[1] as ForeignEvent],
  ])("of %s is returned untouched", (_, stored) => {
    expect(upcast(stored, table, versions)).toBe(stored)
  })
})
