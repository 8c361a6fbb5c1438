import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { hashOf } from "./files/file-content.ts"
import { writeTool } from "./write.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

const write = (path: string, content: string) => shop.edit(writeTool, { path, content })

describe("write", () => {
  it("makes a new file with its directories, which is then known", async () => {
    expect(await write("src/new/a.ts", "one\ntwo\n")).toEqual({
      status: "ok",
      text: "Created src/new/a.ts (2 lines).",
      seen: [{ path: shop.path("src/new/a.ts"), hash: hashOf(Buffer.from("one\ntwo\n")) }],
    })
    expect(shop.text("src/new/a.ts")).toBe("one\ntwo\n")
    expect((await write("src/new/a.ts", "one\nthree\n")).text).toBe(
      "Changed src/new/a.ts (+1 -1).\n@@ -1,2 +1,2 @@\n one\n-two\n+three",
    )
  })

  it("says that its content holds literal line breaks and is one line, and writes it as it was given", async () => {
    const note = "The content is one line with 2 literal \\n: if line breaks were meant, write it again with real ones."
    expect((await write("a.txt", "one\\ntwo\\n")).text).toBe(`Created a.txt (1 lines).\n${note}`)
    expect(shop.text("a.txt")).toBe("one\\ntwo\\n")
    expect((await write("a.txt", "one\\ntwo\\nthree")).text).toContain(note)
    shop.see("a.txt")
    expect((await write("a.txt", "one\ntwo\n")).text).not.toContain("literal")
  })

  it("refuses a file that the model has not read, or that changed since", async () => {
    shop.put("a.txt", "theirs")
    expect(await write("a.txt", "ours")).toEqual({
      status: "error",
      text: 'a.txt exists and you have not read it: read it first with read {"path": "a.txt"}.',
    })
    shop.see("a.txt")
    shop.put("a.txt", "theirs, changed")
    expect((await write("a.txt", "ours")).text).toContain("has changed since you read it: read it first, again")
    expect(shop.text("a.txt")).toBe("theirs, changed")
  })

  it.each([
    ["line ends of Windows", Buffer.from("a\r\nb\r\n"), "x\ny\n", Buffer.from("x\r\ny\r\n")],
    ["a byte order mark", Buffer.from("\ufeffa\n"), "x\n", Buffer.from("\ufeffx\n")],
    ["UTF-16", Buffer.from("\ufeffa\r\n", "utf16le"), "ü\n", Buffer.from("\ufeffü\r\n", "utf16le")],
    ["Latin-1", Buffer.from("ä\n", "latin1"), "ü\n", Buffer.from("ü\n", "latin1")],
    ["a final line end", Buffer.from("a\n"), "x", Buffer.from("x\n")],
    ["line feeds", Buffer.from("a\nb\n"), "x\r\ny\r\n", Buffer.from("x\ny\n")],
  ])("keeps %s", async (_, before, content, after) => {
    shop.put("a.txt", before)
    shop.see("a.txt")
    await write("a.txt", content)
    expect(shop.bytes("a.txt").toString("hex")).toBe(after.toString("hex"))
  })

  it("writes UTF-8 where Latin-1 cannot hold the new content", async () => {
    shop.put("a.txt", Buffer.from("ä\n", "latin1"))
    shop.see("a.txt")
    await write("a.txt", "5 €\n")
    expect(shop.text("a.txt")).toBe("5 €\n")
  })

  describe("with append", () => {
    const append = (path: string, content: string) => shop.edit(writeTool, { path, content, append: true })

    it("writes a long file in parts, each right behind the one before", async () => {
      await append("long.txt", "one\ntw")
      expect((await append("long.txt", "o\nthree\n")).status).toBe("ok")
      expect(shop.text("long.txt")).toBe("one\ntwo\nthree\n")
    })

    it("adds only to what the model has seen as it is", async () => {
      shop.put("a.txt", "theirs\n")
      expect((await append("a.txt", "ours\n")).text).toContain("you have not read it")
      shop.see("a.txt")
      shop.put("a.txt", "theirs, changed\n")
      expect((await append("a.txt", "ours\n")).text).toContain("has changed since you read it")
      expect(shop.text("a.txt")).toBe("theirs, changed\n")
    })

    it.each([
      ["line ends of Windows", Buffer.from("a\r\n"), "x\ny\n", Buffer.from("a\r\nx\r\ny\r\n")],
      ["UTF-16", Buffer.from("\ufeffa\n", "utf16le"), "ü", Buffer.from("\ufeffa\nü", "utf16le")],
      ["an end without a line end", Buffer.from("a"), "b", Buffer.from("ab")],
    ])("keeps %s", async (_, before, content, after) => {
      shop.put("a.txt", before)
      shop.see("a.txt")
      await append("a.txt", content)
      expect(shop.bytes("a.txt").toString("hex")).toBe(after.toString("hex"))
    })

    it("leaves what is no text", async () => {
      shop.put("a.bin", Buffer.from([0, 1, 2]))
      shop.see("a.bin")
      expect((await append("a.bin", "x")).text).toBe("a.bin is binary: nothing can be added to it as text.")
    })
  })

  it("says so where nothing changes", async () => {
    shop.put("a.txt", "same\n")
    shop.see("a.txt")
    expect((await write("a.txt", "same\n")).text).toBe("Nothing changed: the content is that already.")
  })

  it("writes through a link to where it leads, and keeps the link", async () => {
    shop.put("real.txt", "old")
    symlinkSync("real.txt", shop.path("link.txt"))
    shop.see("real.txt")
    await write("link.txt", "new")
    expect([shop.text("real.txt"), readdirSync(shop.workspace)]).toEqual(["new", ["link.txt", "real.txt"]])
  })

  it.each(["../data/store.db", ".git/hooks/pre-commit", ".holdfast/permissions.json", "/dev/null", "link/config.json"])(
    "refuses to write %s",
    async (path) => {
      mkdirSync(join(shop.base, "config"))
      symlinkSync(join(shop.base, "config"), shop.path("link"))
      const { status, text } = await write(path, "x")
      expect([status, text]).toEqual(["error", expect.stringContaining("is protected")])
    },
  )

  it("refuses a directory, and a path through a file", async () => {
    mkdirSync(shop.path("src"))
    writeFileSync(shop.path("file"), "")
    expect((await write("src", "x")).text).toBe("src is a directory. Name a file in it.")
    await expect(write("file/x", "x")).rejects.toThrow("ENOTDIR")
  })
})
