import { expect, it } from "vitest"
import { isOwnImage, safeHref } from "./markdown-links.ts"

it("lets links of a model lead to the web and to mail only", () => {
  expect(safeHref("https://example.com/a")).toBe("https://example.com/a")
  expect(safeHref("mailto:ada@example.com")).toBe("mailto:ada@example.com")
  for (const href of [
    "javascript:alert(1)",
    " JavaScript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "src/a.ts",
  ]) {
    expect(safeHref(href)).toBeNull()
  }
})

it("draws images of this page only: another server is not told who reads", () => {
  expect(isOwnImage("data:image/png;base64,AAAA")).toBe(true)
  expect(isOwnImage("blob:http://here/1")).toBe(true)
  expect(isOwnImage("/api/sessions/s/blobs/ab")).toBe(true)
  for (const source of ["https://example.com/a.png", "//example.com/a.png", "data:image/svg+xml,<svg>", "a.png"]) {
    expect(isOwnImage(source)).toBe(false)
  }
})
