import { setTimeout } from "node:timers/promises"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import type { Model, Part } from "../../src/index.ts"
import { eventsOf, isType, run, scene, stops, until } from "./scene.ts"

const hourMs = 3_600_000

// Only the system clock is the test's. Timers are real.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: Date.now() }))
afterEach(() => void vi.useRealTimers())

const setClockBy = (ms: number) => void vi.setSystemTime(Date.now() + ms)

const answer: Part[] = [
  { type: "text", text: "It is a readme." },
  { type: "finished", finish: "stop" },
]

const look: Part[] = [
  { type: "call", call: "a", name: "glob", arguments: { pattern: "*" } },
  { type: "finished", finish: "tool-calls" },
]

/** A model that answers each call by what it does then. */
function model(...calls: ReadonlyArray<(signal: AbortSignal) => Part[] | Promise<Part[]>>): Model {
  let made = 0
  async function* stream(_: unknown, signal: AbortSignal): AsyncGenerator<Part, void> {
    yield* (await calls[made++]?.(signal)) ?? answer
  }
  return { name: "test/model", scripted: false, contextWindow: null, stream }
}

const silence = async (signal: AbortSignal): Promise<Part[]> => {
  await setTimeout(hourMs, undefined, { signal }).catch(() => undefined)
  return []
}

describe("a system clock that is set during a turn", () => {
  it("does not end the turn before its time limit when set forward", async () => {
    const played = await scene({
      limits: { timeMs: 600_000 },
      model: model(() => {
        setClockBy(hourMs)
        return look
      }),
    })
    await run(played)
    expect(await stops(played)).toEqual(["answered"])
  })

  it("does not let the turn outlast its time limit when set back", async () => {
    const played = await scene({
      limits: { timeMs: 300 },
      model: model((signal) => {
        setClockBy(-hourMs)
        return silence(signal)
      }),
    })
    await run(played)
    expect(await stops(played)).toEqual(["time-limit"])
  })

  it("does not put off a retry when set back", async () => {
    const failed: Part = {
      type: "failed",
      failure: { kind: "rate-limit", message: "Too many requests", retryAfterMs: 20 },
    }
    const played = await scene({
      model: model(() => [failed]),
    })
    const set = until(played, isType("model.failed")).then(() => setClockBy(-hourMs))
    await run(played)
    await set
    expect(await stops(played)).toEqual(["answered"])
  })

  it("does not shorten what a sub-run may take when set forward", async () => {
    const played = await scene({
      limits: { timeMs: 600_000 },
      model: model(() => {
        setClockBy(hourMs)
        return [
          { type: "call", call: "a", name: "explore", arguments: { question: "What is here?" } },
          { type: "finished", finish: "tool-calls" },
        ]
      }),
    })
    await run(played)
    const [finished] = await eventsOf(played, "tool.finished")
    expect(finished?.data).toMatchObject({ status: "ok" })
    expect(await stops(played)).toEqual(["answered"])
  })
})

it("a system clock that was set back between two drives of a turn gives it no more than its time limit", async () => {
  const leave = new AbortController()
  const played = await scene({
    limits: { timeMs: 600_000 },
    model: model((signal) => {
      leave.abort()
      return silence(signal)
    }, silence),
  })
  await played.agent.send(played.session, "What is in the README?")
  await played.agent.drive(played.session, { leave: leave.signal })
  expect(await stops(played)).toEqual([])
  setClockBy(-hourMs)
  await played.agentWith({ limits: { timeMs: 300 } }).drive(played.session)
  expect(await stops(played)).toEqual(["time-limit"])
})
