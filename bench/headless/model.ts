import type { ServerResponse } from "node:http"
import { chunk, finish, usage } from "../../test/models/chunks.ts"
import { events, type Got, sendJson, sendStream, startLoopback } from "../../test/models/loopback.ts"

const model = "gpt-5"
const answer = "All is well."

/** A server with one model that runs a command in the shell, if one is given, and then answers: in both OpenAI dialects. */
export function startShellModel(command: string | undefined) {
  const asked: { at: number; bytes: number }[] = []
  const server = startLoopback((response, got) => {
    if (got.path.endsWith("/models")) return sendJson(response, 200, { object: "list", data: [listed] })
    asked.push({ at: performance.now(), bytes: Buffer.byteLength(JSON.stringify(got.body)) })
    const call = asked.length === 1 ? command : undefined
    if (got.path.endsWith("/responses")) respond(response, got, call)
    else complete(response, call)
  })
  return server.then(({ url, close }) => ({ url, close, asked, model }))
}

const listed = { id: model, object: "model", created: 1, owned_by: "bench", context_length: 200_000 }

function complete(response: ServerResponse, command: string | undefined): void {
  const called = (value: string) => ({ name: "bash", arguments: JSON.stringify({ command: value }) })
  const said =
    command === undefined
      ? [chunk({ role: "assistant", content: answer }), finish("stop")]
      : [
          chunk({
            role: "assistant",
            tool_calls: [{ index: 0, id: "call_1", type: "function", function: called(command) }],
          }),
          finish("tool_calls"),
        ]
  sendStream(response, events(...said, usage(10, 5), "[DONE]"))
}

function respond(response: ServerResponse, { body }: Got, command: string | undefined): void {
  const item =
    command === undefined
      ? { type: "message", role: "assistant", id: "m1", content: [{ type: "output_text", text: answer }] }
      : { type: "function_call", id: "f1", call_id: "call_1", ...shellCall(body, command) }
  const details = { input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } }
  const counted = { input_tokens: 10, output_tokens: 5, total_tokens: 15, ...details }
  const sent = [
    { type: "response.created", response: { id: "r1" } },
    { type: "response.output_item.added", item },
    { type: "response.output_item.done", item },
    { type: "response.completed", response: { id: "r1", usage: counted } },
  ]
  sendStream(response, ...sent.map((event) => `event: ${event.type}\n${events(event)}`))
}

/** The shell has other names and arguments from version to version. */
function shellCall(body: Record<string, unknown>, command: string): { name: string; arguments: string } {
  const names = (Array.isArray(body.tools) ? body.tools : []).map((tool: { name?: string }) => tool.name)
  const [name, given] = names.includes("exec_command")
    ? ["exec_command", { cmd: command }]
    : names.includes("shell_command")
      ? ["shell_command", { command }]
      : ["shell", { command: ["bash", "-c", command] }]
  return { name, arguments: JSON.stringify(given) }
}
