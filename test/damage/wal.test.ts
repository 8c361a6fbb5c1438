import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { randomFrom } from "../crash/random.ts"
import { alone, cellsOf, type Matrix, matrixTimeoutMs } from "../matrix.ts"
import { type Aftermath, aftermathOf } from "./aftermath.ts"
import { type DamageCase, fileDamages, walDamages, walFlips } from "./damages.ts"
import { remove } from "./fixture.ts"
import { makeImage, type StoreImage } from "./store-image.ts"

const seed = 1
const all = Array.from({ length: 600 }, (_, index) => index)
const flips: Matrix<number> = { name: "flips of the WAL", core: all.slice(0, 10), all, nameOf: String }

describe("a damaged store", () => {
  let killed: StoreImage
  let closed: StoreImage
  beforeAll(() => {
    killed = makeImage({ end: "killed" })
    closed = makeImage({ end: "closed" })
  })
  afterAll(() => {
    remove(killed.directory)
    remove(closed.directory)
  })

  const aftermaths = async (image: StoreImage, damages: DamageCase[]): Promise<Aftermath[]> => {
    const all: Aftermath[] = []
    for (const damage of damages) all.push(await aftermathOf(image, damage))
    return all
  }

  it("is sound while it is undamaged, killed or closed", async () => {
    for (const image of [killed, closed]) {
      const [aftermath] = await aftermaths(image, [{ name: "none", apply: () => undefined }])
      expect(aftermath).toMatchObject({ missing: 0, reported: false, repair: "none", missingAfterRepair: 0 })
    }
  })

  it("loses nothing silently, and nothing to the repair, when the WAL is damaged", { timeout: 120_000 }, async () => {
    const all = await aftermaths(killed, walDamages(killed.directory))
    expect(all).toHaveLength(30)
    expect(all.filter(({ silent }) => silent)).toEqual([])
    expect(all.filter(({ made }) => made === "worse")).toEqual([])
  })

  it("loses nothing silently, and nothing to the repair, when the file is damaged", { timeout: 120_000 }, async () => {
    const all = await aftermaths(closed, fileDamages(closed.directory))
    expect(all).toHaveLength(30)
    expect(all.filter(({ silent }) => silent)).toEqual([])
    expect(all.filter(({ made }) => made === "worse")).toEqual([])
  })

  it("loses nothing silently to rotten bits of the WAL", { timeout: matrixTimeoutMs }, async () => {
    const cases = walFlips(killed.directory, all.length, randomFrom(seed))
    for (const flip of cellsOf(flips)) {
      const [aftermath] = await aftermaths(killed, cases.slice(flip, flip + 1))
      expect(aftermath, alone(flips, flip)).toMatchObject({ silent: false })
      expect(aftermath?.made, alone(flips, flip)).not.toBe("worse")
    }
  })
})
