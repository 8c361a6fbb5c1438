import { createHash } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { describe, expect, it, onTestFinished } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { openStore } from "../../src/index.ts"
import { importRoom, openImports } from "../../src/server/imports/imports.ts"
import { exportFormat } from "../../src/store/transfer/export-lines.ts"
import { refused, turnOf } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"
import { type Fixture, prepareFixture } from "./server-fixture.ts"

const { name: format, version } = exportFormat
const header = JSON.stringify({ format, version, session: "s", head: 1, exportedAt: "2026-01-01T00:00:00.000Z" })

/** A file that takes many times its length in memory. */
const heavy = (members: number) => `${header}\n{"seq":1,"type":"x","data":[${"[],".repeat(members)}[]]}\n`

async function exported(scene: Scene): Promise<Uint8Array<ArrayBuffer>> {
  const id = await scene.open([{ text: "one" }])
  await turnOf(scene, id, "first?")
  const answer = await scene.client.fetch("GET /api/sessions/:id/export", { params: { id } })
  return new Uint8Array(await answer.arrayBuffer())
}

async function* fileOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

describe("a file that is made to break its reader", () => {
  it("is refused for its many parts and its length as a document, and the server goes on", async () => {
    const scene = await setScene()
    const take = (body: string) => refused(scene.client.call("POST /api/import", { body }))
    const parts = await take(heavy(2_000_000))
    expect(parts).toMatchObject({ status: 400, code: "invalid", message: expect.stringContaining("4,000,000 parts") })
    const long = await take(`${header.slice(0, -1)},"events":["${"x".repeat(33 * 1024 * 1024)}"]}`)
    expect(long).toMatchObject({ status: 400, code: "invalid", message: expect.stringContaining("--format jsonl") })
    expect((await scene.client.call("GET /api/health", {})).status).toBe("ok")
  })

  it("is told in few words what is wrong with it, however much that is", async () => {
    const scene = await setScene()
    const common = { session: "s", at: "2026-01-01T00:00:00.000Z", by: { kind: "person", name: "ada" }, v: 1 }
    const repaired = Array.from({ length: 5_000 }, () => 1)
    const lines = [
      { format, version, session: "s", head: 2, exportedAt: common.at },
      { id: "a", seq: 1, ...common, type: "session.opened", data: { workspace: "/w", project: "/w" } },
      { id: "b", seq: 2, ...common, type: "tool.called", data: { call: "c", name: "n", arguments: {}, repaired } },
    ].map((line) => `${JSON.stringify(line)}\n`)
    const sha256 = createHash("sha256").update(lines.join("")).digest("hex")
    const body = `${lines.join("")}${JSON.stringify({ end: { events: 2, blobs: 0, sha256 } })}\n`
    const { code, message } = await refused(scene.client.call("POST /api/import", { body }))
    expect([code, message]).toEqual(["invalid", expect.stringContaining("Malformed tool.called")])
    expect(message.length).toBeLessThan(3_000)
  })

  it("ends the thread that reads it when it takes too much memory, and nothing else", async () => {
    const scene = await setScene()
    const { context } = scene.server
    const { takeIn } = openImports(context, { ...importRoom, heapMb: 40 })
    const event = (seq: number) => `{"seq":${seq},"type":"x","data":[{"a":1},{"b":"${seq}"}]}\n`
    const events = Array.from({ length: 250_000 }, (_, at) => event(at))
    const file = fileOf(Buffer.from(`${header}\n${events.join("")}`))
    await expect(takeIn(file, { copy: false })).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("memory"),
    })
    expect(await takeIn(fileOf(await exported(scene)), { copy: true })).toMatchObject({ outcome: "imported" })
  })
})

describe("an import", () => {
  it("waits for no other: too many at once are told to come back", async () => {
    const scene = await setScene()
    const file = await exported(scene)
    const { takeIn } = openImports(scene.server.context, { ...importRoom, atOnce: 1 })
    const { promise: slow, resolve: go } = Promise.withResolvers<void>()
    const slowly = async function* () {
      yield file.subarray(0, 100)
      await slow
      yield file.subarray(100)
    }
    const first = takeIn(slowly(), { copy: true })
    await expect(takeIn(fileOf(file), { copy: true })).rejects.toMatchObject({ code: "busy" })
    go()
    expect(await first).toMatchObject({ outcome: "imported" })
    expect(await takeIn(fileOf(file), { copy: true })).toMatchObject({ outcome: "imported" })
  })

  it("leaves nothing behind when its file never comes to its end", async () => {
    const scene = await setScene()
    const { context } = scene.server
    const before = await context.store.list({})
    const { takeIn } = openImports(context, { ...importRoom, atOnce: 1 })
    const broken = async function* () {
      yield Buffer.from(`${header}\n`)
      throw new Error("the line went dead")
    }
    await expect(takeIn(broken(), { copy: false })).rejects.toThrow("the line went dead")
    expect(await context.store.list({})).toEqual(before)
    expect(await takeIn(fileOf(await exported(scene)), { copy: true })).toMatchObject({ outcome: "imported" })
  })

  it("is told when the server stops under it", async () => {
    const scene = await setScene()
    const stopping = new AbortController()
    const { takeIn } = openImports({ ...scene.server.context, closing: stopping.signal })
    const never = async function* () {
      yield Buffer.from(`${header}\n`)
      stopping.abort()
      await new Promise(() => undefined)
    }
    await expect(takeIn(never(), { copy: false })).rejects.toMatchObject({
      code: "stopping",
      message: expect.stringContaining("nothing was imported"),
    })
  })

  it("that the store was given is waited for by a server that stops, and its answer is what came of it", async () => {
    const { fixture, server, file, other } = await handedOver()
    const asked = apiClient(server).call("POST /api/import", { query: { copy: "true" }, body: file })
    await fixture.logged("handing an import to the store")
    const closing = server.close()
    other.exec("ROLLBACK")
    const { id } = await asked
    await closing
    expect(await sessionsIn(fixture)).toContain(id)
  })

  it("that the store says nothing of by the deadline is not said to be done, or undone", async () => {
    const { fixture, server, file, other } = await handedOver()
    const asked = refused(apiClient(server).call("POST /api/import", { query: { copy: "true" }, body: file }))
    await fixture.logged("handing an import to the store")
    const closing = server.close({ deadlineMs: 1_500 })
    expect(await asked).toMatchObject({
      code: "stopping",
      message: expect.stringContaining("Check whether the session is in the list"),
    })
    other.exec("ROLLBACK")
    await closing
  })
})

/** A server whose store another one keeps from writing, and a file for it. */
async function handedOver() {
  const file = await exported(await setScene())
  const fixture = prepareFixture()
  const { url, token, close } = await fixture.start()
  const other = new DatabaseSync(join(fixture.home, "holdfast.db"))
  onTestFinished(() => other.close())
  other.exec("BEGIN IMMEDIATE")
  return { fixture, server: { base: url, token, close }, file, other }
}

async function sessionsIn({ home }: Fixture): Promise<string[]> {
  const store = openStore({ directory: home })
  const { items } = await store.list({})
  await store.close()
  return items.map(({ id }) => id)
}
