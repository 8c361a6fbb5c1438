import { describe, expect, it, onTestFinished, vi } from "vitest"
import { throttled } from "./throttle.ts"

function counted(everyMs: number) {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let runs = 0
  return { task: throttled(() => void runs++, everyMs), runs: () => runs }
}

describe("a throttled task", () => {
  it("runs at once where it has not run lately, and then once for all that is requested meanwhile", () => {
    const { task, runs } = counted(8)
    task.request()
    expect(runs()).toBe(1)
    task.request()
    task.request()
    vi.advanceTimersByTime(7)
    expect(runs()).toBe(1)
    vi.advanceTimersByTime(1)
    expect(runs()).toBe(2)
    vi.advanceTimersByTime(100)
    expect(runs()).toBe(2)
    task.request()
    expect(runs()).toBe(3)
  })

  it("runs now when it has to, and not once more for what was requested before", () => {
    const { task, runs } = counted(8)
    task.request()
    task.request()
    task.run()
    expect(runs()).toBe(2)
    vi.advanceTimersByTime(100)
    expect(runs()).toBe(2)
  })

  it("does not run when it is cancelled", () => {
    const { task, runs } = counted(8)
    task.request()
    task.request()
    task.cancel()
    vi.advanceTimersByTime(100)
    expect(runs()).toBe(1)
  })
})
