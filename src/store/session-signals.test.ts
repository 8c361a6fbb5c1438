import { describe, expect, it } from "vitest"
import { sessionSignals } from "./session-signals.ts"

describe("signals by session", () => {
  it("wake only those who follow the session", async () => {
    const signals = sessionSignals()
    const [one, other] = [signals.enter("one"), signals.enter("other")]
    const woken: string[] = []
    const waits = [
      one.after(one.now, undefined).then(() => woken.push("one")),
      other.after(other.now, undefined).then(() => woken.push("other")),
    ]
    signals.raiseText("one")
    await waits[0]
    expect(woken).toEqual(["one"])
    signals.raiseAll()
    await waits[1]
    expect(woken).toEqual(["one", "other"])
  })

  it("leave those asleep who look at events only, as long as there is only text", async () => {
    const signals = sessionSignals()
    const [all, events] = [signals.enter("one"), signals.enter("one", "events")]
    signals.raiseText("one")
    expect([all.now, events.now]).toEqual([1, 0])
    const woken = events.after(events.now, undefined)
    expect(signals.awaited).toBe(true)
    signals.raiseLog("one")
    await woken
    expect([all.now, events.now]).toEqual([2, 1])
  })

  it("tell new text from a new log", () => {
    const signals = sessionSignals()
    const one = signals.enter("one")
    signals.raiseText("one")
    expect(one).toMatchObject({ now: 1, logs: 0 })
    signals.raiseLog("one")
    signals.raiseAll()
    expect(one).toMatchObject({ now: 3, logs: 2 })
  })

  it("forget a session that nobody follows any more", async () => {
    const signals = sessionSignals()
    const [first, second] = [signals.enter("one"), signals.enter("one")]
    first.leave()
    const woken = second.after(second.now, undefined)
    expect(signals.awaited).toBe(true)
    signals.raiseText("one")
    await woken
    second.leave()
    signals.raiseText("one")
    expect(signals.enter("one").now).toBe(0)
  })
})
