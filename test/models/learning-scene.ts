import type { ServerResponse } from "node:http"
import { afterEach, beforeEach } from "vitest"
import type { ModelSettings } from "../../src/models/catalog/model-settings.ts"
import { openModel } from "../../src/models/catalog/open-model.ts"
import type { Model, Part, Request } from "../../src/models/contract.ts"
import type { ProfileMemory } from "../../src/models/profile/learned.ts"
import { partsOf } from "./ask.ts"
import { type Got, sendJson, startLoopback } from "./loopback.ts"

/** What was made for the test that runs now: a server, and what is remembered of models. */
export const here = {} as { server: Awaited<ReturnType<typeof startLoopback>>; kept: Map<string, unknown> }
let memory: ProfileMemory

/** A new server and an empty memory for each test of a file. */
export function setHere(): void {
  beforeEach(async () => {
    here.server = await startLoopback((response) => sendJson(response, 404, {}))
    here.kept = new Map()
    memory = {
      recall: async (key) => here.kept.get(key),
      keep: async (key, learned) => void here.kept.set(key, learned),
    }
  })
  afterEach(() => here.server.close())
}

const read = { name: "read", description: "Reads.", parameters: { type: "object", properties: { path: {} } } }
/** A call that a model writes as text. */
export const written = '<tool_call>\n{"name": "read", "arguments": {"path": "a"}}\n</tool_call>'

/** Answers chats; of itself the server says nothing. */
export function chats(answer: (response: ServerResponse, got: Got) => void): void {
  here.server.answer((response, got) =>
    got.path === "/v1/chat/completions" ? answer(response, got) : sendJson(response, 404, {}),
  )
}

export function open(name: string, more: Partial<ModelSettings> = {}): Promise<Model> {
  const provider = name.split("/")[0] ?? ""
  return openModel(name, { env: {}, baseUrls: { [provider]: here.server.url }, profileMemory: memory, ...more })
}

export const asked = () => here.server.got.filter(({ path }) => path === "/v1/chat/completions").map(({ body }) => body)
export const nativelyAsked = () => asked().map((one) => "tools" in one)
export const ask = (model: Model, change: Partial<Request> = {}): Promise<Part[]> =>
  partsOf(model, { tools: [read], ...change })
