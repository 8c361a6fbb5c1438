import { existsSync, mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import type { RunningServer } from "../../src/server/serve.ts"
import { eventsIn, prepareFixture, say, seen, stopOf } from "./server-fixture.ts"

it("works nowhere but in its roots, whoever opened the session", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const inside = join(fixture.workspace, "inside")
  mkdirSync(inside)
  const write = [
    { toolCalls: [{ id: "w", name: "write", arguments: { path: "new.txt", content: "x" } }] },
    { text: "Done." },
  ]
  const free = await fixture.start({ engines: { size: 1 } })
  const outside = await fixture.open(free, write)
  await free.close()

  const server = await fixture.start({ engines: { size: 1 }, roots: [inside] })
  const client = clientOf(server)
  await say(server, outside)
  await fixture.logged("a session cannot be driven")
  const { row } = await client.call("GET /api/sessions/:id", { params: { id: outside }, query: {} })
  expect(row.trouble).toMatchObject({ code: "invalid", message: expect.stringContaining("confined") })
  expect(existsSync(join(fixture.workspace, "new.txt"))).toBe(false)
  for (const route of ["GET /api/sessions/:id/prompt", "GET /api/sessions/:id/changes"] as const) {
    await expect(client.call(route, { params: { id: outside }, query: {} })).rejects.toMatchObject({ code: "invalid" })
  }
})

it("stops a turn whose workspace is gone", { timeout: 120_000 }, async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  const { store } = server.context
  const session = await fixture.open(server, [{ text: "Slowly, word by word. ".repeat(200), chunkDelayMs: 50 }])
  await say(server, session)
  await seen(store, session, (item) => "channel" in item)
  await server.close()
  rmSync(fixture.workspace, { recursive: true })

  const next = await fixture.start({ engines: { size: 1 } })
  await fixture.logged("a session cannot be driven")
  await next.context.agent.cancel(session)
  next.context.conductor.wake(session)
  expect(await stopOf(next.context.store, session)).toBe("cancelled")
})

it("does not go on by itself with what was said on another machine", { timeout: 120_000 }, async () => {
  const far = prepareFixture()
  const remote = await far.start({ engines: { size: 1 } })
  const session = await far.open(remote, [{ text: "Here." }])
  await remote.context.agent.send(session, "Do as I say")
  const exported = await clientOf(remote).fetch("GET /api/sessions/:id/export", {
    params: { id: session },
    query: {},
  })
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  await clientOf(server).call("POST /api/import", { query: {}, body: await exported.arrayBuffer() })
  await server.close()

  const next = await fixture.start({ engines: { size: 1 }, resume: "auto" })
  expect(next.takenUp).toMatchObject({ resumed: [], left: [session] })
  expect(await eventsIn(next.context.store, session, "turn.started")).toEqual([])
})

const clientOf = ({ url, token }: RunningServer) => apiClient({ base: url, token })
