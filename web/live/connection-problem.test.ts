import { describe, expect, it } from "vitest"
import { connectionProblemAfter } from "./connection-problem.ts"

const well = { state: "live", hasNetwork: true, isLate: false } as const

describe("trouble with the server", () => {
  it("is none while the stream is live and what was sent is answered, network or not", () => {
    expect(connectionProblemAfter("retrying", well)).toBe(null)
    expect(connectionProblemAfter(null, { ...well, hasNetwork: false })).toBe(null)
  })

  it("is told by an answer that does not come, before the stream knows of it", () => {
    expect(connectionProblemAfter(null, { ...well, isLate: true })).toBe("silent")
    expect(connectionProblemAfter("connecting", { ...well, state: "connecting", isLate: true })).toBe("silent")
    expect(connectionProblemAfter("silent", { ...well, state: "retrying", isLate: true })).toBe("retrying")
  })

  it("keeps its words over a new try", () => {
    expect(connectionProblemAfter(null, { ...well, state: "connecting" })).toBe("connecting")
    expect(connectionProblemAfter("retrying", { ...well, state: "connecting" })).toBe("retrying")
    expect(connectionProblemAfter("offline", { ...well, state: "connecting" })).toBe("offline")
  })

  it("is called offline from the first try on where the browser has no network", () => {
    expect(connectionProblemAfter(null, { ...well, state: "connecting", hasNetwork: false })).toBe("offline")
    expect(connectionProblemAfter("connecting", { ...well, state: "retrying", hasNetwork: false })).toBe("offline")
  })
})
