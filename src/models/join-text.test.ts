import { describe, expect, it } from "vitest"
import { joinText } from "./join-text.ts"
import { pulledBytes } from "./pulled-bytes.ts"

const chunk = (delta: object, more: object = {}, top: object = {}) =>
  `data: ${JSON.stringify({ id: "1", choices: [{ index: 0, delta, finish_reason: null, ...more }], ...top })}\n\n`
const say = (content: string) => chunk({ content })

describe("events of text that wait together", () => {
  it("are one event with all of it", () => {
    expect(joinText(say("Hel") + say("lo, ") + say("wörld\n\n"))).toBe(say("Hello, wörld\n\n"))
    expect(joinText(chunk({ role: "assistant", content: "" }) + say("Hi"))).toBe(
      chunk({ role: "assistant", content: "Hi" }),
    )
    expect(joinText(say("\ud83d") + say("\ude00"))).toBe(say("😀"))
    expect(joinText(chunk({ content: "a" }, { logprobs: null }, { usage: null }) + say("b"))).toContain('"ab"')
  })

  it.each([
    ["a call", chunk({ tool_calls: [{ index: 0, function: { arguments: "{" } }] })],
    ["thoughts", chunk({ content: "x", reasoning_content: "hm" })],
    ["the end", chunk({ content: "x" }, { finish_reason: "stop" })],
    ["usage", chunk({ content: "x" }, {}, { usage: { prompt_tokens: 1 } })],
    ["another choice", chunk({ content: "x" }, { index: 1 })],
    [
      "two choices",
      `data: ${JSON.stringify({ choices: [{ delta: { content: "a" } }, { delta: { content: "b" } }] })}\n\n`,
    ],
    ["no choice", `data: {"choices":[],"usage":null}\n\n`],
    ["an error", `data: {"error":{"message":"x"}}\n\n`],
    ["what is no JSON", `data: {"choices":\n\n`],
    ["a comment", ": still here\n\n"],
    ["several lines", `event: x\ndata: {"choices":[{"delta":{"content":"x"}}]}\n\n`],
    ["the last word", "data: [DONE]\n\n"],
  ])("are not joined with what is something else, nor over it: %s", (_, other) => {
    expect(joinText(say("a") + say("b") + other + say("c") + say("d"))).toBe(say("ab") + other + say("cd"))
  })
})

describe("bytes that are pulled", () => {
  const text = `${say("Hé") + say("llo 😀") + chunk({ content: "!" }, { finish_reason: "stop" })}data: [DONE]\n\n`
  const bytes = new TextEncoder().encode(text)
  const source = (size: number) =>
    new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size))
        controller.close()
      },
    })
  const saidIn = (all: string) =>
    [...all.matchAll(/^data: (\{.*\})$/gm)].map(([, json = ""]) => JSON.parse(json).choices[0].delta.content).join("")

  it("say the same, wherever the chunks end", async () => {
    for (let size = 1; size <= bytes.length; size++) {
      let heard = 0
      const pulled = pulledBytes(source(size), { heard: () => heard++, join: joinText })
      const all = await new Response(pulled).text()
      expect(heard).toBe(Math.ceil(bytes.length / size))
      expect(saidIn(all)).toBe("Héllo 😀!")
      expect(all.endsWith(`"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`)).toBe(true)
      expect(await new Response(pulledBytes(source(size), { heard: () => undefined })).text()).toBe(text)
    }
  })

  it("are joined where several events wait", async () => {
    const { promise: come, resolve } = Promise.withResolvers<void>()
    let heard = 0
    const events = [say("a"), say("b"), say("c")].map((event) => new TextEncoder().encode(event))
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start(controller) {
        for (const event of events) controller.enqueue(event)
      },
    })
    const reader = pulledBytes(body, { heard: () => ++heard === 3 && resolve(), join: joinText }).getReader()
    await come
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(say("abc"))
    await reader.cancel()
  })

  it("end with what the source failed of, after all that came before", async () => {
    const failing = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(say("a"))),
      pull: (controller) => controller.error(new Error("cut off")),
    })
    const reader = pulledBytes(failing, { heard: () => undefined, join: joinText }).getReader()
    await expect(
      Array.fromAsync({ [Symbol.asyncIterator]: () => ({ next: () => reader.read() as never }) }),
    ).rejects.toThrow("cut off")
  })
})
