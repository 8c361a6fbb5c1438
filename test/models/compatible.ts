import type { ModelSettings } from "../../src/models/catalog/model-settings.ts"
import { openModel } from "../../src/models/catalog/open-model.ts"
import type { Part } from "../../src/models/contract.ts"
import { partsOf } from "./ask.ts"
import { events, sendJson, sendStream, startLoopback } from "./loopback.ts"

export const key = "local-secret-key-0123456789"

export type Server = Awaited<ReturnType<typeof startServer>>

/** A server that speaks the OpenAI dialect, and has nothing to say yet. */
export function startServer() {
  return startLoopback((response) => sendJson(response, 404, { error: { message: "not here" } }))
}

/** Asks the server that runs. */
export function askingAt(server: () => Server) {
  function open(more: Partial<ModelSettings> = {}) {
    const baseUrls = { "openai-compatible": server().url }
    const contextWindows = { "openai-compatible/m": 8000 }
    // All of it is said, so that nobody has to be asked.
    const profiles = { "openai-compatible/m": { toolFormat: "native", strength: "standard" } } as const
    return openModel("openai-compatible/m", {
      env: {},
      keys: { "openai-compatible": key },
      baseUrls,
      contextWindows,
      profiles,
      ...more,
    })
  }

  async function answerTo(...values: readonly unknown[]): Promise<Part[]> {
    server().answer((response) => sendStream(response, events(...values, "[DONE]")))
    return partsOf(await open())
  }

  async function failureOf(model = open()) {
    const last = (await partsOf(await model)).at(-1)
    if (last?.type !== "failed") throw new Error(`no failure: ${JSON.stringify(last)}`)
    return last.failure
  }

  return { open, answerTo, failureOf }
}
