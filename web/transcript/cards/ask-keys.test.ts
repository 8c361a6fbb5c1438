import { expect, it } from "vitest"
import { askKey } from "./ask-keys.ts"

it("approves and denies by one key each", () => {
  expect(["y", "S", "a", "d", "x", "1"].map((key) => askKey(key, "approval", 0))).toEqual([
    "once",
    "session",
    "always",
    "deny",
    null,
    null,
  ])
})

it("approves and rejects a plan, and nothing for longer", () => {
  expect(["y", "D", "s", "a", "1"].map((key) => askKey(key, "plan", 0))).toEqual(["once", "deny", null, null, null])
})

it("chooses an option of a question by its number, as far as there are options", () => {
  expect(["1", "2", "3", "0", "y"].map((key) => askKey(key, "question", 2))).toEqual([
    { option: 0 },
    { option: 1 },
    null,
    null,
    null,
  ])
})
