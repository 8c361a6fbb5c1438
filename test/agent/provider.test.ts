import type { ServerResponse } from "node:http"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Model, movesIn, openModel } from "../../src/index.ts"
import { finish, text, toolCall, usage } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { eventsOf, run, type Scene, scene, stops } from "./scene.ts"

// A real server on this machine, a real store: what the model does wrong, and what the log says of it.

let server: Awaited<ReturnType<typeof startLoopback>>

beforeEach(async () => {
  server = await startLoopback((response) => sendJson(response, 404, { error: { message: "not here" } }))
})
afterEach(() => server.close())

const done = (response: ServerResponse) =>
  sendStream(response, events(text("All "), text("done."), finish("stop"), usage(9, 3), "[DONE]"))
const broken =
  (status: number, message: string, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    sendJson(response, status, { error: { message } }, headers)
const empty = (response: ServerResponse) => sendStream(response, events(finish("stop"), "[DONE]"))
/** The server says that asking again makes sense at once. */
const atOnce = { "retry-after": "0" }

/** Answers one request after the other; the last one for ever. */
function answers(...replies: ((response: ServerResponse) => void)[]): void {
  server.answer((response) => (replies[server.got.length - 1] ?? replies.at(-1))?.(response))
}

function model(patience = {}): Promise<Model> {
  return openModel("openai-compatible/m", {
    env: {},
    keys: { "openai-compatible": "local-secret-key-0123456789" },
    baseUrls: { "openai-compatible": server.url },
    contextWindows: { "openai-compatible/m": 8_000 },
    profiles: { "openai-compatible/m": { toolFormat: "native", strength: "standard" } },
    patience,
  })
}

async function play(patience = {}): Promise<Scene> {
  const played = await scene({ model: await model(patience) })
  await run(played)
  return played
}

const failures = async (of: Scene) => (await eventsOf(of, "model.failed")).map(({ data }) => data)
const moves = async (of: Scene) =>
  movesIn(await Array.fromAsync(of.store.read(of.session))).map(({ to, kind, reasonCode }) => [to, kind, reasonCode])

describe("an answer", () => {
  it("streams text and a tool call, whose result the model gets", async () => {
    answers(
      (response) =>
        sendStream(
          response,
          events(
            text("I write. "),
            toolCall(0, { id: "w", name: "write_file", arguments: '{"file_path":"a.txt","con' }),
          ),
          events(toolCall(0, { arguments: 'tent":"hi\\n"}' }), finish("tool_calls"), usage(20, 5), "[DONE]"),
        ),
      done,
    )
    const played = await play()
    expect(await stops(played)).toEqual(["completed-unverified"])
    const [called] = await eventsOf(played, "tool.called")
    expect(called?.data).toMatchObject({ call: "w", name: "write", arguments: { path: "a.txt", content: "hi\n" } })
    const [, second] = server.got
    expect(second?.body.messages).toEqual([
      expect.objectContaining({ role: "system" }),
      { role: "user", content: "What is in the README?" },
      expect.objectContaining({ role: "assistant", content: "I write. ", tool_calls: [expect.anything()] }),
      expect.objectContaining({ role: "tool", tool_call_id: "w", content: expect.stringContaining("a.txt") }),
    ])
    expect((await played.store.state(played.session)).log.usage.total).toMatchObject({ input: 29, output: 8, calls: 2 })
  })

  it("that the length limit cut off goes on where it ended", async () => {
    answers((response) => sendStream(response, events(text("One, two, "), finish("length"), "[DONE]")), done)
    const played = await play()
    expect(await stops(played)).toEqual(["answered"])
    const messages = server.got[1]?.body.messages as { role: string; content: string }[]
    expect(messages.slice(-2)).toEqual([
      { role: "assistant", content: "One, two, " },
      { role: "user", content: expect.stringContaining("Continue exactly where it ended") },
    ])
  })
})

describe("a failure that passes", () => {
  it("500 is recorded with its time to try again, and tried again", async () => {
    answers(broken(500, "boiler burst", atOnce), done)
    const played = await play()
    expect(await failures(played)).toEqual([
      expect.objectContaining({ kind: "server", status: 500, retryAt: expect.any(String) }),
    ])
    expect(await moves(played)).toContainEqual(["repair", "retry", "repair_server"])
    expect((await eventsOf(played, "model.asked")).map(({ data }) => data.attempt)).toEqual([undefined, 2])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("429 waits as long as the server says", async () => {
    answers(broken(429, "slow down", { "retry-after": "1" }), done)
    const played = await play()
    const [failed] = await eventsOf(played, "model.failed")
    const asked = await eventsOf(played, "model.asked")
    expect(failed?.data).toMatchObject({ kind: "rate-limit", retryAt: expect.any(String) })
    expect(Date.parse(asked[1]?.at ?? "") - Date.parse(asked[0]?.at ?? "")).toBeGreaterThanOrEqual(1_000)
    expect(await stops(played)).toEqual(["answered"])
  })

  it("a connection that is lost in mid-stream keeps the text that had come", async () => {
    answers((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(text("Half a sen")), () => response.destroy())
    }, done)
    const played = await play()
    expect(await failures(played)).toEqual([
      expect.objectContaining({ kind: "connection", text: "Half a sen", retryAt: expect.any(String) }),
    ])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("silence between two chunks is a timeout", async () => {
    answers((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" })
      response.write(events(text("Well, ")))
    }, done)
    const played = await play({ betweenMs: 100 })
    expect(await failures(played)).toEqual([expect.objectContaining({ kind: "timeout", text: "Well, " })])
    expect(await stops(played)).toEqual(["answered"])
  })

  it("an empty answer is asked for again, twice", async () => {
    answers(empty, empty, done)
    const played = await play()
    expect((await failures(played)).map(({ kind }) => kind)).toEqual(["empty", "empty"])
    expect(await stops(played)).toEqual(["answered"])
  })
})

describe("a failure that stays", () => {
  const lasting: [string, (response: ServerResponse) => void, string, number][] = [
    ["500 for ever", broken(500, "boiler burst", atOnce), "provider-failed", 6],
    ["429 for ever", broken(429, "slow down", atOnce), "provider-failed", 6],
    ["nothing, three times", empty, "provider-empty", 3],
    ["a conversation that is too long", broken(400, "maximum context length is 8000 tokens"), "context-overflow", 1],
    ["a wrong key", broken(401, "invalid api key"), "auth-failed", 1],
    ["a refusal", broken(400, "blocked by our safety system"), "provider-refused", 1],
    ["a request that it does not understand", broken(400, "temperature is not supported"), "provider-failed", 1],
  ]
  it.each(lasting)("%s stops the turn", async (_, reply, code, requests) => {
    answers(reply)
    const played = await play()
    expect(await stops(played)).toEqual([code])
    expect(server.got).toHaveLength(requests)
    const kept = await failures(played)
    const [stop] = await eventsOf(played, "turn.stopped")
    expect(stop?.data).toMatchObject({ summary: kept.at(-1)?.message, during: { what: "asking the model" } })
    // The last one says nothing of a retry that will not come; an empty answer is told to the model first.
    expect(kept.at(-1)?.retryAt === undefined).toBe(code !== "provider-empty")
    if (requests === 6) expect(kept.map(({ retry }) => retry?.number)).toEqual([1, 2, 3, 4, 5, undefined])
  })

  it("says how to mend a wrong key, and never the key itself", async () => {
    answers(broken(401, "Incorrect API key provided: local-secret-key-0123456789"))
    const played = await play()
    const [stop] = await eventsOf(played, "turn.stopped")
    expect(stop?.data.summary).toMatch(/key/i)
    for await (const event of played.store.read(played.session)) {
      expect(JSON.stringify(event)).not.toContain("local-secret-key")
    }
  })

  it("holds what is queued until a person resumes, and the resumed turn goes on", async () => {
    answers(broken(401, "invalid api key"), done)
    const played = await play()
    await played.agent.send(played.session, { kind: "queue", text: "What is next?" })
    expect((await played.agent.drive(played.session)).rest).toBe("input")
    expect(server.got).toHaveLength(1)
    await played.agent.resume(played.session)
    await played.agent.drive(played.session)
    expect(await stops(played)).toEqual(["auth-failed", "answered", "answered"])
    const [, resumed] = await eventsOf(played, "turn.started")
    expect(resumed?.data).toMatchObject({ task: "What is in the README?", resumes: expect.any(String) })
  })
})
