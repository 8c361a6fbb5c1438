import { expect, it } from "vitest"
import { plainText } from "./plain-text.ts"

it("leaves out colours and the directory", () => {
  expect(plainText("\u001b[31mERROR\u001b[m in /a/copy/pom.xml, not in /a/copying", "/a/copy")).toBe(
    "ERROR in pom.xml, not in /a/copying",
  )
  expect(plainText("/a/b\n", "/a/")).toBe("b\n")
})
