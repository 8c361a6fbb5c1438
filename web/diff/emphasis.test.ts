import { expect, it } from "vitest"
import { emphasis } from "./emphasis.ts"
import { diffRows } from "./unified.ts"

it("shows which words of a line changed", () => {
  const rows = diffRows("@@ -1,1 +1,1 @@\n-return a - b\n+return a + b\n")
  const pieces = emphasis(rows)
  expect(
    rows.map((row) =>
      pieces
        .get(row)
        ?.filter(({ changed }) => changed)
        .map(({ text }) => text),
    ),
  ).toEqual([["-"], ["+"]])
})

it("leaves lines alone that have nothing in common", () => {
  expect(emphasis(diffRows("@@ -1,1 +1,1 @@\n-import kelp\n+const x = 1\n")).size).toBe(0)
})

it("compares no lines that do not follow each other", () => {
  expect(emphasis(diffRows("@@ -1,2 +1,2 @@\n-return a\n keep\n+return b\n")).size).toBe(0)
})
