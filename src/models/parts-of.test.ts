import { expect, it } from "vitest"
import { openCompatible } from "./dialect/openai-compatible.ts"
import { partsOf } from "./parts-of.ts"
import { patience, watchOver } from "./patience.ts"
import { plainWords } from "./plain-words.ts"

it("ends at once when it is cancelled while words are waited for, whatever the server does", async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode('data: {"choices":[{"delta":{"content":"I will"}}]}\n\n')),
    cancel: () => new Promise(() => undefined),
  })
  const cancel = new AbortController()
  const words = plainWords()
  const watch = watchOver(patience.local, async () => new Response(silent), cancel.signal, words)
  const opening = { provider: "p", model: "m", baseUrl: "http://127.0.0.1/v1", fetch: watch.fetch }
  const parts = partsOf(await openCompatible(opening), { prompt: [], abortSignal: watch.signal }, words)
  const said: string[] = []
  const listen = async () => {
    for await (const part of parts) {
      if (part.type !== "text-delta") continue
      said.push(part.delta)
      setImmediate(() => cancel.abort(new Error("enough")))
    }
  }
  await expect(listen()).rejects.toThrow("enough")
  expect(said).toEqual(["I will"])
  watch.end()
})
