import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { text as textOf } from "node:stream/consumers"
import { expect, it, onTestFinished } from "vitest"
import { apiClient, type Client } from "../../src/client/client.ts"
import { openStore } from "../../src/index.ts"
import { bin } from "../cli/scene.ts"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { story } from "../turn/scenario/step.ts"
import { ask } from "./ask.ts"
import { eventsIn, type Fixture, prepareFixture, seen, stopOf } from "./server-fixture.ts"

type Served = { url: string; link: string; tokenFile: string; resume: { how: string; resumed: number; left: number } }

type Running = Served & { child: ChildProcess; client: Client; ended: Promise<number | NodeJS.Signals> }

/** Starts `holdfast serve` as a person does, and reads the line that it prints. */
async function serve(fixture: Fixture, ...argv: string[]): Promise<Running> {
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json", ...argv], {
    env: fixture.env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  createInterface({ input: child.stderr }).on("line", (line) => fixture.lines.push(line))
  const ended = once(child, "exit").then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text)),
    ended.then((code) => Promise.reject(new Error(`it ended with ${code}: ${fixture.lines.join("\n")}`))),
  ])
  const served = JSON.parse(line) as Served
  const token = readFileSync(served.tokenFile, "utf8").trim()
  return { ...served, child, client: apiClient({ base: served.url, token }), ended }
}

const whole = story(2_500)

/** A session in the middle of a long answer. */
async function inMidAnswer({ client }: Running, fixture: Fixture): Promise<string> {
  const model = fixture.script([{ text: whole, chunkChars: 20, chunkDelayMs: 15 }])
  const body = { workspace: fixture.workspace, model, permissionMode: "allow" as const }
  const { id } = await client.call("POST /api/sessions", { body })
  await client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Tell me a story" } })
  await look(fixture, (store) => seen(store, id, (item) => "channel" in item && item.offset > 300))
  return id
}

/** Lends the store to the test, beside the server. */
async function look<T>(fixture: Fixture, work: (store: ReturnType<typeof openStore>) => Promise<T>): Promise<T> {
  const store = openStore({ directory: fixture.home })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const answersIn = (fixture: Fixture, id: string) =>
  look(fixture, async (store) => (await eventsIn(store, id, "model.answered")).map(({ data }) => data))

it("goes on after kill -9 in mid-answer, and nothing is lost", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  const id = await inMidAnswer(first, fixture)
  first.child.kill("SIGKILL")
  expect(await first.ended).toBe("SIGKILL")

  const second = await serve(fixture)
  expect(second.resume).toEqual({ how: "auto", resumed: 1, left: 0 })
  await look(fixture, async (store) => {
    expect(await stopOf(store, id)).toBe("answered")
    const [cut] = await eventsIn(store, id, "model.interrupted")
    // Shown is what was heard: a crash loses no more than a moment.
    expect(cut?.data).toMatchObject({ reason: "crashed", text: expect.stringMatching(/^\S+/) })
    expect(await eventsIn(store, id, "input.accepted")).toHaveLength(1)
  })
  expect(await answersIn(fixture, id)).toMatchObject([{ text: whole }])
  second.child.kill("SIGTERM")
  expect(await second.ended).toBe(0)
})

it.for([
  ["auto", /^Resuming 1 interrupted session:\n {2}Tell me a story \(\w{8}\)$/m],
  ["ask", /^1 interrupted session waits for you to resume it:\n {2}Tell me a story \(\w{8}\)$/m],
] as const)("names the interrupted sessions before it serves: %s", { timeout: 120_000 }, async ([how, sentence]) => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  await inMidAnswer(first, fixture)
  first.child.kill("SIGKILL")
  await first.ended
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--resume", how], {
    env: fixture.env,
    stdio: ["ignore", "pipe", "ignore"],
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let said = ""
  for await (const chunk of child.stdout) {
    said += chunk
    if (said.includes("http://")) break
  }
  expect(said).toMatch(sentence)
  expect(said.search(sentence)).toBeLessThan(said.indexOf("http://"))
})

it("leaves what was cut off to a person, where that is wanted", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  const id = await inMidAnswer(first, fixture)
  first.child.kill("SIGKILL")
  await first.ended
  const second = await serve(fixture, "--resume", "ask")
  expect(second.resume).toEqual({ how: "ask", resumed: 0, left: 1 })
  const { client } = second
  const { items } = await client.call("GET /api/sessions", { query: {} })
  expect(items.map(({ status }) => status)).toEqual(["interrupted"])
  await client.call("POST /api/sessions/:id/resume", { params: { id } })
  await look(fixture, async (store) => expect(await stopOf(store, id)).toBe("answered"))
  expect(await answersIn(fixture, id)).toMatchObject([{ text: whole }])
})

it("stops in mid-answer: the text is kept, and the next one goes on", {
  timeout: 120_000,
}, async () => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  const id = await inMidAnswer(first, fixture)
  first.child.kill("SIGTERM")
  expect(await first.ended).toBe(0)
  await look(fixture, async (store) => {
    const [cut] = await eventsIn(store, id, "model.interrupted")
    expect(cut?.data).toMatchObject({ reason: "left", text: expect.stringMatching(/^\S+/) })
    expect((await store.row(id)).status).toBe("interrupted")
  })
  await serve(fixture)
  await look(fixture, async (store) => expect(await stopOf(store, id)).toBe("answered"))
  expect(await answersIn(fixture, id)).toMatchObject([{ text: whole }])
})

it("ends a turn that brings it down again and again, and starts all the same", { timeout: 180_000 }, async () => {
  const fixture = prepareFixture()
  const asked = createServer()
  asked.listen(0, "127.0.0.1")
  await once(asked, "listening")
  onTestFinished(() => {
    asked.closeAllConnections()
    asked.close()
  })
  const baseUrl = `http://127.0.0.1:${(asked.address() as AddressInfo).port}/v1`
  fixture.env.OPENAI_COMPATIBLE_API_KEY = "none"
  let server = await serve(fixture)
  const model = "openai-compatible/never"
  const body = { workspace: fixture.workspace, model, baseUrl, permissionMode: "allow" as const }
  const { id } = await server.client.call("POST /api/sessions", { body })
  const params = { id }
  await server.client.call("POST /api/sessions/:id/inputs", { params, body: { text: "What is in the README?" } })
  for (let death = 1; death <= 4; death++) {
    // It asks its model, which never says a word, and dies.
    await look(fixture, async (store) => {
      let count = 0
      await seen(store, id, (item) => "type" in item && item.type === "model.asked" && ++count === death)
    })
    server.child.kill("SIGKILL")
    await server.ended
    server = await serve(fixture)
  }
  await look(fixture, async (store) => expect(await stopOf(store, id)).toBe("crashed"))
  expect((await server.client.call("GET /api/sessions", { query: {} })).items).toMatchObject([
    { id, status: "idle", stop: "crashed" },
  ])
})

it("does not blame a turn for a server that was killed with others again and again", { timeout: 240_000 }, async () => {
  const fixture = prepareFixture()
  const deaths = 5
  let answers = false
  const thinker = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    if (answers) sendStream(response, events(text("Here."), finish("stop"), "[DONE]"))
  })
  onTestFinished(() => thinker.close())
  fixture.env.OPENAI_COMPATIBLE_API_KEY = "none"
  let server = await serve(fixture)
  const body = {
    workspace: fixture.workspace,
    model: "openai-compatible/thinker",
    baseUrl: thinker.url,
    permissionMode: "allow" as const,
  }
  const ids = [
    (await server.client.call("POST /api/sessions", { body })).id,
    (await server.client.call("POST /api/sessions", { body })).id,
  ]
  for (const id of ids) {
    await server.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "What is here?" } })
  }
  for (let death = 1; death <= deaths; death++) {
    for (const id of ids) {
      let count = 0
      await look(fixture, (store) =>
        seen(
          store,
          id,
          (item) =>
            "type" in item && (item.type === "turn.stopped" || (item.type === "model.asked" && ++count === death)),
        ),
      )
    }
    server.child.kill("SIGKILL")
    await server.ended
    answers = death === deaths
    server = await serve(fixture)
  }
  await look(fixture, async (store) => {
    for (const id of ids) {
      expect(await stopOf(store, id)).toBe("answered")
      const lost = (await eventsIn(store, id, "session.owned")).map(({ data }) =>
        "lost" in data ? data.lost : undefined,
      )
      expect(lost).toEqual([undefined, ...Array.from({ length: deaths }, () => "with-others")])
    }
  })
})

it("prints a new sign-in link of the server that is already running, to who can read its token", {
  timeout: 120_000,
}, async () => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  const again = async (...argv: string[]) => {
    const child = spawn(process.execPath, [bin, "serve", ...argv], {
      env: fixture.env,
      stdio: ["ignore", "pipe", "pipe"],
    })
    onTestFinished(() => void child.kill("SIGKILL"))
    const [said, complained] = [textOf(child.stdout), textOf(child.stderr)]
    const [code] = (await once(child, "exit")) as [number]
    return { code, said: await said, complained: await complained }
  }
  const outcome = await again()
  expect(outcome).toMatchObject({
    code: 0,
    said: expect.stringContaining(`Holdfast is already running at ${first.url}`),
  })
  const link = /\S+\/login\?code=\S+/.exec(outcome.said)?.[0] ?? ""
  const { code } = Object.fromEntries(new URL(link).searchParams)
  const signIn = () =>
    fetch(`${first.url}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ code }),
    })
  expect((await signIn()).status).toBe(204)
  expect((await signIn()).status).toBe(401)
  expect(JSON.parse((await again("--json")).said)).toMatchObject({
    url: first.url,
    running: true,
    link: expect.any(String),
  })
  // A token that others could have read is none: no link for it.
  chmodSync(join(fixture.home, "server-token"), 0o644)
  expect(await again()).toMatchObject({ code: 1, said: "" })
})

it("answers under the name of a proxy that it was told of, and under no other", { timeout: 120_000 }, async () => {
  const served = await serve(prepareFixture(), "--allow-host", "kelp.example.org")
  const status = async (host: string) => (await ask(served.url, "/api/health", { headers: { host } })).status
  const named = [new URL(served.url).host, "kelp.example.org", "other.example.org"]
  expect(await Promise.all(named.map(status))).toEqual([200, 200, 403])
})

it("says which port is taken", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const first = await serve(fixture)
  const { port } = new URL(first.url)
  expect(await refused(prepareFixture(), "--port", port)).toEqual({
    code: 1,
    said: expect.stringContaining("--port 0"),
  })
  // What a server leaves that was killed keeps nobody out.
  first.child.kill("SIGKILL")
  await first.ended
  expect((await serve(fixture)).url).not.toBe(first.url)
})

async function refused({ env }: Fixture, ...argv: string[]): Promise<{ code: number; said: string }> {
  const child = spawn(process.execPath, [bin, "serve", ...argv], { env, stdio: ["ignore", "ignore", "pipe"] })
  onTestFinished(() => void child.kill("SIGKILL"))
  const said = textOf(child.stderr)
  const [code] = (await once(child, "exit")) as [number]
  return { code, said: await said }
}
