import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { placesOf, stagingIn, treeOf } from "../../../test/support/tools/staging.ts"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import { hashOf } from "./file-content.ts"
import { stageDrafts } from "./file-intent.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

const { stage, settle, tree } = stagingIn(() => shop)

describe("a foreign change", () => {
  it.each([
    ["other content", (path: string) => writeFileSync(path, "theirs"), { "a.txt": "theirs" }],
    ["a deletion", (path: string) => rmSync(path), {}],
  ])("(%s) is never overwritten, before the settling or during it", async (_, interfere, left) => {
    for (const late of [false, true]) {
      const path = shop.put("a.txt", "one")
      const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
      if (!late) interfere(path)
      const { changed, conflicts } = await settle(intents, async () => (late ? interfere(path) : undefined))
      expect(changed).toEqual([])
      expect(conflicts).toEqual([
        { path, found: hashIn("a.txt"), why: expect.stringContaining("Read it and decide again") },
      ])
      expect(tree()).toEqual(left)
    }
  })

  it("that made the file meanwhile is kept", async () => {
    const path = shop.path("a.txt")
    const intents = await stage({ path, before: null, after: Buffer.from("ours") })
    const { conflicts } = await settle(intents, async () => writeFileSync(path, "theirs"))
    expect(conflicts).toEqual([
      { path, found: hashOf(Buffer.from("theirs")), why: expect.stringContaining("exists by now") },
    ])
    expect(tree()).toEqual({ "a.txt": "theirs" })
  })

  it("that makes the same file at the same moment: one of the two wins, and the other is told", async () => {
    for (let round = 0; round < 20; round++) {
      const draft = (text: string) => ({ path: shop.path(`f${round}`), before: null, after: Buffer.from(text) })
      const staged = await Promise.all(
        ["one", "two"].map((text) =>
          stageDrafts([draft(text)], { key: text, places: placesOf([draft(text)]), putBlob: shop.context.putBlob }),
        ),
      )
      const settled = await Promise.all(staged.map((intents) => settle(intents)))
      const winner = settled.findIndex(({ changed }) => changed.length === 1)
      expect(settled.map(({ changed, conflicts }) => [changed.length, conflicts.length]).sort()).toEqual([
        [0, 1],
        [1, 0],
      ])
      expect(shop.text(`f${round}`)).toBe(["one", "two"][winner])
    }
  })

  it("to a file that was to be deleted keeps it", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: null })
    const { conflicts } = await settle(intents, async () => writeFileSync(path, "theirs"))
    expect(conflicts).toHaveLength(1)
    expect(tree()).toEqual({ "a.txt": "theirs" })
  })

  it("to the staged content keeps the file as it was", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    writeFileSync(intents[0]?.temp ?? "", "torn")
    expect(await settle(intents)).toEqual({
      changed: [],
      conflicts: [{ path, found: hashOf(Buffer.from("one")), why: expect.stringContaining("new content was lost") }],
    })
    expect(tree()).toEqual({ "a.txt": "one" })
  })

  it("of the session's driver stops it before the file changes, and the next driver can settle", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    await expect(
      settle(intents, async () => {
        throw new Error("fenced")
      }),
    ).rejects.toThrow("fenced")
    expect(shop.text("a.txt")).toBe("one")
    await settle(intents)
    expect(tree()).toEqual({ "a.txt": "two" })
  })

  const hashIn = (name: string) => (existsSync(shop.path(name)) ? hashOf(shop.bytes(name)) : null)
})

describe("a swapped directory", () => {
  beforeEach(() => {
    mkdirSync(join(shop.base, "elsewhere"))
    writeFileSync(join(shop.base, "elsewhere/a.txt"), "one")
  })

  const swap = () => {
    renameSync(shop.path("src"), shop.path("moved"))
    symlinkSync(join(shop.base, "elsewhere"), shop.path("src"))
  }

  it("before the settling is a conflict: nothing is written where it leads", async () => {
    const path = shop.put("src/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    swap()
    const { changed, conflicts } = await settle(intents)
    expect([changed, conflicts.length]).toEqual([[], 1])
    expect(treeOf(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })

  it("above it is a conflict too", async () => {
    const path = shop.put("src/deep/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: null })
    mkdirSync(join(shop.base, "elsewhere/deep"))
    writeFileSync(join(shop.base, "elsewhere/deep/a.txt"), "one")
    swap()
    const { changed, conflicts } = await settle(intents)
    expect([changed, conflicts.length]).toEqual([[], 1])
    expect(treeOf(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one", "deep/a.txt": "one" })
  })

  it.runIf(process.platform === "linux")("in the last moment does not redirect the write", async () => {
    const path = shop.put("src/a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    await settle(intents, async () => swap())
    expect(treeOf(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
    expect(shop.text("moved/a.txt")).toBe("two")
  })

  it("before the staging is refused", async () => {
    const path = shop.put("src/a.txt", "one")
    swap()
    await expect(stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })).rejects.toThrow()
    expect(treeOf(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })

  it("a link in the place of the file is a conflict", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    const { conflicts } = await settle(intents, async () => {
      rmSync(path)
      symlinkSync(join(shop.base, "elsewhere/a.txt"), path)
    })
    expect(conflicts).toHaveLength(1)
    expect(treeOf(join(shop.base, "elsewhere"))).toEqual({ "a.txt": "one" })
  })
})
