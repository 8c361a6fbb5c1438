import { createTwoFilesPatch } from "diff"
import { describe, expect, it } from "vitest"
import { addedRows, diffCounts, diffRows, filesOfDiff, replacedRows } from "./unified.ts"

describe("the rows of a diff", () => {
  it("number the lines of both sides", () => {
    const unified = createTwoFilesPatch("a/kelp.ts", "b/kelp.ts", "one\ntwo\nthree\n", "one\n2\nthree\nfour\n")
    expect(diffRows(unified)).toEqual([
      { kind: "context", before: 1, after: 1, text: "one" },
      { kind: "removed", before: 2, after: null, text: "two" },
      { kind: "added", before: null, after: 2, text: "2" },
      { kind: "context", before: 3, after: 3, text: "three" },
      { kind: "added", before: null, after: 4, text: "four" },
    ])
  })

  it("mark what is left out between hunks", () => {
    const rows = diffRows("@@ -1,1 +1,1 @@\n-a\n+b\n@@ -9,1 +9,1 @@\n-c\n+d\n")
    expect(rows.map(({ kind, before }) => [kind, before])).toEqual([
      ["removed", 1],
      ["added", null],
      ["gap", null],
      ["removed", 9],
      ["added", null],
    ])
  })

  it("take a removed line that begins with two dashes as one", () => {
    expect(diffRows("@@ -1,1 +1,1 @@\n--- sql\n+++ c")).toEqual([
      { kind: "removed", before: 1, after: null, text: "-- sql" },
      { kind: "added", before: null, after: 1, text: "++ c" },
    ])
  })

  it("do not count the note that the last line has no end", () => {
    expect(diffCounts(diffRows("@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+b\n"))).toEqual({
      added: 1,
      removed: 1,
    })
  })
})

it("a new file is added lines", () => {
  expect(addedRows("a\nb\n").map(({ kind, after, text }) => [kind, after, text])).toEqual([
    ["added", 1, "a"],
    ["added", 2, "b"],
  ])
})

it("a replacement shows what goes and what comes", () => {
  expect(replacedRows("a\n", "b\nc").map(({ kind, text }) => [kind, text])).toEqual([
    ["removed", "a"],
    ["added", "b"],
    ["added", "c"],
  ])
})

it("a diff of several files is told file by file", () => {
  const diff = "--- a/one.ts\n+++ b/one.ts\n@@ -1 +1 @@\n-a\n+b\n--- a/two.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-c\n"
  expect(filesOfDiff(diff).map(({ path }) => path)).toEqual(["one.ts", "two.ts"])
})
