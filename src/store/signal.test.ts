import { describe, expect, it } from "vitest"
import { oneSlotSignal } from "./signal.ts"

describe("a one-slot signal", () => {
  it("wakes whoever waits, once", async () => {
    const signal = oneSlotSignal()
    const woken = signal.after(signal.now, undefined)
    expect(signal.awaited).toBe(true)
    signal.raise()
    await woken
    expect(signal.awaited).toBe(false)
  })

  it("does not let a wait miss what was raised before it began", async () => {
    const signal = oneSlotSignal()
    const since = signal.now
    signal.raise()
    await signal.after(since, undefined)
    expect(signal.awaited).toBe(false)
  })

  it("forgets a wait that was aborted, so that nothing goes on looking for it", async () => {
    const signal = oneSlotSignal()
    const abort = new AbortController()
    const wait = signal.after(signal.now, abort.signal)
    abort.abort()
    await wait
    expect(signal.awaited).toBe(false)
  })
})
