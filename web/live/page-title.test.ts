import { describe, expect, it } from "vitest"
import { rowOf } from "../../test/support/web/session-row.ts"
import { pageTitle } from "./page-title.ts"

const seen = { isVisible: true }
const unread = rowOf({ id: "a", seq: 9, readSeq: 3, stop: "answered" })

describe("the title of the tab", () => {
  it("has a sign where a session waits, or has something new", () => {
    expect(pageTitle(rowOf({ id: "a", status: "waiting" }), "Mend it", seen)).toBe("❗ Mend it · Holdfast")
    expect(pageTitle(unread, "Mend it", { isVisible: false })).toBe("● Mend it · Holdfast")
  })

  it("does not call unread what somebody looks at", () => {
    expect(pageTitle(unread, "Mend it", seen)).toBe("Mend it · Holdfast")
  })

  it("is the title alone otherwise", () => {
    expect(pageTitle(rowOf({ id: "a", seq: 9, readSeq: 9 }), "Mend it", seen)).toBe("Mend it · Holdfast")
    expect(pageTitle(undefined, null, seen)).toBe("Untitled session · Holdfast")
  })
})
