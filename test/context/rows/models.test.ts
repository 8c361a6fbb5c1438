import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import type { ServerResponse } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type Event, type OpenAgent, openAgent, openModel, type Profile } from "../../../src/index.ts"
import { discoverModel } from "../../../src/models/catalog/discover.ts"
import { listModels } from "../../../src/models/catalog/model-list.ts"
import { run, scene } from "../../agent/scene.ts"
import { chunk, finish, text, toolCall, usage } from "../../models/chunks.ts"
import { events, type Got, sendJson, sendStream, startLoopback } from "../../models/loopback.ts"

let server: Awaited<ReturnType<typeof startLoopback>>

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, {}))
})
afterEach(() => server.close())

type Answer = (response: ServerResponse, got: Got) => void

/** A server that speaks as Ollama does, of one model. */
function ollama({ capabilities, chat }: { capabilities: readonly string[]; chat: Answer }): void {
  server.answer((response, got) => {
    switch (got.path) {
      case "/api/tags":
        return sendJson(response, 200, { models: [{ name: "mystery:8b" }] })
      case "/api/ps":
        return sendJson(response, 200, { models: [] })
      case "/api/show": {
        const model_info = { "general.parameter_count": 8_190_735_360, "mine.context_length": 40960 }
        return sendJson(response, 200, { capabilities, details: { family: "mine" }, model_info })
      }
      case "/v1/chat/completions":
        return chat(response, got)
      default:
        return sendJson(response, 404, {})
    }
  })
}

const chats = () => server.got.filter(({ path }) => path === "/v1/chat/completions").map(({ body }) => body)
const says =
  (...values: readonly unknown[]): Answer =>
  (response) =>
    sendStream(response, events(...values, "[DONE]"))
const answer = says(text("It is "), text("empty."), finish("stop"), usage(9, 3))

// Nothing listens on port 1: what happens to run on this machine must not be found.
const nowhere = "http://127.0.0.1:1"
const here = () => ({ ollama: server.url, lmstudio: nowhere, llamacpp: nowhere })

/** A place for agents, one after the other, with the model of the server. */
function place(): () => OpenAgent {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-")))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const workspace = join(home, "workspace")
  mkdirSync(workspace)
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_CONFIG: join(home, "config"), OLLAMA_HOST: server.url }
  return () => openAgent({ directory: join(home, "data"), workspace, model: "ollama/mystery:8b", env })
}

/** One turn in a session of its own: what was told meanwhile. */
async function turn(
  agent: OpenAgent,
  task = "What is in the README?",
): Promise<{ session: string; log: Event[]; text: string }> {
  const session = await agent.open()
  await agent.send(session, task)
  const log: Event[] = []
  let streamed = ""
  for await (const item of agent.run(session)) {
    if ("type" in item) log.push(item as Event)
    else if (item.channel === "text") streamed += item.text
  }
  return { session, log, text: streamed }
}

const answersOf = (log: readonly Event[]) =>
  log.flatMap((event) => (event.type === "model.answered" ? [(event as Event<"model.answered">).data] : []))

describe("models", () => {
  it("F018 usage normalisation: the provider's words become input and output, and what is unknown is dropped", async () => {
    const counted = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12, queue_time: 0.7, tokens_per_second: 41 }
    const last = { ...chunk({}), choices: [], usage: counted }
    ollama({ capabilities: ["tools"], chat: says(text("Empty."), finish("stop"), last) })
    const agent = place()()
    const { log } = await turn(agent)
    expect(answersOf(log).map((one) => one.usage)).toEqual([{ input: 9, output: 3 }])
    await agent.close()
  })

  it("F019 usage roll-up: one call is counted once, and a second turn doubles the totals", async () => {
    const step = { text: "A summary.", usage: { input: 9, output: 3 } }
    const played = await scene({ model: [step, step] })
    const totals = async () => (await played.store.state(played.session)).log.usage.total
    await run(played, "Write a short release-note style summary of what Loader does well.")
    expect(await totals()).toMatchObject({ input: 9, output: 3, calls: 1, turns: 1 })
    await run(played, "Write a short release-note style summary of what Loader does well.")
    expect(await totals()).toMatchObject({ input: 18, output: 6, calls: 2, turns: 2 })
    expect((await played.store.state(played.session)).log.usage.turn).toMatchObject({ input: 9, output: 3, turns: 1 })
  })

  it("F123 capability profiles: by name, unknown ones native, and what the server says of the family wins", async () => {
    const profileOf = async (model: string, details: unknown = {}): Promise<Profile | undefined> => {
      server.answer((response, { path }) => sendJson(response, path === "/api/show" ? 200 : 404, { details }))
      return (await openModel(`ollama/${model}`, { env: {}, baseUrls: here() })).profile
    }
    expect(await profileOf("qwen2.5")).toMatchObject({ toolFormat: "native", strictness: "strict", source: "name" })
    expect(await profileOf("phi3")).toMatchObject({ toolFormat: "bracket", strictness: "lax", source: "name" })
    expect(await profileOf("mystery")).toMatchObject({ toolFormat: "native", source: "default" })
    expect(await profileOf("mystery", { family: "qwen2.5" })).toMatchObject({
      toolFormat: "native",
      strictness: "strict",
      source: "server",
    })
    expect(await profileOf("phi3", { families: ["qwen2.5"] })).toMatchObject({ toolFormat: "native" })
  })

  it("F124 capability refresh: what a server says of a model it is asked before the first request, which has tools", async () => {
    ollama({ capabilities: ["completion", "tools"], chat: answer })
    const agent = place()()
    await turn(agent)
    await agent.close()
    expect(chats()[0]?.tools).toContainEqual(
      expect.objectContaining({ function: expect.objectContaining({ name: "read" }) }),
    )
  })

  it("F124 capability refresh: and none where it says that the model takes none", async () => {
    ollama({ capabilities: ["completion"], chat: answer })
    const agent = place()()
    await turn(agent)
    await agent.close()
    expect(chats()).toHaveLength(1)
    expect(chats()[0]).not.toHaveProperty("tools")
    expect(JSON.stringify(chats()[0]?.messages)).toContain("<tool_call>")
  })

  it("F124 capability refresh: what its answers show counts from the next request of the same turn on", async () => {
    const look = (n: number) => `<tool_call>\n{"name": "glob", "arguments": {"pattern": "*.${n}"}}\n</tool_call>`
    ollama({
      capabilities: ["tools"],
      chat: (response, got) =>
        chats().length <= 3 ? says(text(look(chats().length)), finish("stop"))(response, got) : answer(response, got),
    })
    const agent = place()()
    const { log } = await turn(agent)
    expect(answersOf(log)).toHaveLength(4)
    expect(chats().map((body) => "tools" in body)).toEqual([true, true, true, false])
    expect(JSON.stringify(chats()[3]?.messages)).toContain("[Result of glob, ")
    expect(log.filter(({ type }) => type === "prompt.built")).toHaveLength(2)
    await agent.close()
  })

  it("F125 streaming: pieces come in order, the whole is what was streamed, and a run tells the events of the log", async () => {
    const words = ["One, ", "two, thr", "ee — 四 a", "nd 🐙 ", "at last."]
    ollama({ capabilities: ["tools"], chat: says(...words.map(text), finish("stop")) })
    const agent = place()()
    const { log, session, text: streamed } = await turn(agent)
    expect(streamed).toBe(words.join(""))
    expect(answersOf(log)).toMatchObject([{ text: words.join("") }])
    const whole: Event[] = []
    for await (const event of agent.store.read(session)) whole.push(event as Event)
    // What was there before the run is its own.
    expect(log).toEqual(whole.slice(-log.length))
    expect(log.map(({ type }) => type)).toEqual(expect.arrayContaining(["turn.started", "model.asked", "turn.stopped"]))
    await agent.close()
  })
})

describe("the Ollama client", () => {
  it("F126 Ollama client, health and list: it is found where it runs, with its models, and missed where it does not", async () => {
    ollama({ capabilities: ["tools"], chat: answer })
    expect(await discoverModel({ env: {}, baseUrls: here() })).toMatchObject({ model: "ollama/mystery:8b" })
    const row = async () => (await listModels({ env: {}, baseUrls: here() })).find((one) => one.provider === "ollama")
    expect((await row())?.models).toMatchObject([
      { name: "ollama/mystery:8b", contextWindow: 40960, profile: { toolFormat: "native", strength: "standard" } },
    ])
    server.answer((response) => sendJson(response, 503, {}))
    expect(await row()).toMatchObject({ models: null, note: expect.stringContaining("no answer") })
    expect(await discoverModel({ env: {}, baseUrls: here() })).toMatchObject({ model: null })
  })

  it("F126 Ollama client, describe, chat and stream: a call and its result, and then the answer", async () => {
    const look = toolCall(0, { id: "a", name: "glob", arguments: '{"pattern":"*"}' })
    ollama({
      capabilities: ["tools"],
      chat: (response, got) =>
        chats().length === 1 ? says(look, finish("tool_calls"))(response, got) : answer(response, got),
    })
    const agent = place()()
    const { log, text: streamed } = await turn(agent)
    expect(streamed).toBe("It is empty.")
    expect(answersOf(log)).toMatchObject([{ calls: [{ name: "glob" }] }, { text: "It is empty." }])
    expect(chats()[1]?.messages).toContainEqual(expect.objectContaining({ role: "tool", tool_call_id: "a" }))
    await agent.close()
  })

  it("F126 Ollama client, fallback without tools: it is asked again at once, the calls are read from the text, and after a second refusal each run knows", async () => {
    const refuse: Answer = (response) =>
      sendJson(response, 400, { error: { message: "mystery:8b does not support tools", type: "api_error" } })
    const look = '<tool_call>\n{"name": "glob", "arguments": {"pattern": "*"}}\n</tool_call>'
    ollama({
      capabilities: ["tools"],
      chat: (response, got) => {
        if ("tools" in got.body) return refuse(response, got)
        return JSON.stringify(got.body.messages).includes("[Result of glob, ")
          ? answer(response, got)
          : says(text(look), finish("stop"))(response, got)
      },
    })
    const agents = place()
    const first = agents()
    const { log } = await turn(first)
    expect(log.filter(({ type }) => type === "model.failed")).toEqual([])
    expect(answersOf(log)).toMatchObject([{ calls: [{ name: "glob" }] }, { text: "It is empty." }])
    expect(chats().map((body) => "tools" in body)).toEqual([true, false, false])
    // What is said of tools is made anew, too: nothing of the first way is left.
    const [natively, ...inText] = chats().map((body) => JSON.stringify(body.messages))
    expect(natively).toContain("Tool format: native")
    for (const instructions of inText) {
      expect(instructions).toContain("Tool format: tagged")
      expect(instructions).not.toMatch(/native|by their own means/)
    }
    expect(log.filter((event) => event.type === "prompt.built").map(({ data }) => data)).toMatchObject([
      { format: "native" },
      { format: "tagged" },
    ])
    expect(await first.store.setting("profile:ollama/mystery:8b")).toMatchObject({ because: "refused" })
    await first.close()

    const later = async () => {
      const before = chats().length
      const agent = agents()
      await turn(agent)
      await agent.close()
      return chats()
        .slice(before)
        .map((body) => "tools" in body)
    }
    expect(await later()).toEqual([true, false, false])
    expect(await later()).toEqual([false, false])
  })

  it("F126 Ollama client, think-block hiding: what it thinks is no part of the answer, wherever the chunks are cut", async () => {
    const said = "<think>The README is not there.</think>It is empty."
    for (const size of [1, 2, 5, said.length]) {
      const pieces = said.match(new RegExp(`.{1,${size}}`, "gs")) ?? []
      ollama({ capabilities: ["tools"], chat: says(...pieces.map(text), finish("stop")) })
      const agent = place()()
      const { log, text: streamed } = await turn(agent)
      expect(answersOf(log)).toMatchObject([{ text: "It is empty.", reasoning: "The README is not there." }])
      expect(streamed).toBe("It is empty.")
      await agent.close()
    }
  })
})
