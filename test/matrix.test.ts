import { describe, expect, it } from "vitest"
import { alone, cellsOf, sampleOf, shareOf } from "./matrix.ts"

const all = Array.from({ length: 37 }, (_, index) => index)
const matrix = { name: "kills", core: [3, 20], all, nameOf: (cell: number) => `at ${cell}` }
const cells = (set: string | undefined, only?: string) => cellsOf(matrix, { wanted: shareOf(set), only })

describe("the cells of a matrix", () => {
  it("are its core unless a slice is set, and all of them on demand", () => {
    expect(cells(undefined)).toEqual([3, 20])
    expect(cells("")).toEqual([3, 20])
    expect(cells("all")).toEqual(all)
  })

  it("are all of them, each once, in ten slices that follow each other", () => {
    const slices = Array.from({ length: 10 }, (_, index) => cells(String(1_234 + index)))
    expect(slices.flat().toSorted((one, other) => one - other)).toEqual(all)
    for (const slice of slices) expect(slice.length).toBeLessThanOrEqual(4)
    expect(cells("1234")).toEqual(slices[0])
  })

  it("are one where it is named as a failure names it, whatever slice it is in", () => {
    expect(alone(matrix, 17)).toBe("HOLDFAST_CELL='kills: at 17'")
    expect(cells(undefined, "kills: at 17")).toEqual([17])
    expect(cells("3", "kills: at 17")).toEqual([17])
    expect(cells("all", "others: at 17")).toEqual([])
  })

  it("are refused for a slice that is misspelled", () => {
    expect(() => cells("al")).toThrow('HOLDFAST_SLICE is "al"')
  })

  it("are spread evenly where a number of them is the core", () => {
    expect(sampleOf(100, 4)).toEqual([13, 38, 63, 88])
    expect(sampleOf(3, 9)).toEqual([1, 2, 3])
  })
})
