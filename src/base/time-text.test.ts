import { describe, expect, it } from "vitest"
import { ago } from "./time-text.ts"

const now = Date.parse("2026-11-16T12:00:00Z")
const earlier = (seconds: number) => ago(new Date(now - seconds * 1000).toISOString(), now)

describe("ago", () => {
  it("says how long, and a date where that says more", () => {
    expect([5, 59, 60, 3599, 3600, 86_399, 86_400, 172_800, 29 * 86_400].map(earlier)).toEqual([
      "just now",
      "just now",
      "1 min ago",
      "59 min ago",
      "1 h ago",
      "23 h ago",
      "yesterday",
      "2 days ago",
      "29 days ago",
    ])
    expect(earlier(40 * 86_400)).toMatch(/^2026-10-0\d$/)
  })

  it("takes a clock that is a little ahead for now, and tells one that is far ahead", () => {
    expect([earlier(-30), earlier(-200_000)]).toEqual(["just now", expect.stringMatching(/^2026-11-1[89]$/)])
  })
})
