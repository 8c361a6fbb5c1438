import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import type { Model, Part } from "../../src/index.ts"
import { eventsOf, run, scene, stops } from "./scene.ts"

/** A model that never ends, and never says the same thing twice. It tells whether it was let go. */
function endless(part: (words: string) => Part, options: { contextWindow?: number; pauseMs?: number } = {}) {
  const { contextWindow = null, pauseMs = 0 } = options
  const heard = { characters: 0, calls: 0, left: 0 }
  async function* stream(): AsyncGenerator<Part, void> {
    heard.calls++
    try {
      while (true) {
        const words = Array.from({ length: 12 }, () => Math.random().toString(36).slice(2)).join(" ")
        heard.characters += words.length
        if (pauseMs > 0) await setTimeout(pauseMs)
        yield part(words)
      }
    } finally {
      heard.left++
    }
  }
  const model: Model = { name: "test/endless", scripted: false, contextWindow, stream }
  return { model, heard }
}

const kinds: Record<string, (words: string) => Part> = {
  text: (text) => ({ type: "text", text }),
  thoughts: (text) => ({ type: "reasoning", text }),
  "a native call": (text) => ({ type: "call-text", call: "a", name: "write", text }),
}

describe("an answer without end", () => {
  it.each(Object.entries(kinds))("is cut off at what the window could hold: %s", async (_, part) => {
    const { model, heard } = endless(part, { contextWindow: 16_384 })
    const played = await scene({ model })
    expect((await run(played)).rest).toBe("input")
    expect(await stops(played)).toEqual(["provider-failed"])
    expect(heard.left).toBe(heard.calls)
    expect(heard.characters / heard.calls).toBeGreaterThanOrEqual(4 * 16_384)
    expect(heard.characters / heard.calls).toBeLessThan(4 * 16_384 + 1_000)
  })

  it("in a call that is written as text is cut off, too, and the call is not made", async () => {
    let begun = false
    const { model } = endless(
      (words) => {
        const text = begun ? words : '<tool_call>{"name":"write","arguments":{"path":"a.txt","content":"'
        begun = true
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
    const { model, heard } = endless(part, { pauseMs: 5 })
    const played = await scene({ model, limits: { timeMs: 400 } })
    await run(played)
    expect(await stops(played)).toEqual(["time-limit"])
    expect(heard).toMatchObject({ calls: 1, left: 1 })
    const [cut] = await eventsOf(played, "model.interrupted")
    expect(cut?.data.reason).toBe("time-limit")
    const { type } = part("")
    expect((cut?.data.text.length ?? 0) > 0).toBe(type === "text")
    expect((cut?.data.reasoning?.length ?? 0) > 0).toBe(type === "reasoning")
  })

  it.each(Object.entries(kinds))("is cut off at what is left of the tokens of the turn: %s", async (_, part) => {
    const { model, heard } = endless(part)
    const played = await scene({ model, limits: { tokens: 6_000 } })
    await run(played)
    expect(await stops(played)).toEqual(["token-budget"])
    expect(heard).toMatchObject({ calls: 1, left: 1 })
    expect(heard.characters).toBeLessThan(4 * 6_000)
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
