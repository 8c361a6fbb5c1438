import { chmodSync, statSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { editTool } from "./edit.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

async function edit(content: string | Buffer, args: { old: string; new: string; all?: boolean }) {
  shop.put("a.ts", content)
  shop.see("a.ts")
  return shop.edit(editTool, { path: "a.ts", ...args })
}

describe("edit", () => {
  it("replaces the one occurrence and shows the change", async () => {
    expect(await edit("const a = 1\nconst b = 2\n", { old: "b = 2", new: "b = 3" })).toMatchObject({
      status: "ok",
      text: "Changed a.ts (+1 -1).\n@@ -1,2 +1,2 @@\n const a = 1\n-const b = 2\n+const b = 3",
    })
    expect(shop.text("a.ts")).toBe("const a = 1\nconst b = 3\n")
  })

  it("takes characters as they are, in both texts", async () => {
    await edit("f(a.b*c) // [x]\n", { old: "f(a.b*c)", new: "$& $1 \\n" })
    expect(shop.text("a.ts")).toBe("$& $1 \\n // [x]\n")
  })

  it("says that the new text holds literal line breaks and is one line", async () => {
    const { text } = await edit("const a = 1\nconst b = 2\n", { old: "b = 2", new: "b = 3\\nconst c = 4" })
    expect(text).toContain("\nThe new text is one line with 1 literal \\n: if line breaks were meant")
    const meant = await edit("const a = 1\nconst b = 2\n", { old: "b = 2", new: 'b = "2\\n"' })
    expect(meant.text).not.toContain("literal")
  })

  it("refuses more than one occurrence unless it is told to take all", async () => {
    expect((await edit("x\ny\nx\n", { old: "x", new: "z" })).text).toBe(
      '`old` is in a.ts 2 times (at line 1, line 3): add lines around the one that you mean, or say "all": true.',
    )
    await edit("x\ny\nx\n", { old: "x", new: "z", all: true })
    expect(shop.text("a.ts")).toBe("z\ny\nz\n")
    expect((await edit("aaa", { old: "aa", new: "b" })).text).toContain("2 times")
  })

  it("keeps line ends, also where they are mixed, and the final one, and the mode", async () => {
    await edit("a\r\nb\r\nc", { old: "a\nb", new: "x\ny\nz" })
    expect(shop.text("a.ts")).toBe("x\r\ny\r\nz\r\nc")
    await edit("a\r\nb\nc\nd", { old: "b\nc", new: "x\ny" })
    expect(shop.text("a.ts")).toBe("a\r\nx\ny\nd")
    expect((await edit("a\r\n\r\nb\r\n", { old: "\n\nb", new: "\nb" })).status).toBe("ok")
    expect(shop.text("a.ts")).toBe("a\r\nb\r\n")
    chmodSync(shop.path("a.ts"), 0o755)
    await edit("one", { old: "one", new: "two" })
    expect(statSync(shop.path("a.ts")).mode & 0o777).toBe(0o755)
  })

  it("keeps the encoding, and refuses what it cannot hold", async () => {
    await edit(Buffer.from("\ufeffgrün\r\n", "utf16le"), { old: "grün", new: "blau €" })
    expect(shop.bytes("a.ts").toString("utf16le")).toBe("\ufeffblau €\r\n")
    await edit(Buffer.from("grün", "latin1"), { old: "grün", new: "süß" })
    expect(shop.bytes("a.ts").toString("latin1")).toBe("süß")
    expect((await edit(Buffer.from("grün", "latin1"), { old: "grün", new: "€" })).text).toContain("cannot hold")
  })

  it.each([
    [
      "other indentation",
      "\tif (x) {\n\t\ty()\n",
      "  if (x) {\n    y()",
      "differs only in indentation (tabs or spaces)",
    ],
    ["spaces at the end", "a  \nb\n", "a\nb", "differs only in whitespace at the end of lines"],
    ["line numbers", "a\nb\n", "1\ta\n2\tb", "leave out the number and the tab"],
    ["escaped line ends", "a\nb\n", "a\\nb", "write them as such"],
    ["other quotation marks", "say('hi')\n", "say(‘hi’)", "other quotation marks"],
    ["a near miss", "x\nconst total = sum(items)\ny\n", "const total = sum(item)", "2\tconst total = sum(items)"],
    ["nothing alike", "x\n", "something quite different", "Nothing in it is alike"],
  ])("explains a miss by %s", async (_, content, old, text) => {
    expect(await edit(content, { old, new: "z" })).toEqual({ status: "error", text: expect.stringContaining(text) })
    expect(shop.text("a.ts")).toBe(content)
  })

  it("refuses identical texts, binary files, missing files and files that were not read", async () => {
    expect((await edit("a", { old: "a", new: "a" })).text).toContain("are the same")
    expect((await edit(Buffer.from("a\0b"), { old: "a", new: "b" })).text).toContain("is binary")
    expect((await shop.edit(editTool, { path: "no.ts", old: "a", new: "b" })).text).toContain("make it with write")
    shop.put("other.ts", "a")
    expect((await shop.edit(editTool, { path: "other.ts", old: "a", new: "b" })).text).toContain("read it first")
  })
})
