import { describe, expect, it } from "vitest"
import { changeCounts, fileChanges } from "./file-changes.ts"

describe("what a file tool changed", () => {
  it("is told from what came of it, with the lines where it is", () => {
    const changes = fileChanges({
      name: "edit",
      arguments: { path: "a.ts", old: "-", new: "+" },
      state: "ok",
      output: "Changed src/a.ts (+1 -1).\n@@ -4,2 +4,2 @@\n keep\n-return a - b\n+return a + b",
    })
    expect(changes.map(({ path, added, removed }) => ({ path, added, removed }))).toEqual([
      { path: "src/a.ts", added: 1, removed: 1 },
    ])
    expect(changes[0]?.rows.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["context", 4, 4],
      ["removed", 5, null],
      ["added", null, 5],
    ])
  })

  it("shows the content of a new file", () => {
    const output = "Created kelp.md (2 lines)."
    const changes = fileChanges({ name: "write", arguments: { content: "a\nb\n" }, state: "ok", output })
    expect(changes).toMatchObject([{ path: "kelp.md", added: 2, removed: 0 }])
  })

  it("shows what is asked for while it is not done, or was denied", () => {
    const args = { path: "a.ts", old: "one\ntwo", new: "three" }
    expect(changeCounts(fileChanges({ name: "edit", arguments: args, state: "denied", output: "No." }))).toEqual({
      added: 1,
      removed: 2,
    })
  })

  it("says of a change that failed or was denied that it was not made", () => {
    const given = { name: "write", arguments: { path: "a.ts", content: "x\n" }, output: "EACCES" } as const
    const isRefused = (state: "called" | "error" | "denied" | "ok") =>
      fileChanges({ ...given, state }).map((change) => change.isRefused)
    expect([isRefused("error"), isRefused("denied"), isRefused("called")]).toEqual([[true], [true], [false]])
  })

  it("tells a patch file by file", () => {
    const output = "Changed a.ts (+1 -1).\n@@ -1,1 +1,1 @@\n-a\n+b\nChanged b.ts (+0 -1).\n@@ -1,1 +0,0 @@\n-a"
    const changes = fileChanges({ name: "patch", arguments: { patch: "" }, state: "ok", output })
    expect(changes.map(({ path, rows }) => [path, rows.length])).toEqual([
      ["a.ts", 2],
      ["b.ts", 1],
    ])
  })
})
