import { describe, expect, it } from "vitest"
import { newsOf } from "./news.ts"

describe("what the browser tells while nobody looks", () => {
  it("is that a session waits, is done or failed", () => {
    expect(newsOf("working", "waits", "Fix it")).toBe("Fix it: waiting for you")
    expect(newsOf("working", "finished", "Fix it")).toBe("Fix it: done")
    expect(newsOf("working", "failed", "Fix it")).toBe("Fix it: failed")
  })

  it("is nothing where nothing changed, or nobody waits for it", () => {
    expect(newsOf("finished", "finished", "Fix it")).toBeNull()
    expect(newsOf("waits", "working", "Fix it")).toBeNull()
    expect(newsOf("working", "stopped", "Fix it")).toBeNull()
  })
})
