import { describe, expect, it } from "vitest"
import { globPattern, splitGlob } from "./glob-pattern.ts"

describe("a glob", () => {
  it.each([
    ["*.ts", ["a.ts", "src/deep/a.ts"], ["a.tsx", "ts"]],
    ["./*.ts", ["a.ts"], ["src/a.ts"]],
    ["src/*.ts", ["src/a.ts"], ["src/deep/a.ts", "lib/src/a.ts"]],
    ["src/**/*.ts", ["src/a.ts", "src/x/y/a.ts"], ["a.ts"]],
    ["**/test/**", ["test/a", "x/test/y/b"], ["tests/a"]],
    ["src/", ["src/a", "src/b/c"], ["src"]],
    ["**", ["a", "b/c"], []],
    ["{a,b*}.{js,ts}", ["a.js", "x/bcd.ts"], ["c.js", "a.md"]],
    ["file[0-9].txt", ["file3.txt"], ["filex.txt"]],
    ["file[!0-9].txt", ["filex.txt"], ["file3.txt", "file/.txt"]],
    ["a?c", ["abc", "a🎉c"], ["ac", "a/c"]],
    ["a+(b).txt", ["a+(b).txt"], ["aab.txt"]],
    ["\\*.md", ["*.md"], ["a.md"]],
    ["[id].ts", ["i.ts"], ["[id].ts"]],
    ["a[", ["a["], ["a"]],
  ])("%s", (glob, fitting, others) => {
    const pattern = globPattern(glob)
    expect([...fitting, ...others].filter((path) => pattern.test(path))).toEqual(fitting)
  })

  it.each([
    ["/a/b/*.ts", { directory: "/a/b", pattern: "*.ts" }],
    ["/*.ts", { directory: "/", pattern: "*.ts" }],
    ["~/x/**", { directory: "~/x", pattern: "**" }],
    ["*.ts", { directory: "", pattern: "*.ts" }],
    ["../a.ts", { directory: "..", pattern: "a.ts" }],
  ])("%s is split before what is special", (glob, parts) => {
    expect(splitGlob(glob)).toEqual(parts)
  })
})
