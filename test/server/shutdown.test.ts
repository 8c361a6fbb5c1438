import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseSync } from "node:sqlite"
import { expect, it, onTestFinished } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { openStore } from "../../src/index.ts"
import { bin } from "../cli/scene.ts"
import { eventsIn, prepareFixture, say, seen } from "./server-fixture.ts"

it("stops in order: text is kept, and nothing is left running", async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1 } })
  const session = await fixture.open(server, [{ text: "Word by word. ".repeat(500), chunkChars: 10, chunkDelayMs: 50 }])
  await say(server, session)
  await seen(server.context.store, session, (item) => "channel" in item && item.offset > 30)
  await server.close()
  const after = openStore({ directory: fixture.home })
  const [cut] = (await eventsIn(after, session, "model.interrupted")).map(({ data }) => data)
  expect(cut).toMatchObject({ reason: "left", text: expect.stringMatching(/^Word by word/) })
  expect((await after.row(session)).status).toBe("interrupted")
  await after.close()
})

const isStuck = (item: object) => "channel" in item && item.channel === "output"

it("is gone at its deadline, even if an engine hangs", async () => {
  const fixture = prepareFixture()
  const entry = new URL("stuck-engine.ts", import.meta.url)
  const server = await fixture.start({ engines: { size: 1, entry } })
  const session = await fixture.open(server, [{ toolCalls: [{ id: "s", name: "stuck", arguments: {} }] }])
  await say(server, session)
  await seen(server.context.store, session, isStuck)
  const requestedAt = performance.now()
  await server.close({ deadlineMs: 4_000 })
  // It was given time; and not for ever, or this would not be reached.
  expect(performance.now() - requestedAt).toBeGreaterThan(2_000)
  const after = openStore({ directory: fixture.home })
  expect((await after.row(session)).status).toBe("interrupted")
  await after.close()
})

it("accepts nothing more while it stops, and says so", async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({ engines: { size: 1, entry: new URL("stuck-engine.ts", import.meta.url) } })
  const session = await fixture.open(server, [{ toolCalls: [{ id: "s", name: "stuck", arguments: {} }] }])
  await say(server, session)
  await seen(server.context.store, session, isStuck)
  const client = apiClient({ base: server.url, token: server.token })
  const closing = server.close({ deadlineMs: 5_000 })
  const call = { params: { id: session }, body: { text: "And then?" } }
  await expect(client.call("POST /api/sessions/:id/inputs", call)).rejects.toMatchObject({ code: "stopping" })
  // Who only looks is still shown what is there.
  expect((await client.call("GET /api/sessions/:id", { params: { id: session }, query: {} })).row.id).toBe(session)
  await closing
})

it("is gone at its deadline while another process keeps the store", async () => {
  const fixture = prepareFixture()
  const child = spawn(process.execPath, [bin, "serve", "--port", "0", "--json"], { env: fixture.env, stdio: "pipe" })
  onTestFinished(() => void child.kill("SIGKILL"))
  child.stderr.resume()
  const [line] = await once(createInterface({ input: child.stdout }), "line")
  const { url, tokenFile } = JSON.parse(String(line)) as { url: string; tokenFile: string }
  const client = apiClient({ base: url, token: readFileSync(tokenFile, "utf8").trim() })
  const { id } = await client.call("POST /api/sessions", { body: { workspace: fixture.workspace } })
  const other = new DatabaseSync(join(fixture.home, "holdfast.db"))
  onTestFinished(() => other.close())
  other.exec("BEGIN IMMEDIATE")
  const cutOff = client
    .call("PATCH /api/sessions/:id", { params: { id }, body: { title: "Mine" } })
    .catch(() => undefined)
  // It asks the store, and is answered although the store waits.
  await client.call("GET /api/health", {})
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  // The store is kept until the test is over.
  await ended
  await cutOff
})

it("leaves at once when it is told twice", async () => {
  const fixture = prepareFixture()
  const child = spawn(process.execPath, [bin, "serve", "--port", "0"], { env: fixture.env, stdio: "pipe" })
  onTestFinished(() => void child.kill("SIGKILL"))
  await once(createInterface({ input: child.stdout }), "line")
  const ended = once(child, "exit")
  child.kill("SIGTERM")
  child.kill("SIGINT")
  const [code] = await ended
  // In order, if it was faster than the second word.
  expect([0, 130]).toContain(code)
})
