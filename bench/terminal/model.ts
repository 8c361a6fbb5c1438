import type { ServerResponse } from "node:http"
import { setTimeout as until } from "node:timers/promises"
import { chunk, finish, usage } from "../../test/models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../../test/models/loopback.ts"

export const model = "gpt-5"

/** The last words of the answer. */
export const lastWords = "finis coronat opus."

export type Pace = { tokens: number; perSecond: number }

/** A server whose model streams one long answer at a steady pace: in both OpenAI dialects and that of Anthropic. */
export async function startTalker(pace: Pace) {
  const server = await startLoopback((response, { path, body }) => {
    if (/\/models(\?.*)?$/.test(path)) return sendJson(response, 200, { object: "list", data: [listed] })
    const dialect = Object.entries(dialects).find(([end]) => path.split("?")[0]?.endsWith(end))?.[1]
    if (!dialect) return sendJson(response, 404, {})
    // What an agent asks beside the task, such as for a title, has no tools.
    const isTask = Array.isArray(body.tools) && body.tools.length > 0
    if (!isTask) return sendStream(response, dialect.begin, dialect.text("A title"), dialect.end("A title"))
    return stream(response, dialect, pace)
  })
  return { url: server.url, close: server.close }
}

const last = `\n\n${lastWords}`

type Dialect = { begin: string; text(piece: string): string; end(whole: string): string }

async function stream(response: ServerResponse, { begin, text, end }: Dialect, { tokens, perSecond }: Pace) {
  response.writeHead(200, { "content-type": "text/event-stream" })
  response.write(begin)
  const startedAt = performance.now()
  for (let token = 0; token < tokens; token++) {
    const ahead = startedAt + (token / perSecond) * 1000 - performance.now()
    if (ahead > 1) await until(ahead)
    response.write(text(tokenAt(token)))
  }
  response.write(text(last))
  response.end(end(Array.from({ length: tokens }, (_, token) => tokenAt(token)).join("") + last))
}

const listed = { id: model, object: "model", created: 1, owned_by: "bench", context_length: 200_000 }

const named = (event: { type: string }) => `event: ${event.type}\n${events(event)}`

const responseUsage = {
  input_tokens: 10,
  output_tokens: 5,
  total_tokens: 15,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens_details: { reasoning_tokens: 0 },
}
const item = { type: "message", role: "assistant", id: "m1", content: [] }
const place = { item_id: "m1", output_index: 0, content_index: 0 }
const said = { input_tokens: 10, output_tokens: 5 }

const dialects: Readonly<Record<string, Dialect>> = {
  "/chat/completions": {
    begin: events(chunk({ role: "assistant", content: "" })),
    text: (content) => events(chunk({ content })),
    end: () => events(finish("stop"), usage(10, 5), "[DONE]"),
  },
  "/responses": {
    begin: [
      { type: "response.created", response: { id: "r1" } },
      { type: "response.output_item.added", output_index: 0, item },
    ]
      .map(named)
      .join(""),
    text: (delta) => named({ type: "response.output_text.delta", ...place, delta } as { type: string }),
    end: (text) =>
      [
        {
          type: "response.output_item.done",
          output_index: 0,
          item: { ...item, content: [{ type: "output_text", text }] },
        },
        { type: "response.completed", response: { id: "r1", usage: responseUsage } },
      ]
        .map(named)
        .join(""),
  },
  "/v1/messages": {
    begin: [
      {
        type: "message_start",
        message: { id: "m1", type: "message", role: "assistant", model, content: [], stop_reason: null, usage: said },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ]
      .map(named)
      .join(""),
    text: (piece) =>
      named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: piece } } as { type: string }),
    end: () =>
      [
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: said },
        { type: "message_stop" },
      ]
        .map(named)
        .join(""),
  },
}

/** Prose with paragraphs, lists, headings and code, of words about as long as a token. */
function tokenAt(token: number): string {
  const [inPage, inBlock] = [token % 400, token % 50]
  if (inPage === 0) return `${token === 0 ? "" : "\n\n"}## Part ${token / 400 + 1}\n\n`
  if (inPage === 200) return "\n\n```js\n"
  if (inPage === 249) return "\n```\n\n"
  if (inPage > 200 && inPage < 249) return inBlock % 8 === 7 ? "value + 1)\n" : `${words[token % words.length]}(`
  if (inPage >= 300 && inPage < 350 && inBlock % 10 === 0) return "\n- "
  if (inBlock === 0) return "\n\n"
  return inBlock % 17 === 16 ? `**${words[token % words.length]}** ` : `${words[token % words.length]} `
}

const words = [
  "the",
  "parser",
  "keeps",
  "a",
  "stack",
  "of",
  "points",
  "where",
  "it",
  "can",
  "start",
  "again",
  "after",
  "an",
  "error",
]
