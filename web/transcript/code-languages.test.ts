import { expect, it } from "vitest"
import { languageOf } from "./code-languages.ts"

it("knows languages by the names that models use", () => {
  expect(["ts", "TypeScript", " bash", "yml", "py"].map(languageOf)).toEqual([
    "typescript",
    "typescript",
    "shellscript",
    "yaml",
    "python",
  ])
})

it("knows none where the name is another one", () => {
  expect(["", "klingon", "toString", "constructor"].map(languageOf)).toEqual([null, null, null, null])
})
