import { expect, it } from "vitest"
import { openCompatible } from "../dialect/openai-compatible.ts"

it("ends at once when it is cancelled while words are waited for, whatever the server does", async () => {
  const silent = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) =>
      controller.enqueue(new TextEncoder().encode('data: {"choices":[{"delta":{"content":"I will"}}]}\n\n')),
    cancel: () => new Promise(() => undefined),
  })
  const cancel = new AbortController()
  const fetch = async () => new Response(silent)
  const ask = await openCompatible({ provider: "p", model: "m", baseUrl: "http://127.0.0.1/v1", fetch })
  const said: string[] = []
  const listen = async () => {
    for await (const part of ask({ prompt: [], abortSignal: cancel.signal })) {
      if (part.type !== "text") continue
      said.push(part.text)
      setImmediate(() => cancel.abort(new Error("enough")))
    }
  }
  await expect(listen()).rejects.toThrow("enough")
  expect(said).toEqual(["I will"])
})
