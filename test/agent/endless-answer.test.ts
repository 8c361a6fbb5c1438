import { setImmediate, setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Model, Part } from "../../src/index.ts"
import { eventsOf, run, scene, stops } from "./scene.ts"

/**
 * A model that never ends, ignores its signal, and never says the same thing twice. `onAsked` is awaited before each
 * part that is asked for. `released` waits until each of its streams was closed.
 */
function endless(
  part: (words: string) => Part,
  options: { contextWindow?: number; onAsked?: (parts: number) => Promise<void> } = {},
) {
  const { contextWindow = null, onAsked } = options
  const received = { characters: 0, calls: 0 }
  const closed: Promise<void>[] = []
  async function* stream(): AsyncGenerator<Part, void> {
    received.calls++
    const { promise, resolve } = Promise.withResolvers<void>()
    closed.push(promise)
    try {
      for (let parts = 0; ; parts++) {
        const words = Array.from({ length: 12 }, () => Math.random().toString(36).slice(2)).join(" ")
        received.characters += words.length
        await onAsked?.(parts)
        yield part(words)
      }
    } finally {
      resolve()
    }
  }
  const model: Model = { name: "test/endless", scripted: false, contextWindow, stream }
  return { model, received, released: () => Promise.all(closed) }
}

const kinds: Record<string, (words: string) => Part> = {
  text: (text) => ({ type: "text", text }),
  thoughts: (text) => ({ type: "reasoning", text }),
  "a native call": (text) => ({ type: "call-text", call: "a", name: "write", text }),
}

describe("an answer without end", () => {
  it.each(Object.entries(kinds))("is cut off at what the window could hold: %s", async (_, part) => {
    const { model, received, released } = endless(part, { contextWindow: 16_384 })
    const played = await scene({ model })
    expect((await run(played)).rest).toBe("input")
    expect(await stops(played)).toEqual(["provider-failed"])
    await released()
    expect(received.characters / received.calls).toBeGreaterThanOrEqual(4 * 16_384)
    expect(received.characters / received.calls).toBeLessThan(4 * 16_384 + 1_000)
  })

  it("in a call that is written as text is cut off, too, and the call is not made", async () => {
    let started = false
    const { model } = endless(
      (words) => {
        const text = started ? words : '<tool_call>{"name":"write","arguments":{"path":"a.txt","content":"'
        started = true
        return { type: "text", text }
      },
      { contextWindow: 16_384 },
    )
    const played = await scene({ model, limits: { cutAnswers: 0 } })
    await run(played)
    const [first] = await eventsOf(played, "model.answered")
    expect(first?.data).toMatchObject({ finish: "length", cut: ["write"] })
    expect(await eventsOf(played, "tool.called")).toEqual([])
  })

  it.each(Object.entries(kinds))("is ended by the time limit of the turn, and kept: %s", async (_, part) => {
    let now = 0
    const { model, received, released } = endless(part, {
      async onAsked(parts) {
        // The limit is reached once something was said. The timer of the turn, which counts real time, gets its rounds
        // meanwhile, and is due long before the answer is too long.
        if (parts > 0) now = 1
        await setImmediate()
      },
    })
    const played = await scene({ model, limits: { timeMs: 1 }, clock: () => now })
    await run(played)
    expect(await stops(played)).toEqual(["time-limit"])
    expect(received.calls).toBe(1)
    // The turn does not wait for a model that ignores its signal: it may close after the stop record.
    await released()
    const [cut] = await eventsOf(played, "model.interrupted")
    expect(cut?.data.reason).toBe("time-limit")
    const { type } = part("")
    expect((cut?.data.text.length ?? 0) > 0).toBe(type === "text")
    expect((cut?.data.reasoning?.length ?? 0) > 0).toBe(type === "reasoning")
  })

  it.each(Object.entries(kinds))("is cut off at what is left of the tokens of the turn: %s", async (_, part) => {
    const { model, received, released } = endless(part)
    const played = await scene({ model, limits: { tokens: 6_000 } })
    await run(played)
    expect(await stops(played)).toEqual(["token-budget"])
    expect(received.calls).toBe(1)
    await released()
    expect(received.characters).toBeLessThan(4 * 6_000)
  })

  it("that is silence is ended by the time limit, too", async () => {
    async function* stream(_: unknown, signal: AbortSignal): AsyncGenerator<Part, void> {
      await setTimeout(60_000, undefined, { signal }).catch(() => undefined)
    }
    const model: Model = { name: "test/silent", scripted: false, contextWindow: null, stream }
    const played = await scene({ model, limits: { timeMs: 300 } })
    await run(played)
    expect(await stops(played)).toEqual(["time-limit"])
  })
})

it("an answer that has come to its end is whole, however long it is", async () => {
  const text = Array.from({ length: 40_000 }, (_, index) => `word ${index}`).join(" ")
  const played = await scene({ model: [{ text }] })
  await run(played)
  expect(await stops(played)).toEqual(["answered"])
})
