import { mkdirSync, symlinkSync } from "node:fs"
import { basename } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import { readTool } from "../read.ts"
import { pathMeant } from "./named-path.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
  shop.put("src/a.ts", "a")
  shop.put("b.ts", "b")
})
afterEach(() => shop.close())

const meant = (path: string) => pathMeant(path, shop.workspace)

describe("the path that a model means", () => {
  it.each([
    ["/src/a.ts", "src/a.ts"],
    ["/src/new.ts", "src/new.ts"],
    ["/hello-there.txt", "hello-there.txt"],
    ["/path/to/project/src/a.ts", "src/a.ts"],
    ["/path/to/project/new.ts", "new.ts"],
    ["/repo/b.ts", "b.ts"],
    ["@src/a.ts", "src/a.ts"],
  ])("by %s is %s", async (path, expected) => {
    expect(await meant(path)).toBe(expected)
  })

  it("is without the workspace's own name before it, where that file is there", async () => {
    const name = basename(shop.workspace)
    expect(await meant(`${name}/src/a.ts`)).toBe("src/a.ts")
    // A directory of that name may be wanted.
    expect(await meant(`${name}/src/new.ts`)).toBeUndefined()
    mkdirSync(shop.path(name))
    shop.put(`${name}/b.ts`, "another")
    expect(await meant(`${name}/b.ts`)).toBeUndefined()
  })

  it.each(["src/a.ts", "new/deep.ts", "/etc/passwd", "/tmp/x", "/new-directory/x.ts", "~/x", "../x", "/", "//"])(
    "by %s is what it says",
    async (path) => {
      expect(await meant(path)).toBeUndefined()
      expect(await meant(shop.path("b.ts"))).toBeUndefined()
    },
  )

  it("is not known where it may be two", async () => {
    shop.put("repo/b.ts", "another")
    expect(await meant("/repo/b.ts")).toBeUndefined()
  })

  it("never leads out of the workspace, and opens nothing that is closed", async () => {
    expect(await meant("/path/to/project/../../x")).toBeUndefined()
    expect(await meant("@../x")).toBeUndefined()
    symlinkSync(`${shop.base}/data`, shop.path("link"))
    shop.put("../data/store.db", "secret")
    const path = await meant("/link/store.db")
    expect(path).toBe("link/store.db")
    expect((await shop.look(readTool, { path: path ?? "" })).text).toContain("is protected")
  })
})
