import { execFileSync } from "node:child_process"
import { closeSync, constants, openSync } from "node:fs"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { openStore } from "../../src/index.ts"
import { healthOf } from "../../src/server/handlers/system/health.ts"
import { finish, text } from "../models/chunks.ts"
import { events, sendJson, sendStream, startLoopback } from "../models/loopback.ts"
import { eventsIn, prepareFixture, say, seen, stopOf } from "./server-fixture.ts"

it("drives many sessions at once, never more than are allowed, and answers all", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 2 } })
  const { store, conductor } = server.context
  await store.setSetting("server.settings", { driven: 4 })
  const slow = [{ text: "A word and another one.", chunkChars: 4, chunkDelayMs: 20 }]
  const sessions = await Promise.all(Array.from({ length: 30 }, () => fixture.open(server, slow)))
  let most = 0
  const counting = setInterval(() => {
    most = Math.max(most, conductor.driving().length)
  }, 1)
  await Promise.all(sessions.map((session) => say(server, session)))
  expect(conductor.waiting()).toBeGreaterThan(20)
  expect(await Promise.all(sessions.map((session) => stopOf(store, session)))).toEqual(sessions.map(() => "answered"))
  clearInterval(counting)
  expect(most).toBe(4)
  expect(conductor.engines().map(({ status }) => status)).toEqual(["ok", "ok"])
  // One lease, one answer: nobody was woken for nothing.
  for (const session of sessions) expect(await eventsIn(store, session, "session.owned")).toHaveLength(1)
})

it("takes up what is said just as a session comes to rest", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  const { store } = server.context
  const session = await fixture.open(server, [])
  for (let turn = 1; turn <= 20; turn++) {
    await say(server, session, `Word ${turn}`)
    let stops = 0
    // Said again as soon as the stop record is there: the drive is still on its way out.
    await seen(store, session, (item) => "type" in item && item.type === "turn.stopped" && ++stops === turn)
  }
  expect(await eventsIn(store, session, "turn.stopped")).toHaveLength(20)
})

it("leaves a session to another process that drives it, and goes on when that one ends", async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  const session = await fixture.open(server, [{ text: "Here." }])
  const other = openStore({ directory: fixture.home })
  const lease = await other.acquire(session, { type: "Other" })
  await say(server, session)
  await fixture.logged("another process drives a session")
  expect(await eventsIn(server.context.store, session, "turn.started")).toEqual([])
  await other.release(lease)
  expect(await stopOf(server.context.store, session)).toBe("answered")
  await other.close()
})

it("replaces an engine that hangs; the others finish, and the culprit ends", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  fixture.env.OPENAI_COMPATIBLE_API_KEY = "none"
  const server = await fixture.start({
    engines: {
      size: 1,
      entry: new URL("stuck-engine.ts", import.meta.url),
      patience: { pingMs: 100, hangMs: 2_500 },
    },
  })
  const { store } = server.context
  // A model that thinks for longer than the culprit needs: who shares its fate comes no further than before.
  const thinker = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    setTimeout(() => sendStream(response, events(text("Here."), finish("stop"), "[DONE]")), 4_000)
  })
  onTestFinished(() => thinker.close())
  const slow = { workspace: fixture.workspace, model: "openai-compatible/thinker", baseUrl: thinker.url }
  const innocent = [await server.context.agent.open(slow), await server.context.agent.open(slow)]
  await Promise.all(innocent.map((session) => say(server, session)))
  const isAsked = (item: Parameters<Parameters<typeof seen>[2]>[0]) => "type" in item && item.type === "model.asked"
  for (const session of innocent) await seen(store, session, isAsked)
  const culprit = await fixture.open(server, [{ toolCalls: [{ id: "s", name: "stuck", arguments: {} }] }])
  await say(server, culprit)
  await seen(store, culprit, (item) => "type" in item && item.type === "tool.started")

  // HTTP does not notice: what hangs never yields its thread.
  expect((await fetch(`${server.url}/api/health`)).status).toBeLessThan(500)

  expect(await Promise.all(innocent.map((session) => stopOf(store, session)))).toEqual(innocent.map(() => "answered"))
  expect(await stopOf(store, culprit)).toBe("crashed")
  // The first time, and four more: the log counts three resumes, and ends it with the next.
  expect((await eventsIn(store, culprit, "session.owned")).length).toBe(5)
  // And the engines are well again.
  await say(server, culprit, "Again?")
  const healthy = await fixture.open(server, [{ text: "Fine." }])
  await say(server, healthy)
  expect(await stopOf(store, healthy)).toBe("answered")
})

it("lets many go on at once that were on an engine with one that hangs it", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  fixture.env.OPENAI_COMPATIBLE_API_KEY = "none"
  const server = await fixture.start({
    engines: { size: 1, entry: new URL("stuck-engine.ts", import.meta.url), patience: { pingMs: 100, hangMs: 2_500 } },
  })
  const { store, conductor } = server.context
  // A model that does not answer before the culprit has ended: nobody makes room for others by coming to rest.
  const released = Promise.withResolvers<void>()
  const thinker = await startLoopback((response, { path }) => {
    if (!path.endsWith("/chat/completions")) return sendJson(response, 404, {})
    void released.promise.then(() => sendStream(response, events(text("Here."), finish("stop"), "[DONE]")))
  })
  onTestFinished(() => thinker.close())
  const slow = { workspace: fixture.workspace, model: "openai-compatible/thinker", baseUrl: thinker.url }
  const innocent = await Promise.all(Array.from({ length: 8 }, () => server.context.agent.open(slow)))
  await Promise.all(innocent.map((session) => say(server, session)))
  const asks = (session: string, times: number) => {
    let asked = 0
    return seen(store, session, (item) => "type" in item && item.type === "model.asked" && ++asked === times)
  }
  await Promise.all(innocent.map((session) => asks(session, 1)))
  const culprit = await fixture.open(server, [{ toolCalls: [{ id: "s", name: "stuck", arguments: {} }] }])
  await say(server, culprit)

  await Promise.all(innocent.map((session) => asks(session, 2)))
  expect((await healthOf(server.context, { loopDelay: () => 0 })).status).toBe("degraded")
  expect(await stopOf(store, culprit)).toBe("crashed")
  released.resolve()
  expect(await Promise.all(innocent.map((session) => stopOf(store, session)))).toEqual(innocent.map(() => "answered"))
  expect(conductor.suspects()).toBe(0)
})

it("takes sessions from a thread that cannot even be ended", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const pipe = join(fixture.workspace, "pipe")
  execFileSync("mkfifo", [pipe])
  // The threads that wait for it end with the test.
  onTestFinished(() => closeSync(openSync(pipe, constants.O_RDWR)))
  const server = await fixture.start({
    engines: { size: 1, entry: new URL("stuck-engine.ts", import.meta.url), patience: { pingMs: 100, hangMs: 1_500 } },
  })
  const culprit = await fixture.open(server, [{ toolCalls: [{ id: "w", name: "waiting", arguments: { pipe } }] }])
  await say(server, culprit)
  expect(await stopOf(server.context.store, culprit)).toBe("crashed")
  const healthy = await fixture.open(server, [{ text: "Fine." }])
  await say(server, healthy)
  expect(await stopOf(server.context.store, healthy)).toBe("answered")
})
