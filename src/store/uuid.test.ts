import fc from "fast-check"
import { describe, expect, it, vi } from "vitest"

// The module never goes back behind the newest id: these tests of odd clocks have one of their own, and leave none behind.
vi.resetModules()
const { isUuid, uuidv7 } = await import("./uuid.ts")
vi.resetModules()

describe("uuidv7", () => {
  it("carries the time, the version and the variant where RFC 9562 puts them", () => {
    const id = uuidv7(0x0123456789a)
    expect(id).toMatch(/^00123456-789a-7[0-7][0-9a-f]{2}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it("sorts by creation, whatever the clock does", () => {
    const clock = fc.oneof(fc.integer({ min: 0, max: 2 ** 42 }), fc.constantFrom(0, 1.5, -1, Number.NaN))
    fc.assert(
      fc.property(fc.array(clock, { minLength: 2, maxLength: 200 }), (times) => {
        const ids = times.map((time) => uuidv7(time))
        expect(ids.toSorted()).toEqual(ids)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.every(isUuid)).toBe(true)
      }),
    )
  })

  it("borrows from the next millisecond when one millisecond has no more numbers", () => {
    const now = 2 ** 43
    const ids = Array.from({ length: 20_000 }, () => uuidv7(now))
    expect(ids.toSorted()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.at(-1)?.slice(0, 13)).not.toBe(ids[0]?.slice(0, 13))
  })

  it("leaves 62 bits to chance", () => {
    const random = Array.from({ length: 1_000 }, () => uuidv7().slice(20))
    expect(new Set(random).size).toBe(random.length)
  })
})

describe("isUuid", () => {
  it.each([
    ["018f3e2a-7c1d-7000-8000-000000000000", true],
    ["9b2c1f0e-4a5d-4c3b-9e8f-7a6b5c4d3e2f", true],
    ["018F3E2A-7C1D-7000-8000-000000000000", false],
    ["018f3e2a-7c1d-7000-8000-000000000000\n", false],
    [" 018f3e2a-7c1d-7000-8000-000000000000", false],
    ["018f3e2a7c1d70008000000000000000", false],
    ["018f3e2a-7c1d-7000-c000-000000000000", false],
    ["00000000-0000-0000-0000-000000000000", false],
    ["../../etc/passwd", false],
    ["", false],
  ])("%j is %s", (text, expected) => {
    expect(isUuid(text)).toBe(expected)
  })
})
