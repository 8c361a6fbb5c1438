import type { ServerResponse } from "node:http"
import { chunk, finish, usage } from "../../test/models/chunks.ts"
import { events, type Got, sendJson, startLoopback } from "../../test/models/loopback.ts"
import type { Call } from "./call.ts"
import type { Reply } from "./mind.ts"
import type { Form } from "./talk.ts"

/** An answer, and how the request asked for calls. */
export type Answer = { reply: Reply; form: Form }

type Served = {
  model: string
  /** What the server says that its model takes, in tokens; null where it does not say. */
  contextWindow: number | null
  answer(body: Record<string, unknown>): Answer
}

/** A server in the OpenAI dialect with one model. */
export function startModelServer(served: Served) {
  return startLoopback(async (response, got) => {
    if (!got.path.endsWith("/chat/completions")) return answerOther(response, got, served)
    const { reply, form } = served.answer(got.body)
    await send(response, spoken(reply, form), got)
  })
}

function answerOther(response: ServerResponse, { path }: Got, { contextWindow, model }: Served) {
  if (!path.endsWith("/models")) return sendJson(response, 404, { error: { message: "not here" } })
  const about = contextWindow === null ? {} : { context_length: contextWindow }
  sendJson(response, 200, {
    object: "list",
    data: [{ id: model, object: "model", created: 1, owned_by: "zoo", ...about }],
  })
}

/** Calls as the request wants them: where no tools are declared, in the text. */
function spoken(reply: Reply, form: Form): Reply {
  if (!reply.calls || form === "native") return reply
  const { calls, ...rest } = reply
  const written = calls.map((call) => (form === "bracket" ? bracket(call) : tagged(call)))
  return { ...rest, text: [rest.text, ...written].filter(Boolean).join("\n") }
}

const tagged = ({ name, arguments: json }: Call) =>
  `<tool_call>\n{"name": ${JSON.stringify(name)}, "arguments": ${json || "{}"}}\n</tool_call>`
function bracket({ name, arguments: json }: Call): string {
  const given = Object.entries(JSON.parse(json || "{}") as Record<string, unknown>)
  return `[USE ${name} tool with: ${given.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(", ")}]`
}

async function send(response: ServerResponse, reply: Reply, { body }: Got): Promise<void> {
  const { refused } = reply
  if (refused) return sendJson(response, refused.status, refused.body, refused.headers)
  const objects = new Set((reply.calls ?? []).flatMap(({ asObject }, index) => (asObject ? [index] : [])))
  const calls = (reply.calls ?? []).map((call, index) => toolCallOf(call, index, body))
  const ended = reply.finish ?? (calls.length > 0 ? "tool_calls" : "stop")
  const tokens = usage(Math.ceil(JSON.stringify(body).length / 4), Math.ceil(JSON.stringify(reply).length / 4))
  if (body.stream !== true) {
    const message = {
      role: "assistant",
      content: reply.text ?? null,
      ...(calls.length > 0 ? { tool_calls: calls } : {}),
    }
    const choices = [{ index: 0, message, finish_reason: ended }]
    return sendJson(response, 200, {
      id: "c1",
      object: "chat.completion",
      created: 1,
      model: body.model,
      choices,
      usage: tokens.usage,
    })
  }
  response.writeHead(200, { "content-type": "text/event-stream" })
  const parts = [
    ...pieces(reply.reasoning ?? "").map((piece) => chunk({ reasoning_content: piece })),
    ...pieces(reply.text ?? "").map((piece) => chunk({ role: "assistant", content: piece })),
    ...calls.flatMap(({ function: { name, arguments: json }, ...head }, index) =>
      objects.has(index)
        ? [chunk({ tool_calls: [{ index, ...head, function: { name, arguments: JSON.parse(json) } }] })]
        : [
            chunk({ tool_calls: [{ index, ...head, function: { name, arguments: "" } }] }),
            ...pieces(json).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
          ],
    ),
  ]
  let sent = 0
  for (const part of parts) {
    if (response.destroyed) return
    if (reply.breaksAfter !== undefined && sent >= reply.breaksAfter) return void response.destroy()
    if (!response.write(events(part)))
      await new Promise((resolve) => response.once("drain", resolve).once("close", resolve))
    sent++
  }
  response.end(events(finish(ended), tokens, "[DONE]"))
}

function toolCallOf({ name, arguments: json, id }: Call, index: number, body: Record<string, unknown>) {
  const said = (body.messages as { role: string }[]).filter(({ role }) => role === "assistant").length
  const own = id ?? `call_${said}_${index}`
  return { ...(own ? { id: own } : {}), type: "function", function: { name, arguments: json } }
}

/** Pieces that cut words and marks in two, and are not too many. */
function pieces(text: string): string[] {
  const size = Math.max(7, Math.ceil(text.length / 300))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))
}
