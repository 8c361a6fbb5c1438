import { describe, expect, it } from "vitest"
import { sessionSignals } from "./session-signals.ts"

describe("signals by session", () => {
  it("wake only those who follow the session", async () => {
    const signals = sessionSignals()
    const [one, other] = [signals.enter("one"), signals.enter("other")]
    const woken: string[] = []
    const waits = [
      one.after(one.now).then(() => woken.push("one")),
      other.after(other.now).then(() => woken.push("other")),
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
    const [all, events] = [signals.enter("one"), signals.enter("one", { only: "events" })]
    signals.raiseText("one")
    expect([all.now, events.now]).toEqual([1, 0])
    const woken = events.after(events.now)
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
    const woken = second.after(second.now)
    expect(signals.awaited).toBe(true)
    signals.raiseText("one")
    await woken
    second.leave()
    signals.raiseText("one")
    expect(signals.enter("one").now).toBe(0)
  })

  it("wake a follower whose end has come, and leave nothing behind with it", async () => {
    const signals = sessionSignals()
    const end = new AbortController()
    const one = signals.enter("one", { end: end.signal })
    const woken = one.after(one.now)
    end.abort()
    await woken
    one.leave()
    const later = new AbortController()
    const [other, another] = [signals.enter("one", { end: later.signal }), signals.enter("one")]
    other.leave()
    later.abort()
    expect(another.now).toBe(0)
  })
})
