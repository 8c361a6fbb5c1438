import { describe, expect, it } from "vitest"
import { plainWords } from "./plain-words.ts"
import { pulledBytes } from "./pulled-bytes.ts"

type Bytes = Uint8Array<ArrayBuffer>

const encoded = (text: string) => new TextEncoder().encode(text)
const say = (content: string) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`

describe("bytes that are pulled", () => {
  const bytes = encoded(`${say("Hé")}${say("llo 😀")}data: [DONE]\n\n`)
  const source = (size: number, all: Bytes = bytes) =>
    new ReadableStream<Bytes>({
      start(controller) {
        for (let at = 0; at < all.length; at += size) controller.enqueue(all.slice(at, at + size))
        controller.close()
      },
    })

  it("are the same, however they come, and each chunk is heard", async () => {
    for (let size = 1; size <= bytes.length; size++) {
      let heard = 0
      const pulled = pulledBytes(source(size), { heard: () => heard++ })
      expect(new Uint8Array(await new Response(pulled).arrayBuffer())).toEqual(bytes)
      expect(heard).toBe(Math.ceil(bytes.length / size))
    }
  })

  it("are the same where no words are taken out of them, to the last half of an event", async () => {
    const other = encoded(': wörd\n\nevent: x\r\ndata: {}\r\n\r\ndata: {"choices":[]}\n\ndata: [DON')
    for (let size = 1; size <= other.length; size++) {
      const pulled = pulledBytes(source(size, other), { heard: () => undefined, words: plainWords() })
      expect(new Uint8Array(await new Response(pulled).arrayBuffer())).toEqual(other)
    }
  })

  it("end with what the source failed of, after all that came before", async () => {
    const failing = new ReadableStream<Bytes>({
      start: (controller) => controller.enqueue(encoded("data: [DONE]\n\n")),
      pull: (controller) => controller.error(new Error("cut off")),
    })
    const reader = pulledBytes(failing, { heard: () => undefined, words: plainWords() }).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("data: [DONE]\n\n")
    await expect(reader.read()).rejects.toThrow("cut off")
  })

  it("are not read far ahead of whoever takes the words", async () => {
    const event = encoded(say("x".repeat(1000)))
    let read = 0
    const endless = new ReadableStream<Bytes>({
      pull(controller) {
        read += event.length
        controller.enqueue(event)
      },
    })
    const words = plainWords()
    const reader = pulledBytes(endless, { heard: () => undefined, words }).getReader()
    const { value } = await reader.read()
    const [, standIn = ""] = /"content":"([^"]+)"/.exec(new TextDecoder().decode(value)) ?? []
    const run = words.runOf(standIn)
    const nothingMore = () => new Promise<void>((resolve) => setImmediate(resolve))
    for (let before = -1; before !== read; ) {
      before = read
      await nothingMore()
    }
    expect(read).toBeLessThan(400 * 1024)
    expect(run?.said().length).toBeGreaterThan(200 * 1024)
    const before = read
    while (read === before) await nothingMore()
    await reader.cancel()
  })
})
