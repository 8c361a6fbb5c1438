import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { findGrounding, groundingLimits, groundingLines, type Look } from "./grounding.ts"

const files = ["src/router.ts", "docs/guide.md"]
const look: Look = {
  project: "Node.js",
  entries: ["docs/", "src/", "package.json"],
  exists: (path) => files.includes(path),
}

describe("grounding", () => {
  it("F057: tells which named files exist and which do not", () => {
    expect(findGrounding("Let `src/router.ts` use src/new.ts.", ["and ./docs/guide.md"], look)).toEqual({
      project: "Node.js",
      entries: ["docs/", "src/", "package.json"],
      existing: ["src/router.ts", "docs/guide.md"],
      missing: ["src/new.ts"],
    })
  })

  it("knows nothing of an empty workspace", () => {
    const grounding = findGrounding("Do it.", [], { project: null, entries: [], exists: () => false })
    expect(grounding).toEqual({ project: null, entries: [], existing: [], missing: [] })
    expect(groundingLines(grounding)).toEqual([])
    expect(groundingLines(null)).toEqual([])
  })

  it("stays small, whatever the workspace has", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), fc.array(fc.string()), (task, entries, some) => {
        const grounding = findGrounding(task, some, {
          project: null,
          entries,
          exists: (path) => path.length % 2 === 0,
        })
        expect(grounding.entries.length).toBeLessThanOrEqual(groundingLimits.entries)
        expect(grounding.existing.length).toBeLessThanOrEqual(groundingLimits.paths)
        expect(grounding.missing.length).toBeLessThanOrEqual(groundingLimits.paths)
      }),
    )
  })
})
