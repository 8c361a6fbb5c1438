import type { ServerResponse } from "node:http"
import { chunk, finish, usage } from "../../test/models/chunks.ts"
import { events, type Got, sendJson, startLoopback } from "../../test/models/loopback.ts"
import type { Behaviour } from "./behaviour.ts"
import type { Call } from "./call.ts"
import { type Reply, sceneOf } from "./mind.ts"
import { readTalk, type Talk } from "./talk.ts"

/** What the server has seen of an agent. */
export type Seen = { requests: number; calls: number }

/** Whoever asks more often than this will not come to an end. */
const mostRequests = 200

/** A server whose one model behaves so. Apart from failures of the server itself, the answer follows from the request. */
export async function startZooServer(behaviour: Behaviour, { workspace, model }: { workspace: string; model: string }) {
  const seen: Seen = { requests: 0, calls: 0 }
  const tooOften = new AbortController()
  const server = await startLoopback(async (response, got) => {
    if (!got.path.endsWith("/chat/completions")) return answerOther(response, got, behaviour, model)
    const isWork = Array.isArray(got.body.tools) || isTextForm(got.body, behaviour)
    if (isWork) seen.requests++
    if (seen.requests > mostRequests) tooOften.abort()
    const talk = readTalk(got.body, seen.requests, behaviour.task.words)
    seen.calls = Math.max(seen.calls, talk.exchanges.flatMap(({ acts }) => acts).length)
    const reply = isWork ? behaviour.habit(sceneOf(behaviour.task, talk, workspace)) : aside(behaviour, talk)
    await send(response, spoken(reply, talk), got)
  })
  return { url: server.url, seen, got: server.got, tooOften: tooOften.signal, close: server.close }
}

const isTextForm = (body: Record<string, unknown>, { task }: Behaviour) => readTalk(body, 0, task.words).form !== "none"

function answerOther(response: ServerResponse, { path }: Got, { contextWindow = 32_768 }: Behaviour, model: string) {
  if (!path.endsWith("/models")) return sendJson(response, 404, { error: { message: "not here" } })
  const about = contextWindow === null ? {} : { context_length: contextWindow }
  sendJson(response, 200, {
    object: "list",
    data: [{ id: model, object: "model", created: 1, owned_by: "zoo", ...about }],
  })
}

/** What is asked for without tools: a plan, a title, a summary. It says what it knows, as well as it can. */
function aside({ task, habit }: Behaviour, talk: Talk): Reply {
  const scene = sceneOf(task, talk, "")
  const known = (task.facts ?? []).filter((fact) => talk.conversation.includes(fact))
  const failure = habit({ ...scene, well: { text: "" } })
  if (failure.refused) return failure
  return {
    text: [`The task: ${task.words}`, ...(known.length > 0 ? [`Found so far: ${known.join(", ")}`] : [])].join("\n"),
  }
}

/** Calls as the request wants them: where no tools are declared, in the text. */
function spoken(reply: Reply, { form }: Talk): Reply {
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
    ...calls.flatMap(({ function: { name, arguments: json }, ...head }, index) => [
      chunk({ tool_calls: [{ index, ...head, function: { name, arguments: "" } }] }),
      ...pieces(json).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ]),
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
