import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { ground, groundingLimits, groundingLines, type Look } from "./grounding.ts"

const files = [
  "src/router.ts",
  "src/modeRouter.ts",
  "src/score.ts",
  "node_modules/router/index.js",
  ".cache/router.ts",
  "docs/guide.md",
]
const look: Look = {
  project: "Node.js",
  entries: ["src", ".git", "node_modules", "docs", "package.json"],
  exists: (path) => files.includes(path),
  files,
  text: (path) => (path.endsWith(".md") ? "# The guide\n" : "export function route() {}\nconst score = 1\n"),
}

describe("grounding", () => {
  it("F057: tells which named files exist and which do not, and which others may matter", () => {
    expect(ground("Let `src/router.ts` use src/new.ts.", ["and ./docs/guide.md"], look)).toEqual({
      project: "Node.js",
      entries: ["src", "docs", "package.json"],
      existing: ["src/router.ts", "docs/guide.md"],
      missing: ["src/new.ts"],
      related: ["src/modeRouter.ts"],
      facts: [
        "src/router.ts declares route, score",
        'docs/guide.md is titled "The guide"',
        "src/modeRouter.ts declares route, score",
      ],
    })
  })

  it("matches words, not parts of words", () => {
    expect(ground("Make the latest scoreboard nicer.", [], look).related).toEqual([])
    expect(ground("Make the score nicer.", [], look).related).toEqual(["src/score.ts"])
  })

  it("knows nothing of an empty workspace", () => {
    const empty = { entries: [], exists: () => false, files: [] }
    const grounding = ground("Do it.", [], empty)
    expect(grounding).toEqual({ project: null, entries: [], existing: [], missing: [], related: [], facts: [] })
    expect(groundingLines(grounding)).toEqual([])
    expect(groundingLines(null)).toEqual([])
  })

  it("stays small, whatever the workspace has", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), fc.array(fc.string()), (task, entries, some) => {
        const grounding = ground(task, some, { entries, exists: (path) => path.length % 2 === 0, files: some })
        expect(grounding.entries.length).toBeLessThanOrEqual(groundingLimits.entries)
        expect(grounding.existing.length).toBeLessThanOrEqual(groundingLimits.paths)
        expect(grounding.missing.length).toBeLessThanOrEqual(groundingLimits.paths)
        expect(grounding.related.length).toBeLessThanOrEqual(groundingLimits.related)
      }),
    )
  })
})
