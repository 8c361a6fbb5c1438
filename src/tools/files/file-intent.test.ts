import { chmodSync, existsSync, readdirSync, statSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { mortally } from "../../../test/support/tools/mortal-files.ts"
import { placesOf, stagingIn } from "../../../test/support/tools/staging.ts"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import { hashOf } from "./file-content.ts"
import { discardIntents, stageDrafts } from "./file-intent.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

const { stage, settle, tree } = stagingIn(() => shop)

describe("an intent", () => {
  it("holds all that recovery needs, and changes nothing that the workspace shows", async () => {
    const path = shop.put("src/a.txt", "one")
    const [intent] = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    expect(intent).toEqual({
      path,
      before: hashOf(Buffer.from("one")),
      after: hashOf(Buffer.from("two")),
      mode: 0o644,
      temp: expect.stringMatching(/\/src\/\.holdfast-[0-9a-f]{24}\.tmp$/),
      preImage: { blob: hashOf(Buffer.from("one")), bytes: 3 },
    })
    expect(shop.text("src/a.txt")).toBe("one")
    expect(Buffer.from(await shop.context.blob(intent?.preImage?.blob ?? "")).toString()).toBe("one")
  })

  it("is settled once, and settling it again finds it done", async () => {
    const path = shop.put("a.txt", "one")
    const intents = await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })
    const change = { path, before: hashOf(Buffer.from("one")), after: hashOf(Buffer.from("two")) }
    expect(await settle(intents)).toEqual({ changed: [change], conflicts: [] })
    expect(await settle(intents)).toEqual({ changed: [change], conflicts: [] })
    expect(tree()).toEqual({ "a.txt": "two" })
  })

  it("keeps the mode of the file, and takes a given one", async () => {
    const path = shop.put("run.sh", "one")
    chmodSync(path, 0o776)
    await settle(await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") }))
    expect(statSync(path).mode & 0o777).toBe(0o776)
    await settle(await stage({ path, before: Buffer.from("two"), after: Buffer.from("two"), mode: 0o700 }))
    expect(statSync(path).mode & 0o777).toBe(0o700)
    const made = { path: shop.path("new.txt"), before: null, after: Buffer.from("x") }
    await settle(await stage(made))
    expect(statSync(made.path).mode & 0o777).toBe(0o644 & ~process.umask())
  })

  it("makes missing directories only when it is settled", async () => {
    const path = shop.path("a/b/c.txt")
    const intents = await stage({ path, before: null, after: Buffer.from("new") })
    expect(existsSync(shop.path("a"))).toBe(false)
    await settle(intents)
    expect(tree()).toEqual({ "a/b/c.txt": "new" })
  })

  it("removes the directories that a deletion leaves empty, and the root never", async () => {
    const path = shop.put("a/b/c.txt", "old")
    await settle(await stage({ path, before: Buffer.from("old"), after: null }))
    expect(readdirSync(shop.workspace)).toEqual([])
  })

  it("is none where nothing would change", async () => {
    const path = shop.put("a.txt", "one")
    expect(await stage({ path, before: Buffer.from("one"), after: Buffer.from("one") })).toEqual([])
  })

  it("that will not be settled leaves nothing behind", async () => {
    const path = shop.put("a.txt", "one")
    await discardIntents(await stage({ path, before: Buffer.from("one"), after: Buffer.from("two") }))
    expect(tree()).toEqual({ "a.txt": "one" })
  })

  it("is refused for a place that was not permitted", async () => {
    const draft = { path: shop.path("a.txt"), before: null, after: Buffer.from("x") }
    const staging = { key: "call", places: placesOf([{ ...draft, path: shop.path("b.txt") }]) }
    await expect(stageDrafts([draft], { ...staging, putBlob: shop.context.putBlob })).rejects.toThrow(
      "not where the call was permitted to write",
    )
    expect(tree()).toEqual({})
  })

  it("leaves nothing behind where one of its files cannot be staged", async () => {
    shop.put("file", "x")
    const good = { path: shop.path("good.txt"), before: null, after: Buffer.from("x") }
    const bad = { path: shop.path("file/under.txt"), before: null, after: Buffer.from("x") }
    await expect(stage(good, bad)).rejects.toThrow("ENOTDIR")
    expect(tree()).toEqual({ file: "x" })
  })

  it("can be staged again after a death in the middle of staging", async () => {
    const draft = { path: shop.path("deep/a.txt"), before: null, after: Buffer.from("new") }
    for (const dieAt of [2, 3, 4]) {
      await mortally(dieAt, async () => {
        await stage(draft)
      })
    }
    await settle(await stage(draft))
    expect(tree()).toEqual({ "deep/a.txt": "new" })
  })

  it.skipIf(process.getuid?.() === 0)("is refused for a file that its owner made read-only", async () => {
    const path = shop.put("a.txt", "one")
    chmodSync(path, 0o444)
    await expect(stage({ path, before: Buffer.from("one"), after: Buffer.from("two") })).rejects.toThrow("EACCES")
  })
})
