import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { expect, it, onTestFinished } from "vitest"
import { headsSuffix, openHeads, readHeads } from "./heads.ts"

const scene = () => {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-"))
  const warnings: string[] = []
  const listen = ({ message }: Error) => warnings.push(message)
  process.on("warning", listen)
  onTestFinished(() => {
    process.off("warning", listen)
    rmSync(directory, { recursive: true })
  })
  return { file: join(directory, "store.db"), warnings }
}

it("keeps the highest seq of each session, in the order in which they were written to", () => {
  const { file } = scene()
  const heads = openHeads(file)
  heads?.note(new Map([["a", 3]]))
  heads?.note(new Map([["b", 1]]))
  heads?.note(new Map([["a", 2]]))
  heads?.close()
  expect([...readHeads(file)]).toEqual([
    ["b", 1],
    ["a", 3],
  ])
})

const many = new Map(Array.from({ length: 256 }, (_, n) => [`session ${n}`, 1]))

it("writes of a commit no more than what that wrote", () => {
  const { file } = scene()
  const heads = openHeads(file)
  heads?.note(many)
  const before = readFileSync(file + headsSuffix)
  heads?.note(new Map([["session 7", 2]]))
  const after = readFileSync(file + headsSuffix)
  heads?.close()
  const changed = [...after].filter((byte, at) => byte !== (before[at] ?? 0))
  expect(changed.length).toBeLessThan(100)
  expect(readHeads(file)).toEqual(new Map([...many, ["session 7", 2]]))
})

it("keeps all of it through many commits and several openings", () => {
  const { file } = scene()
  const known = new Map(many)
  for (const opening of [1, 2, 3]) {
    const heads = openHeads(file)
    heads?.note(many)
    for (let n = 0; n < 1000; n++) {
      const [session, head] = [`session ${(n * 7) % 256}`, opening * 10_000 + n]
      heads?.note(new Map([[session, head]]))
      known.set(session, head)
    }
    heads?.close()
    expect(readHeads(file)).toEqual(known)
  }
})

it("falls back to the list before where the newest is damaged", () => {
  const { file } = scene()
  for (const head of [1, 2]) {
    const heads = openHeads(file)
    heads?.note(new Map([["a", head * 10]]))
    heads?.note(new Map([["a", head * 10 + 1]]))
    heads?.close()
  }
  const bytes = readFileSync(file + headsSuffix)
  expect(readHeads(file)).toEqual(new Map([["a", 21]]))
  bytes.write("?", bytes.indexOf('["a",20]'))
  writeFileSync(file + headsSuffix, bytes)
  expect(readHeads(file)).toEqual(new Map([["a", 11]]))
})

it("keeps what two processes write in turns", () => {
  const { file } = scene()
  const [here, there] = [openHeads(file), openHeads(file)]
  for (let head = 1; head <= 600; head++) {
    for (const [name, heads] of [["a", here] as const, ["b", there] as const]) {
      heads?.refresh()
      heads?.note(new Map([[name, head]]))
      if (head % 3 === 0) heads?.note(new Map([[`${name} alone`, head]]))
    }
  }
  here?.close()
  there?.close()
  expect(Object.fromEntries(readHeads(file))).toEqual({ a: 600, b: 600, "a alone": 600, "b alone": 600 })
})

it("keeps what a process notes alone after another one wrote in the same moment", () => {
  const { file } = scene()
  const [here, there] = [openHeads(file), openHeads(file)]
  here?.note(new Map([["a", 1]]))
  // Both have committed before either of them notes it.
  here?.refresh()
  there?.refresh()
  here?.note(new Map([["a", 2]]))
  there?.note(new Map([["b with a longer name", 2]]))
  there?.note(new Map([["b with a longer name", 3]]))
  there?.note(new Map([["b with a longer name", 4]]))
  here?.close()
  there?.close()
  expect(readHeads(file).get("b with a longer name")).toBe(4)
})

it("reads and continues the lists of older versions, which held nothing else", () => {
  const { file } = scene()
  const old = Buffer.alloc(2 * 16_384)
  for (const turn of [6, 7]) {
    const body = JSON.stringify({ turn, heads: [["a", turn]] })
    const sizes = [crc32(body), body.length].map((value) => value.toString(16).padStart(8, "0"))
    old.write(sizes.join("") + body, (turn % 2) * 16_384)
  }
  writeFileSync(file + headsSuffix, old)
  expect(readHeads(file)).toEqual(new Map([["a", 7]]))
  const heads = openHeads(file)
  heads?.note(new Map([["b", 1]]))
  heads?.note(new Map([["b", 2]]))
  heads?.close()
  expect(Object.fromEntries(readHeads(file))).toEqual({ a: 7, b: 2 })
})

it.skipIf(process.platform !== "linux")("warns once when the disk refuses the mark, and goes on", async () => {
  const { file, warnings } = scene()
  symlinkSync("/dev/full", file + headsSuffix)
  const heads = openHeads(file)
  heads?.note(new Map([["a", 1]]))
  heads?.note(new Map([["a", 2]]))
  heads?.close()
  await new Promise(setImmediate)
  expect(warnings).toEqual([expect.stringMatching(/^Holdfast could not note what it acknowledges: .*ENOSPC/)])
})
