import { describe, expect, it } from "vitest"
import { newsOf } from "./news.ts"

describe("what the browser tells while nobody looks", () => {
  it("is that a session waits, is done or failed", () => {
    expect(newsOf("working", "waits", "Mend it")).toBe("Mend it: waits for you")
    expect(newsOf("working", "finished", "Mend it")).toBe("Mend it: done")
    expect(newsOf("working", "failed", "Mend it")).toBe("Mend it: failed")
  })

  it("is nothing where nothing changed, or nobody waits for it", () => {
    expect(newsOf("finished", "finished", "Mend it")).toBeNull()
    expect(newsOf("waits", "working", "Mend it")).toBeNull()
    expect(newsOf("working", "stopped", "Mend it")).toBeNull()
  })
})
