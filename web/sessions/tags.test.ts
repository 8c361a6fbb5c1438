import { describe, expect, it } from "vitest"
import { tagChanges, tagsIn, tagsToRestore } from "./tags.ts"

describe("tags", () => {
  it("are parted by commas, each once", () => {
    expect(tagsIn(" #ui, slow run ,, ui\nlater ")).toEqual(["ui", "slow run", "later"])
    expect(tagsIn(" , ")).toEqual([])
  })

  it("are added to what each session has, alike ones together", () => {
    const rows = [
      { id: "a", tags: [] },
      { id: "b", tags: ["x"] },
      { id: "c", tags: [] },
      { id: "d", tags: ["y", "x"] },
      { id: "e", tags: ["x", "y"] },
    ]
    expect(tagChanges(rows, ["y", "x"])).toEqual([
      { ids: ["a", "c"], tags: ["y", "x"] },
      { ids: ["b"], tags: ["x", "y"] },
    ])
    expect(tagsToRestore(rows)).toContainEqual({ ids: ["a", "c"], tags: [] })
  })
})
