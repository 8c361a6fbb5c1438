import { expect, it } from "vitest"
import { bytes, counted } from "./amount-text.ts"

it("counts things in words", () => {
  expect([counted(1, "file"), counted(1_200, "file"), counted(2, "entry", "entries"), counted(0, "step")]).toEqual([
    "1 file",
    "1,200 files",
    "2 entries",
    "0 steps",
  ])
})

it("names sizes by the units that it divides by", () => {
  expect([0, 900, 2_048, 300 * 1024, 5 * 1024 ** 2, 3 * 1024 ** 3, Number.NaN].map(bytes)).toEqual([
    "0 B",
    "900 B",
    "2.0 KiB",
    "300 KiB",
    "5.0 MiB",
    "3.0 GiB",
    "unknown",
  ])
})
