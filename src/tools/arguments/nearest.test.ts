import { expect, it } from "vitest"
import { nearest } from "./nearest.ts"

const names = ["sessions", "show", "log", "search", "export", "import", "archive", "delete", "doctor", "backup", "help"]

it.each([
  ["sesions", "sessions"],
  ["shwo", "show"],
  ["lgo", "log"],
  ["SEARCH", "search"],
  ["exprot", "export"],
  ["sess", "sessions"],
  ["del", "delete"],
  ["frobnicate", undefined],
  ["x", undefined],
])("takes %s for %s", (typed, meant) => {
  expect(nearest(typed, names)).toBe(meant)
})
