import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { globTool } from "./glob.ts"
import { grepTool } from "./grep.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

function put(name: string, content = "", age = 0): void {
  const path = shop.put(name, content)
  utimesSync(path, 1_700_000_000 - age, 1_700_000_000 - age)
}

const glob = async (pattern: string, path?: string) =>
  (await shop.look(globTool, { pattern, ...(path === undefined ? {} : { path }) })).text
const grep = async (pattern: string, more: { path?: string; include?: string; context?: number; max?: number } = {}) =>
  (await shop.look(grepTool, { pattern, ...more })).text

describe("glob", () => {
  it("lists what fits, newest first", async () => {
    put("src/old.ts", "", 30)
    put("src/deep/new.ts", "", 10)
    put("top.ts", "", 20)
    put("readme.md")
    expect(await glob("*.ts")).toBe("src/deep/new.ts\ntop.ts\nsrc/old.ts")
    expect(await glob("src/*.ts")).toBe("src/old.ts")
    expect(await glob("**/*.ts", "src")).toBe("src/deep/new.ts\nsrc/old.ts")
    expect(await glob("{readme,nothing}.md")).toBe("readme.md")
    expect(await glob(`${shop.workspace}/src/**/*.ts`)).toBe("src/deep/new.ts\nsrc/old.ts")
    expect(await glob("../*.ts", "src")).toBe("top.ts")
    expect(await glob("*.py")).toBe("No file fits *.py in the workspace.")
  })

  it("honours .gitignore, shows hidden files but not those of git, and says where only ignored ones fit", async () => {
    put(".gitignore", "dist/\nsecret.js\n")
    put("dist/out.js")
    put("secret.js")
    put("main.js")
    put(".github/ci.js")
    put(".git/hook.js")
    expect((await glob("*.js")).split("\n").sort()).toEqual([".github/ci.js", "main.js"])
    expect(await glob("dist/*.js")).toBe("Only files that .gitignore leaves out fit dist/*.js:\ndist/out.js")
  })

  it("shows 100 and says how many more there are", async () => {
    for (let index = 0; index < 130; index++) put(`f${index}.txt`, "", index)
    const lines = (await glob("*.txt")).split("\n")
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([101, "f0.txt", "... 30 more: narrow the pattern"])
  })

  it("works under a hidden directory, and refuses a file, a missing and a protected directory", async () => {
    put(".hidden/work/a.ts")
    expect(await glob("*.ts", ".hidden/work")).toBe(".hidden/work/a.ts")
    expect(await glob("*", ".hidden/work/a.ts")).toContain("is a file: name the directory")
    expect(await glob("*", "nowhere")).toContain("does not exist")
    expect(await glob("*", "../data")).toContain("is protected")
  })
})

describe("grep", () => {
  it("shows lines with their numbers and, where asked, those around", async () => {
    put("src/a.ts", "one\ntwo\nthree\nfour\nfive\nsix\ntwo again\n")
    put("b.md", "two\n")
    expect(await grep("^two")).toBe("b.md\n1: two\n\nsrc/a.ts\n2: two\n7: two again")
    expect(await grep("two", { include: "*.ts", context: 1 })).toBe(
      "src/a.ts\n1- one\n2: two\n3- three\n--\n6- six\n7: two again",
    )
    expect(await grep("two", { path: "src/a.ts" })).toBe("src/a.ts\n2: two\n7: two again")
    expect(await grep("seven", { include: "*.ts" })).toBe("No match in the workspace (*.ts).")
  })

  it("stops at its limit and says so", async () => {
    put("a.txt", "x\n".repeat(200))
    expect((await grep("x", { max: 3 })).split("\n")).toEqual([
      "a.txt",
      "1: x",
      "2: x",
      "3: x",
      "",
      "... more than 3 matches: narrow the pattern or the path, or raise max",
    ])
    expect((await grep("x")).split("\n")).toHaveLength(53)
  })

  it("takes what is no regular expression for plain text", async () => {
    put("a.ts", "call(x\n")
    const text = await grep("call(x")
    expect(text).toMatch(
      /^The pattern is no regular expression \(error: unclosed group\) and was searched for as plain/,
    )
    expect(text).toContain("a.ts\n1: call(x")
  })

  it("works when a parent directory is hidden or ignored, and in files of other encodings", async () => {
    put(".gitignore", "build/\n")
    put(".hidden/a.ts", "needle\n")
    put("build/b.ts", "needle\n")
    shop.put("wide.txt", Buffer.from("\ufeffneedle ü\r\n", "utf16le"))
    expect(await grep("needle")).toBe(".hidden/a.ts\n1: needle\n\nwide.txt\n1: needle ü")
    expect(await grep("needle", { path: "build" })).toBe("build/b.ts\n1: needle")
    expect(await grep("needle", { path: ".hidden" })).toBe(".hidden/a.ts\n1: needle")
  })

  it("leaves out the files of git, whatever is included", async () => {
    put(".git/config", "needle\n")
    put("a/.git/config", "needle\n")
    expect(await grep("needle", { include: "**/*" })).toBe("No match in the workspace (**/*).")
  })

  it("cuts long lines, and finds a pattern that begins with a dash", async () => {
    put("a.txt", `--flag ${"y".repeat(1000)}\n`)
    expect((await grep("--flag")).length).toBeLessThan(330)
  })

  it("shows nothing of what is protected", async () => {
    writeFileSync(join(shop.data, "token"), "needle\n")
    mkdirSync(join(shop.base, "other"))
    writeFileSync(join(shop.base, "other/x"), "needle\n")
    symlinkSync(join(shop.data, "token"), shop.path("link"))
    expect(await grep("needle", { path: ".." })).toBe(`${join(shop.base, "other/x")}\n1: needle`)
    expect(await grep("needle", { path: "link" })).toContain("is protected")
    expect(await glob("token", "..")).toBe(`No file fits token in ${shop.base}.`)
  })
})
