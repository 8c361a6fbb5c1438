import { mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
