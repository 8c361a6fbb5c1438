import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { readRealDirectory, readRealFile } from "./real-file.ts"

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  for (const name of ["work/deep/in", "secrets/in"]) mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, "work/deep/in/key"), "ours")
  writeFileSync(join(root, "secrets/in/key"), "canary")
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** What a process does between the judgement of a path and its use. */
function swap(): void {
  renameSync(join(root, "work/deep"), join(root, "work/moved"))
  symlinkSync(join(root, "secrets"), join(root, "work/deep"))
}

describe("a file that was judged by its real path", () => {
  it("is read, and is none where there is none", async () => {
    expect((await readRealFile(join(root, "work/deep/in/key")))?.bytes.toString()).toBe("ours")
    expect(await readRealFile(join(root, "work/deep/in/none"))).toBeUndefined()
    expect(await readRealFile(join(root, "work/none/key"))).toBeUndefined()
    expect(await readRealFile(join(root, "work/deep/in/key/x"))).toBeUndefined()
  })

  it("is not what a link leads to that has been put in the place of one of its directories", async () => {
    swap()
    await expect(readRealFile(join(root, "work/deep/in/key"))).rejects.toThrow("replaced by a link meanwhile")
    expect(await readRealFile(join(root, "work/deep/key"))).toBeUndefined()
  })

  it("is not listed through such a link either", async () => {
    expect((await readRealDirectory(join(root, "work/deep/in")))?.map(({ name }) => name)).toEqual(["key"])
    expect(await readRealDirectory(join(root, "work/deep/in/key"))).toBeUndefined()
    swap()
    await expect(readRealDirectory(join(root, "work/deep/in"))).rejects.toThrow("replaced by a link meanwhile")
    expect(await readRealDirectory(join(root, "work/deep"))).toBeUndefined()
  })
})
