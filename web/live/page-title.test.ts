import { describe, expect, it } from "vitest"
import { pageTitle } from "./page-title.ts"
import { rowOf } from "./test-row.ts"

describe("the title of the tab", () => {
  it("has a sign where a session waits, or has something new", () => {
    expect(pageTitle(rowOf({ id: "a", status: "waiting" }), "Mend it")).toBe("❗ Mend it · Holdfast")
    expect(pageTitle(rowOf({ id: "a", seq: 9, readSeq: 3, stop: "answered" }), "Mend it")).toBe("● Mend it · Holdfast")
  })

  it("is the title alone otherwise", () => {
    expect(pageTitle(rowOf({ id: "a", seq: 9, readSeq: 9 }), "Mend it")).toBe("Mend it · Holdfast")
    expect(pageTitle(undefined, null)).toBe("Untitled session · Holdfast")
  })
})
