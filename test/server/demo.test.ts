import { once } from "node:events"
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, watch, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { processStat } from "../../src/host/process.ts"
import { openStore } from "../../src/index.ts"
import type { RunningServer, ServeOptions } from "../../src/server/serve.ts"
import { type Event, isKnown } from "../../src/session/event.ts"
import { transcript } from "../../src/session/view/transcript.ts"
import { refused } from "./acts.ts"
import { eventsIn, type Fixture, prepareFixture, say, seen, stopOf } from "./server-fixture.ts"

/** The pace of the demonstration, by how much slower than its script. */
const slow = "40"
const quick = "0"

async function stage(pace: string, options: ServeOptions = {}) {
  const fixture = prepareFixture()
  fixture.env.HOLDFAST_SCRIPT_DELAY = pace
  const server = await fixture.start(options)
  return { fixture, server, client: clientOf(server) }
}

const clientOf = ({ url, token }: RunningServer) => apiClient({ base: url, token })

/** Waits until the child is in the middle of an answer. */
const inAnAnswer = ({ context }: RunningServer, id: string) =>
  seen(context.store, id, (item) => !("type" in item) && item.channel === "text" && item.offset > 20)

async function itemsOf({ context }: RunningServer, id: string) {
  const events: Event[] = []
  for await (const event of context.store.read(id)) if (isKnown(event)) events.push(event)
  return transcript(events)
}

const isFixed = (workspace: string) => readFileSync(join(workspace, "src/till.js"), "utf8").includes(">= discountFrom")

describe("the demonstration", () => {
  it("is driven by a process of its own, beside the data directory, to its end", async () => {
    const { server, client, fixture } = await stage(quick)
    const { id, row, child } = await client.call("POST /api/demo", {})
    expect(row).toMatchObject({ title: "The crash demonstration", status: "running" })
    expect(dirname(row.workspace)).toBe(`${realpathSync(fixture.home)}-demo`)
    expect(child?.pid).not.toBe(process.pid)
    expect(await stopOf(server.context.store, id)).toBe("completed-verified")
    const [owned] = await eventsIn(server.context.store, id, "session.owned")
    expect(owned?.data).toMatchObject({ pid: child?.pid })
    expect(isFixed(row.workspace)).toBe(true)
  })

  it("is killed mid-answer by a button, and the server carries on, with nothing lost or done twice", async () => {
    const { server, client } = await stage(slow)
    const { id, row, child } = await client.call("POST /api/demo", {})
    const path = { params: { id } }
    await inAnAnswer(server, id)
    expect(await client.call("GET /api/sessions/:id/demo", path)).toEqual({ child })
    const { killed } = await client.call("POST /api/sessions/:id/demo/kill", path)
    expect(killed).toEqual(child)
    expect(processStat(killed.pid)?.ended ?? true).toBe(true)
    expect(await client.call("GET /api/sessions/:id/demo", path)).toEqual({ child: null })
    await expect(client.call("POST /api/sessions/:id/demo/kill", path)).rejects.toMatchObject({ status: 409 })

    const interrupted = await seen(
      server.context.store,
      id,
      (item) => "type" in item && item.type === "model.interrupted",
    )
    expect((interrupted as Event<"model.interrupted">).data.text.length).toBeGreaterThan(20)
    // The rest is the server's, at the pace of its own environment: it need not be waited for.
    const items = await itemsOf(server, id)
    expect(items.find(({ kind }) => kind === "owner")).toMatchObject({
      before: { type: "Agent", pid: killed.pid },
      owner: { type: "Server", pid: process.pid },
    })
    expect(items.filter(({ kind }) => kind === "input")).toHaveLength(1)
    expect(row.workspace).toContain("-demo")
  })

  it("is the same one when it is asked for again, and so is the kill", async () => {
    const { server, client } = await stage(slow)
    const [one, other] = await Promise.all([
      client.call("POST /api/demo", { key: "once" }),
      client.call("POST /api/demo", { key: "once" }),
    ])
    expect(other.id).toBe(one.id)
    expect(server.context.demos.count()).toBe(1)
    expect(await eventsIn(server.context.store, one.id, "input.accepted")).toHaveLength(1)
    const kill = () => client.call("POST /api/sessions/:id/demo/kill", { params: { id: one.id }, key: "kill" })
    expect(await kill()).toEqual(await kill())
    const again = await client.call("POST /api/demo", { key: "another" })
    expect(again.id).not.toBe(one.id)
  })

  it("answers each of two kills at once, and each of them again", async () => {
    const { server, client } = await stage(slow)
    const { id, child } = await client.call("POST /api/demo", {})
    const kill = (key: string) => client.call("POST /api/sessions/:id/demo/kill", { params: { id }, key })
    // In one tick: of two requests, one could come when the process is gone.
    const { demos } = server.context
    expect(await Promise.all([demos.kill(id, "a"), demos.kill(id, "b")])).toEqual([child, child])
    expect(await Promise.all([kill("a"), kill("b")])).toEqual([{ killed: child }, { killed: child }])
    expect(await refused(kill("c"))).toMatchObject({ code: "illegal" })
  })

  it("goes on at the next start where the server was stopped meanwhile", async () => {
    const { fixture, server, client } = await stage(slow)
    const { id, row, child } = await client.call("POST /api/demo", {})
    await inAnAnswer(server, id)
    await server.close()
    expect(processStat(child?.pid ?? 0)?.ended ?? true).toBe(true)
    const next = await startQuick(fixture)
    expect(await stopOf(next.context.store, id)).toBe("completed-verified")
    expect(isFixed(row.workspace)).toBe(true)
  })

  it("keeps no stopping server at work: it leaves in mid-answer, and nobody takes it over", async () => {
    const { fixture, server, client } = await stage(slow)
    const { store } = server.context
    const steps = Array.from({ length: 60 }, (_, at) => ({
      toolCalls: [{ id: `c${at}`, name: "bash", arguments: { command: `sleep 0.1; echo ${at}` } }],
    }))
    const busy = await fixture.open(server, steps)
    await say(server, busy, "Run the steps.")
    await seen(store, busy, (item) => "type" in item && item.type === "tool.finished")
    const first = await client.call("POST /api/demo", {})
    await inAnAnswer(server, first.id)
    const second = await client.call("POST /api/demo", {})
    await inAnAnswer(server, second.id)
    const { seq } = await store.state(busy)
    await server.close()

    const after = openStore({ directory: fixture.home })
    const started = [...(await eventsIn(after, busy, "model.asked")), ...(await eventsIn(after, busy, "tool.started"))]
    // What it was about to begin when it was told to stop, and no more.
    expect(started.filter((event) => event.seq > seq).length).toBeLessThan(4)
    for (const { id, child } of [first, second]) {
      const cut = (await eventsIn(after, id, "model.interrupted")).map(({ data }) => data)
      expect(cut).toMatchObject([{ reason: "left" }])
      expect((await eventsIn(after, id, "session.owned")).map(({ data }) => data)).toMatchObject([{ pid: child?.pid }])
    }
    await after.close()
  })

  it("is not begun by a server that stops: what was accepted is done by the next one", async () => {
    const { fixture, server, client } = await stage(quick)
    const other = new DatabaseSync(join(fixture.home, "holdfast.db"))
    other.exec("BEGIN IMMEDIATE")
    const asked = client.call("POST /api/demo", {})
    // The place is made once the request is accepted; to open the session it waits for the other one.
    await appears(`${fixture.home}-demo`)
    const closing = server.close()
    other.exec("ROLLBACK")
    other.close()
    const { id, child } = await asked
    expect([child, server.context.demos.count()]).toEqual([null, 0])
    await closing
    const next = await startQuick(fixture)
    expect(next.takenUp.resumed).toEqual([id])
    expect(await stopOf(next.context.store, id)).toBe("completed-verified")
  })

  it("is played in a directory that work is confined to", async () => {
    const fixture = prepareFixture()
    const root = join(dirname(fixture.home), "root")
    mkdirSync(root)
    fixture.env.HOLDFAST_SCRIPT_DELAY = quick
    const server = await fixture.start({ roots: [root] })
    const { row } = await clientOf(server).call("POST /api/demo", {})
    expect(dirname(row.workspace)).toBe(realpathSync(root))
  })

  it("is played a few times at once, and no more", async () => {
    const { client } = await stage(slow)
    for (let count = 0; count < 4; count++) await client.call("POST /api/demo", {})
    await expect(client.call("POST /api/demo", {})).rejects.toMatchObject({ status: 503 })
  })

  it("is counted though many are asked for at once, and one that is asked for again is no other", async () => {
    const { server, client } = await stage(slow)
    const play = (at: number) => client.call("POST /api/demo", { key: `k${at}` })
    const asked = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => play(at)))
    const played = asked.flatMap((one, at) => (one.status === "fulfilled" ? [{ at, answer: one.value }] : []))
    expect([played.length, server.context.demos.count()]).toEqual([4, 4])
    for (const one of asked) if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "busy" })
    for (const { at, answer } of played) {
      expect(await play(at)).toMatchObject({ id: answer.id, child: answer.child })
    }
    const { items } = await server.context.store.list({})
    expect(items).toHaveLength(4)
  })

  it("says what to do where its place cannot be made", async () => {
    const { client, fixture } = await stage(quick)
    writeFileSync(`${fixture.home}-demo`, "in the way")
    const { code, message } = await refused(client.call("POST /api/demo", {}))
    expect([code, message]).toEqual(["storage-access", expect.stringContaining(`${fixture.home}-demo`)])
    rmSync(`${fixture.home}-demo`)
    await client.call("POST /api/demo", {})
  })

  it("is no way to kill anything else", async () => {
    const { server, client, fixture } = await stage(quick)
    const id = await fixture.open(server, [{ text: "hello" }])
    const path = { params: { id } }
    await expect(client.call("POST /api/sessions/:id/demo/kill", path)).rejects.toMatchObject({ status: 409 })
    const nothing = { params: { id: "nothing" } }
    await expect(client.call("POST /api/sessions/:id/demo/kill", nothing)).rejects.toMatchObject({ status: 404 })
    await expect(client.call("GET /api/sessions/:id/demo", nothing)).rejects.toMatchObject({ status: 404 })
  })
})

describe("where no model is found", () => {
  it("is told what was looked for", async () => {
    const fixture = prepareFixture()
    for (const name of Object.keys(fixture.env)) if (/_API_KEY$/.test(name)) delete fixture.env[name]
    // Nothing listens on port 9.
    Object.assign(fixture.env, { OLLAMA_HOST: "127.0.0.1:9", LMSTUDIO_BASE_URL: "http://127.0.0.1:9/v1" })
    fixture.env.LLAMACPP_BASE_URL = "http://127.0.0.1:9/v1"
    delete fixture.env.OPENAI_COMPATIBLE_BASE_URL
    const server = await fixture.start()
    const client = clientOf(server)
    const { found } = await client.call("GET /api/models", {})
    expect(found).toMatchObject({ model: null, scripted: false })
    expect(found.looked).toContainEqual({ what: "a key for Anthropic", found: null })
    expect(found.looked).toContainEqual({ what: "Ollama at 127.0.0.1:9", found: null })
    // Nothing is accepted that nobody would work on, and no script plays in place of a model.
    const { id } = await client.call("POST /api/sessions", { body: { workspace: fixture.workspace } })
    const params = { params: { id } }
    const say = client.call("POST /api/sessions/:id/inputs", { ...params, body: { text: "hello" } })
    expect(await refused(say)).toMatchObject({ status: 409, code: "no-model" })
    expect((await client.call("GET /api/sessions/:id", params)).state.log.inputs.waiting).toEqual([])
    // What is wrong with the session itself comes first: no model would help.
    const { store } = server.context
    const [opened] = await eventsIn(store, id, "session.opened")
    const other = { session: "ahead", by: { kind: "person" as const, name: "ada" } }
    const events = [
      { ...(opened as Event), ...other, id: "opened" },
      {
        ...{ ...(opened as Event), ...other, id: "accepted", seq: 2, type: "input.accepted" },
        data: { input: "i", kind: "send", text: "go" },
      },
      { ...(opened as Event), ...other, id: "dreamt", seq: 3, type: "dream.dreamt", data: {} },
    ]
    await store.adopt({ id: "ahead", events, blobs: [] })
    const ahead = { params: { id: "ahead" } }
    for (const call of [
      client.call("POST /api/sessions/:id/inputs", { ...ahead, body: { text: "hello" } }),
      client.call("POST /api/sessions/:id/resume", { ...ahead, body: {} }),
    ]) {
      expect(await refused(call)).toMatchObject({ status: 409, code: "newer" })
    }
  })
})

/** Settles when there is something at a path. */
async function appears(path: string): Promise<void> {
  const watcher = watch(dirname(path))
  while (!existsSync(path)) await once(watcher, "change")
  watcher.close()
}

function startQuick(fixture: Fixture) {
  return fixture.start({ env: { ...fixture.env, HOLDFAST_SCRIPT_DELAY: quick } })
}
