import { mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { hashOf } from "./files/file-content.ts"
import { readTool } from "./read.ts"
import { shorten } from "./shorten.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

const read = (path: string, more: { offset?: number; limit?: number } = {}) => shop.look(readTool, { path, ...more })
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`).join("\n")

describe("read", () => {
  it("numbers the lines and reports the file as seen", async () => {
    const path = shop.put("a.txt", "one\ntwo\n")
    expect(await read("a.txt")).toEqual({
      status: "ok",
      text: "1\tone\n2\ttwo",
      seen: [{ path, hash: hashOf(Buffer.from("one\ntwo\n")) }],
    })
  })

  it("shows a window and how to read on", async () => {
    shop.put("a.txt", numbers(1, 1000))
    expect((await read("a.txt", { offset: 10, limit: 2 })).text).toBe(
      "10\tline 10\n11\tline 11\n... 989 more lines, read on with offset 12",
    )
    expect((await read("a.txt")).text).toContain("500\tline 500\n... 500 more lines, read on with offset 501")
    expect((await read("a.txt", { offset: 1000 })).text).toBe("1000\tline 1000")
    expect((await read("a.txt", { offset: 2000 })).text).toBe("(a.txt has 1000 lines: there is none at 2000)")
  })

  it("stops before the output would be shortened, and cuts lines that are too long", async () => {
    shop.put("wide.txt", `${"x".repeat(1_500)}\n`.repeat(100))
    const { text } = await read("wide.txt")
    expect(text.length).toBeLessThan(30_000)
    expect(text).toMatch(/\.\.\. 82 more lines, read on with offset 19$/)
    shop.put("long.txt", "y".repeat(5_000))
    expect((await read("long.txt")).text).toContain("... (5000 characters in this line")
  })

  it.each([
    ["UTF-8 with a mark", Buffer.from("\ufeffgrün\r\nx")],
    ["UTF-16", Buffer.from("\ufeffgrün\r\nx", "utf16le")],
    ["UTF-16 of the other order", Buffer.from("\ufeffgrün\r\nx", "utf16le").swap16()],
    ["Latin-1", Buffer.from("grün\r\nx", "latin1")],
  ])("reads %s", async (_, bytes) => {
    shop.put("a.txt", bytes)
    expect((await read("a.txt")).text).toBe("1\tgrün\n2\tx")
  })

  it.each([
    ["an image", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), "a.bin is an image (PNG, 6 bytes)"],
    ["binary content", Buffer.from("abc\0def"), "a.bin is binary (7 bytes): use bash with file, strings or xxd"],
    ["more than 10 MB", Buffer.alloc(11 * 1024 * 1024, "x"), "a.bin has 11.0 MB, the limit is 10 MB. Use grep"],
  ])("refuses %s", async (_, bytes, text) => {
    shop.put("a.bin", bytes)
    const result = await read("a.bin")
    expect(result).toEqual({ status: "error", text: expect.stringContaining(text) })
  })

  it("says what a directory holds, and that a file is empty", async () => {
    shop.put("src/b.ts", "b")
    mkdirSync(shop.path("src/deep"))
    shop.put("empty", "")
    expect((await read("src")).text).toBe(
      'src is a directory. Read one of its files, or list more with glob {"pattern": "**", "path": "src"}.\nb.ts\ndeep/',
    )
    expect((await read("empty")).text).toBe("(empty is empty)")
  })

  it("helps to find a file that is not there", async () => {
    shop.put("src/Main.ts", "")
    expect((await read("src/main.js")).text).toBe("src/main.js does not exist. Beside it is Main.ts.")
    expect((await read("lib/other.ts")).text).toBe(
      'lib/other.ts does not exist. Find it with glob {"pattern": "**/other.ts"}.',
    )
  })

  it("refuses what is protected, also through a link", async () => {
    writeFileSync(join(shop.data, "token"), "secret")
    symlinkSync(join(shop.data, "token"), shop.path("harmless.txt"))
    for (const path of ["../data/token", "harmless.txt"]) {
      const { status, text } = await read(path)
      expect([status, text]).toEqual(["error", expect.stringContaining("is protected")])
      expect(text).not.toContain("secret")
    }
  })

  it("reads the whole of an output that was shortened, folded where lines are long", async () => {
    const whole = `${numbers(1, 2000)}\n${"z".repeat(4_500)}`
    const short = await shorten(whole, { putBlob: shop.context.putBlob })
    const [, path = "", offset = ""] = /read \{"path": "([^"]+)", "offset": (\d+)\}/.exec(short.text) ?? []
    expect((await read(path, { offset: Number(offset), limit: 2 })).text).toMatch(
      new RegExp(`^${offset}\tline ${offset}\n`),
    )
    const { text } = await read(path, { offset: 2001 })
    expect(text.replace(/^\d+\t/gm, "").replaceAll("\n", "")).toBe("z".repeat(4_500))
    expect(await readTool.access({ path }, shop.context)).toEqual({ kind: "none" })
    expect((await read("output:123")).text).toContain("names no output: copy the whole name")
  })
})
