import { expect, it } from "vitest"
import { bytes, count, duration, tokens } from "./amounts.ts"

it("says amounts in few signs", () => {
  expect([900, 8_200, 200_000, 1_000_000].map(tokens)).toEqual(["900", "8.2k", "200k", "1M"])
  expect([400, 12_000, 185_000, 7_260_000].map(duration)).toEqual(["0.4 s", "12 s", "3 min 5 s", "2 h 1 min"])
  expect([900, 2_048, 5 * 1024 * 1024].map(bytes)).toEqual(["900 B", "2.0 KB", "5.0 MB"])
  expect([count(1, "file"), count(1_200, "file"), count(2, "entry", "entries")]).toEqual([
    "1 file",
    "1,200 files",
    "2 entries",
  ])
})
