import { expect, it } from "vitest"
import { plainName } from "./plain-name.ts"

it("makes one of names that differ in case and marks only, in any script", () => {
  expect(["read_file", "readFile", "Read-File", "read.file", "read file"].map(plainName)).toEqual(
    Array(5).fill("readfile"),
  )
  expect(["工具_调用", "读取"].map(plainName)).toEqual(["工具调用", "读取"])
})
