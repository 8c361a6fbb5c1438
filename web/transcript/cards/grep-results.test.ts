import { expect, it } from "vitest"
import { globResults, grepResults, matchParts } from "./grep-results.ts"

it("tells what was found file by file", () => {
  expect(grepResults("src/a.ts\n3: const tide = 1\n4-\n\nb.ts\n1: tide\n\n... more than 2 matches: narrow it")).toEqual(
    {
      files: [
        {
          path: "src/a.ts",
          lines: [
            { number: 3, text: "const tide = 1", match: true },
            { number: 4, text: "", match: false },
          ],
        },
        { path: "b.ts", lines: [{ number: 1, text: "tide", match: true }] },
      ],
      note: "... more than 2 matches: narrow it",
    },
  )
})

it("takes what is no result as what it is", () => {
  expect(grepResults("No match in the workspace.")).toBeNull()
  expect(globResults("a.ts\nb.ts\n... 4 more: narrow the pattern")).toEqual({
    paths: ["a.ts", "b.ts"],
    note: "... 4 more: narrow the pattern",
  })
})

it("tells a match from the rest of its line, where the pattern can be tried without harm", () => {
  expect(matchParts("const tide = tides", "tides?")).toEqual(["const ", "tide", " = ", "tides", ""])
  expect(matchParts("Tide", "(?i)tide")).toEqual(["", "Tide", ""])
  expect(matchParts("tide", "(t+)+$")).toEqual(["tide"])
  expect(matchParts("tide", "[")).toEqual(["tide"])
})
