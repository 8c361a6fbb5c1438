import { expect, it } from "vitest"
import { duration, tokens } from "./amounts.ts"

it("says amounts in few signs", () => {
  expect([900, 8_200, 200_000, 1_000_000].map(tokens)).toEqual(["900", "8.2k", "200k", "1M"])
  expect([400, 12_000, 185_000, 7_260_000].map(duration)).toEqual(["0.4 s", "12 s", "3 min 5 s", "2 h 1 min"])
  expect([59_700, 239_600, 3_599_600].map(duration)).toEqual(["1 min 0 s", "4 min 0 s", "1 h 0 min"])
})
