import { onTestFinished } from "vitest"
import { finish, text, toolCall } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"

/** What the model says to one request: words, a call, or words and then nothing more. */
export type Says =
  | { text: string }
  | { call: { name: string; arguments: Record<string, unknown> } }
  | { streams: string }

export type Message = { role: string; content: unknown; tool_call_id?: string }

/** A model server on this machine: answers the requests in order, and keeps what each of them said. */
export async function loopbackModel(...says: readonly Says[]) {
  const requests: Message[][] = []
  const server = await startLoopback((response, { path, body }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    requests.push(body.messages as Message[])
    const say = says[requests.length - 1] ?? { text: "Done." }
    if ("text" in say) return sendStream(response, events(text(say.text), finish("stop"), "[DONE]"))
    if ("streams" in say) {
      response.writeHead(200, { "content-type": "text/event-stream" })
      return void response.write(events(text(say.streams)))
    }
    const call = { id: `call-${requests.length}`, name: say.call.name, arguments: JSON.stringify(say.call.arguments) }
    sendStream(response, events(toolCall(0, call), finish("tool_calls"), "[DONE]"))
  })
  onTestFinished(() => server.close())
  return {
    requests,
    /** The options of the command line that name it. */
    options: ["--model", "openai-compatible/loopback", "--base-url", server.url],
  }
}

/** What a request says, as one text. */
export const saidIn = (request: readonly Message[] | undefined) => JSON.stringify(request ?? [])
