import { linkSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { homedir } from "node:os"
import { join, relative } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../../test/support/tools/test-workspace.ts"
import { placeOf } from "./workspace-path.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
  shop.put("src/a.ts", "a")
  mkdirSync(join(shop.base, "elsewhere"))
  writeFileSync(join(shop.base, "elsewhere/b.ts"), "b")
  writeFileSync(join(shop.data, "store.db"), "rows")
})
afterEach(() => shop.close())

describe("a path", () => {
  it("is taken relative to the workspace", async () => {
    expect(await placeOf("src/a.ts", shop.context)).toEqual({
      path: shop.path("src/a.ts"),
      shown: "src/a.ts",
      where: "workspace",
    })
    expect(await placeOf(".", shop.context)).toEqual({ path: shop.workspace, shown: ".", where: "workspace" })
    expect(await placeOf("new/dir/c.ts", shop.context)).toMatchObject({ shown: "new/dir/c.ts", where: "workspace" })
  })

  it.each([
    ["..", "outside"],
    ["src/../../elsewhere/b.ts", "outside"],
    ["src/../src/a.ts", "workspace"],
    ["missing/../../elsewhere/b.ts", "outside"],
    ["../data/store.db", "protected"],
    ["../data", "protected"],
    ["../DATA/Store.DB", "protected"],
    ["../config/not-there-yet.json", "protected"],
    ["../data2/x", "outside"],
    ["../data/notes/memory.json", "notes"],
    ["../data/notes/../store.db", "protected"],
    [".git/hooks/pre-commit", "protected"],
    [".git/config", "protected"],
    [".GIT/config", "protected"],
    [".g\u200cit/config", "protected"],
    ["vendor/lib/.git/config", "protected"],
    [".git", "protected"],
    [".gitignore", "workspace"],
    [".github/workflows/ci.yml", "workspace"],
    [".holdfast/permissions.json", "protected"],
    [".Holdfast/permissions.json", "protected"],
    ["/dev/sda", "protected"],
    ["/dev/null", "protected"],
    ["/dev/shm/scratch.txt", "outside"],
    ["/proc/self/environ", "protected"],
    ["/proc/sys/kernel/core_pattern", "protected"],
    ["/sys/power/state", "protected"],
    ["/etc/hosts", "outside"],
  ])("%s would be written %s", async (path, where) => {
    expect((await placeOf(path, shop.context)).where).toBe(where)
  })

  it.each([
    [".git/config", "workspace"],
    [".holdfast/permissions.json", "workspace"],
    ["/proc/cpuinfo", "outside"],
    ["/proc/self/environ", "protected"],
    ["/proc/1/environ", "protected"],
    ["../data/store.db", "protected"],
  ])("%s would be read %s", async (path, where) => {
    expect((await placeOf(path, shop.context, "read")).where).toBe(where)
  })

  it("may begin with the home directory", async () => {
    expect((await placeOf("~/x.txt", shop.context)).path).toBe(join(homedir(), "x.txt"))
    expect((await placeOf("~", shop.context)).path).toBe(homedir())
    expect((await placeOf("~x", shop.context)).path).toBe(shop.path("~x"))
  })

  it("with a NUL character is refused", async () => {
    await expect(placeOf("src/a.ts\0.png", shop.context)).rejects.toThrow("holds a NUL character: leave it out")
  })
})

describe("a symbolic link", () => {
  it.each([
    ["as the last part", "link.ts", () => "elsewhere/b.ts", "link.ts", "outside"],
    ["as the first part", "link", () => "elsewhere", "link/b.ts", "outside"],
    ["in the middle", "src/link", () => "elsewhere", "src/link/deep/new.ts", "outside"],
    ["that leads nowhere yet", "dangling", () => "elsewhere/not-there.ts", "dangling", "outside"],
    ["to the store", "store", () => "data/store.db", "store", "protected"],
    ["to the directory of the store", "keep", () => "data", "keep/store.db", "protected"],
    ["before a `..`", "link", () => "data/notes", "link/../store.db", "protected"],
    ["to a directory of git", "g", () => "work/.git", "g/config", "protected"],
    ["to a place in the workspace", "inner", () => "work/src/a.ts", "inner", "workspace"],
  ])("%s counts for where it leads", async (_, name, target, path, where) => {
    symlinkSync(join(shop.base, target()), shop.path(name))
    expect((await placeOf(path, shop.context)).where).toBe(where)
  })

  it("that is relative, and one that leads to another, are followed to the end", async () => {
    symlinkSync("../../elsewhere", shop.path("src/one"))
    symlinkSync("src/one/b.ts", shop.path("two"))
    expect(await placeOf("two", shop.context)).toEqual({
      path: join(shop.base, "elsewhere/b.ts"),
      shown: join(shop.base, "elsewhere/b.ts"),
      where: "outside",
    })
  })

  it("in the path of something protected does not hide it", async () => {
    renameSync(shop.data, join(shop.base, "moved"))
    symlinkSync(join(shop.base, "moved"), shop.data)
    expect((await placeOf("../moved/store.db", shop.context)).where).toBe("protected")
    expect((await placeOf("../data/store.db", shop.context)).where).toBe("protected")
  })

  it("that goes round is refused", async () => {
    symlinkSync(shop.path("b"), shop.path("a"))
    symlinkSync(shop.path("a"), shop.path("b"))
    await expect(placeOf("a/x", shop.context)).rejects.toThrow("goes round in symbolic links")
  })

  it.runIf(process.platform === "linux")("of /proc cannot be used to reach the store", async () => {
    const around = `/proc/self/root${shop.data}/store.db`
    const home = `/proc/self/cwd/${relative(process.cwd(), shop.data)}/store.db`
    for (const path of [around, home]) expect((await placeOf(path, shop.context)).where).toBe("protected")
  })
})

describe("a hard link", () => {
  it("to a protected file is that file", async () => {
    mkdirSync(join(shop.data, "deep"))
    writeFileSync(join(shop.data, "deep/token"), "secret")
    linkSync(join(shop.data, "deep/token"), shop.path("innocent.txt"))
    expect((await placeOf("innocent.txt", shop.context, "read")).where).toBe("protected")
  })

  it("between other files is nothing special", async () => {
    linkSync(shop.path("src/a.ts"), shop.path("same.ts"))
    expect((await placeOf("same.ts", shop.context)).where).toBe("workspace")
  })
})
