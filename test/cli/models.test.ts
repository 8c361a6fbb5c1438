import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { describe, expect, it } from "vitest"
import { turnScene } from "./run-scene.ts"

describe("holdfast models", () => {
  it("says what would be used, and of each provider what is missing", async () => {
    const { run } = turnScene()
    const { code, stdout } = await run("models")
    expect(code).toBe(0)
    expect(stdout).toContain("Default model  none: no model was found")
    expect(stdout).toMatch(/^Anthropic +no key: set ANTHROPIC_API_KEY$/m)
    expect(stdout).toMatch(/^Ollama +no answer at 127\.0\.0\.1:9$/m)
  })

  it("lists what a server of one's own has", async () => {
    const server = createServer((_, response) => {
      response.setHeader("content-type", "application/json")
      const qwen = { id: "qwen3:8b", max_model_len: 40960, supported_parameters: ["tools"] }
      response.end(JSON.stringify({ data: [{ id: "small-coder" }, qwen] }))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    try {
      const { run } = turnScene()
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
      const { providers } = JSON.parse((await run("models", "--base-url", address, "--json")).stdout)
      const unknown = { toolFormat: "native", strength: "weak", strictness: "standard", source: "default" }
      const known = { toolFormat: "native", strength: "standard", strictness: "strict", source: "server" }
      expect(providers).toContainEqual(
        expect.objectContaining({
          models: [
            { name: "openai-compatible/small-coder", contextWindow: null, profile: unknown },
            { name: "openai-compatible/qwen3:8b", contextWindow: 40960, profile: known },
          ],
        }),
      )
      const { stdout } = await run("models", "--base-url", address)
      expect(stdout).toContain("small-coder  native tools, nothing known about this model yet: treated as weak")
      expect(stdout).toContain("qwen3:8b  40,960 tokens, native tools, standard: reported by its server")
    } finally {
      server.close()
    }
  })
})
