import { expect, it } from "vitest"
import { isWithin, shownPath } from "./path-within.ts"

it("knows what is in a directory, and not what only begins like it", () => {
  const within = (path: string, directory: string) => isWithin(path, directory)
  expect([within("/a/b", "/a"), within("/a", "/a"), within("/ab", "/a"), within("/a", "/a/b")]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([within("/a", "/"), within("/", "/")]).toEqual([true, true])
})

it("names a path from the workspace, and any other as it is", () => {
  const shown = ["/a/b/c.ts", "/ab/c.ts", "/a", "c.ts"].map((path) => shownPath("/a", path))
  expect(shown).toEqual(["b/c.ts", "/ab/c.ts", "/a", "c.ts"])
  expect(shownPath("/", "/a/b")).toBe("a/b")
})
