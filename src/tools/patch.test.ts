import { existsSync, statSync } from "node:fs"
import { createTwoFilesPatch } from "diff"
import fc from "fast-check"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { openTestWorkspace, type TestWorkspace } from "../../test/support/tools/test-workspace.ts"
import { applyHunks } from "./files/patch-hunk.ts"
import { parsePatchText } from "./files/patch-text.ts"
import { patchTool } from "./patch.ts"

let shop: TestWorkspace

beforeEach(() => {
  shop = openTestWorkspace()
})
afterEach(() => shop.close())

function put(name: string, content: string): void {
  shop.put(name, content)
  shop.see(name)
}

const patch = (...lines: string[]) => shop.edit(patchTool, { patch: `${lines.join("\n")}\n` })
const header = (name: string) => [`--- a/${name}`, `+++ b/${name}`]

describe("patch", () => {
  it("changes several files, creates and deletes", async () => {
    put("a.txt", "one\ntwo\nthree\n")
    put("gone.txt", "bye\n")
    const result = await patch(
      ...header("a.txt"),
      "@@ -1,3 +1,3 @@",
      " one",
      "-two",
      "+2",
      " three",
      "--- /dev/null",
      "+++ b/deep/new.txt",
      "@@ -0,0 +1,2 @@",
      "+hello",
      "+world",
      "--- a/gone.txt",
      "+++ /dev/null",
      "@@ -1 +0,0 @@",
      "-bye",
    )
    expect(result.text).toBe(
      "Changed a.txt (+1 -1).\n@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\nCreated deep/new.txt (2 lines).\nDeleted gone.txt.",
    )
    expect([shop.text("a.txt"), shop.text("deep/new.txt"), existsSync(shop.path("gone.txt"))]).toEqual([
      "one\n2\nthree\n",
      "hello\nworld\n",
      false,
    ])
  })

  it("renames, with and without a change, and sets the mode", async () => {
    put("old.sh", "a\nb\n")
    await patch(
      "diff --git a/old.sh b/bin/new.sh",
      "old mode 100644",
      "new mode 100755",
      "rename from old.sh",
      "rename to bin/new.sh",
      ...["--- a/old.sh", "+++ b/bin/new.sh", "@@ -1,2 +1,2 @@", " a", "-b", "+c"],
    )
    expect([shop.text("bin/new.sh"), existsSync(shop.path("old.sh"))]).toEqual(["a\nc\n", false])
    expect(statSync(shop.path("bin/new.sh")).mode & 0o777).toBe(0o755)
    await patch("diff --git a/bin/new.sh b/x.sh", "rename from bin/new.sh", "rename to x.sh")
    expect([shop.text("x.sh"), existsSync(shop.path("bin"))]).toEqual(["a\nc\n", false])
    expect(statSync(shop.path("x.sh")).mode & 0o777).toBe(0o755)
  })

  it("finds a hunk whose line number is off, if it fits one place only", async () => {
    put("a.txt", `${"x\n".repeat(20)}one\ntwo\n`)
    expect((await patch(...header("a.txt"), "@@ -3,2 +3,2 @@", " one", "-two", "+2")).status).toBe("ok")
    expect(shop.text("a.txt")).toBe(`${"x\n".repeat(20)}one\n2\n`)
    put("b.txt", "a\nb\n-\na\nb\n")
    expect((await patch(...header("b.txt"), "@@ -2,2 +2,2 @@", " a", "-b", "+c")).text).toContain(
      "it fits 2 places (lines 1, 4). Give it more lines of context.",
    )
  })

  it("names the hunk and the line that does not fit, and changes nothing at all", async () => {
    put("a.txt", "one\n")
    put("b.txt", "first\nsecond\nthird\n")
    const result = await patch(
      ...[...header("a.txt"), "@@ -1 +1 @@", "-one", "+1"],
      ...[...header("b.txt"), "@@ -1,3 +1,3 @@", " first", "-2nd", "+zweite", " third"],
    )
    expect(result).toEqual({
      status: "error",
      text: 'The patch does not fit and nothing was changed: b.txt, hunk 1 (@@ -1,3 +1,3 @@): line 2 of the file is "second" where the patch has "2nd". Read the file again and make the patch from its text.',
    })
    expect(shop.text("a.txt")).toBe("one\n")
  })

  it("keeps line ends and the missing final one", async () => {
    put("a.txt", "one\r\ntwo\r\nthree")
    await patch(...header("a.txt"), "@@ -1,3 +1,4 @@", " one", "-two", "+2", "+2b", " three")
    expect(shop.text("a.txt")).toBe("one\r\n2\r\n2b\r\nthree")
    put("b.txt", "one")
    await patch(...header("b.txt"), "@@ -1 +1 @@", "-one", "\\ No newline at end of file", "+1")
    expect(shop.text("b.txt")).toBe("1\n")
    put("c.txt", "one\n")
    await patch(...header("c.txt"), "@@ -1 +1 @@", "-one", "+1", "\\ No newline at end of file")
    expect(shop.text("c.txt")).toBe("1")
  })

  it("takes wrong counts, fences and paths without prefixes as they are meant", async () => {
    put("src/a.txt", "one\ntwo\n")
    const text = ["```diff", "--- src/a.txt", "+++ src/a.txt", "@@ -1,9 +1,7 @@", " one", "-two", "+2", "+3", "```"]
    expect((await patch(...text)).status).toBe("ok")
    expect(shop.text("src/a.txt")).toBe("one\n2\n3\n")
  })

  it.each([
    ["no diff", ["just words"], "there is no hunk in it"],
    ["another format", ["*** Begin Patch", "*** Update File: a.txt"], "this is another patch format"],
    ["two names", ["--- a/a.txt", "+++ b/b.txt", "@@ -1 +1 @@", "-one", "+1"], 'say "rename from" and "rename to"'],
    [
      "a link",
      ["diff --git a/l b/l", "new file mode 120000", "--- /dev/null", "+++ b/l", "@@ -0,0 +1 @@", "+/etc"],
      "no regular file",
    ],
    ["a file that is there", ["--- /dev/null", "+++ b/a.txt", "@@ -0,0 +1 @@", "+x"], "a.txt exists already"],
    ["a file that is not", ["--- a/no.txt", "+++ b/no.txt", "@@ -1 +1 @@", "-x", "+y"], "no.txt does not exist"],
    ["half a deletion", ["--- a/a.txt", "+++ /dev/null", "@@ -1 +0,0 @@", "-one"], "leaves lines of it"],
  ])("refuses %s", async (_, lines, text) => {
    put("a.txt", "one\ntwo\n")
    expect(await patch(...lines)).toEqual({ status: "error", text: expect.stringContaining(text) })
    expect(shop.text("a.txt")).toBe("one\ntwo\n")
  })

  it("needs every file to be known, and says what it would touch", async () => {
    shop.put("a.txt", "one\n")
    const text = [...header("a.txt"), "@@ -1 +1 @@", "-one", "+1"]
    expect((await patch(...text)).text).toContain("a.txt exists and you have not read it")
    const climbing = ["--- a/../x", "+++ b/../x", "@@ -1 +1 @@", "-one", "+1"].join("\n")
    expect(await patchTool.access({ patch: climbing }, shop.context)).toMatchObject({
      kind: "write",
      places: [{ where: "outside" }],
    })
    expect(await patchTool.access({ patch: "nonsense" }, shop.context)).toEqual({ kind: "none" })
  })

  it("turns any text into any other by the diff of the two", () => {
    const line = fc.constantFrom("", "a", "b", "}", "  x", "-- y", "++ z", "\\ w")
    const text = fc.tuple(fc.array(line, { maxLength: 12 }), fc.boolean()).map(([lines, end]) => {
      const joined = lines.join("\n")
      return end && joined !== "" ? `${joined}\n` : joined
    })
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after)
        const [file] = parsePatchText(createTwoFilesPatch("a/f", "b/f", before, after))
        expect(applyHunks(before, file?.hunks ?? [], { shown: "f", lineEnding: "\n" })).toBe(after)
      }),
      { numRuns: 500 },
    )
  })
})
