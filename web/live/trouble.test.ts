import { describe, expect, it } from "vitest"
import { troubleAfter } from "./trouble.ts"

const well = { state: "live", hasNetwork: true, isLate: false } as const

describe("trouble with the server", () => {
  it("is none while the stream is live and what was sent is answered, network or not", () => {
    expect(troubleAfter("retrying", well)).toBe(null)
    expect(troubleAfter(null, { ...well, hasNetwork: false })).toBe(null)
  })

  it("is told by an answer that does not come, before the stream knows of it", () => {
    expect(troubleAfter(null, { ...well, isLate: true })).toBe("silent")
    expect(troubleAfter("connecting", { ...well, state: "connecting", isLate: true })).toBe("silent")
    expect(troubleAfter("silent", { ...well, state: "retrying", isLate: true })).toBe("retrying")
  })

  it("keeps its words over a new try", () => {
    expect(troubleAfter(null, { ...well, state: "connecting" })).toBe("connecting")
    expect(troubleAfter("retrying", { ...well, state: "connecting" })).toBe("retrying")
    expect(troubleAfter("offline", { ...well, state: "connecting" })).toBe("offline")
  })

  it("is called offline from the first try on where the browser has no network", () => {
    expect(troubleAfter(null, { ...well, state: "connecting", hasNetwork: false })).toBe("offline")
    expect(troubleAfter("connecting", { ...well, state: "retrying", hasNetwork: false })).toBe("offline")
  })
})
