import { describe, expect, it } from "vitest"
import { newDeltas, type Told } from "./deltas.ts"

describe("what a follower is told", () => {
  it("is what is new, and what was corrected from where it differs", () => {
    const told: Told = new Map()
    expect([...newDeltas(new Map([[4, { text: "Hello" }]]), told)]).toEqual([
      { seq: 4, channel: "text", offset: 0, text: "Hello" },
    ])
    expect([...newDeltas(new Map([[4, { text: "Help me" }]]), told)]).toEqual([
      { seq: 4, channel: "text", offset: 3, text: "p me" },
    ])
    expect([...newDeltas(new Map([[4, { text: "Help me" }]]), told)]).toEqual([])
  })

  it("is forgotten when the answer is whole", () => {
    const told: Told = new Map()
    expect([...newDeltas(new Map([[4, { text: "Hello" }]]), told)]).toHaveLength(1)
    expect([...newDeltas(new Map(), told)]).toEqual([])
    expect(told.size).toBe(0)
  })
})
