import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { importRoom, importsOf } from "../../src/server/handlers/house/import.ts"
import { exportFormat } from "../../src/store/export.ts"
import { refused, turnOf } from "./acts.ts"
import { type Scene, setScene } from "./scene.ts"

const { name: format, version } = exportFormat
const header = JSON.stringify({ format, version, session: "s", head: 1, exportedAt: "2026-01-01T00:00:00.000Z" })

/** A file that takes many times its length in memory. */
const heavy = (members: number) => `${header}\n{"seq":1,"type":"x","data":[${"[],".repeat(members)}[]]}\n`

async function exported(scene: Scene): Promise<Uint8Array> {
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
    const { house } = scene.server
    const takeIn = importsOf(house, { ...importRoom, heapMb: 40 })
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
    const takeIn = importsOf(scene.server.house, { ...importRoom, atOnce: 1 })
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
    const { house } = scene.server
    const before = await house.store.list({})
    const takeIn = importsOf(house, { ...importRoom, atOnce: 1 })
    const broken = async function* () {
      yield Buffer.from(`${header}\n`)
      throw new Error("the line went dead")
    }
    await expect(takeIn(broken(), { copy: false })).rejects.toThrow("the line went dead")
    expect(await house.store.list({})).toEqual(before)
    expect(await takeIn(fileOf(await exported(scene)), { copy: true })).toMatchObject({ outcome: "imported" })
  })

  it("is told when the server stops under it", async () => {
    const scene = await setScene()
    const stopping = new AbortController()
    const takeIn = importsOf({ connect: scene.server.house.connect, closing: stopping.signal })
    const never = async function* () {
      yield Buffer.from(`${header}\n`)
      stopping.abort()
      await new Promise(() => undefined)
    }
    await expect(takeIn(never(), { copy: false })).rejects.toMatchObject({ code: "stopping" })
  })
})
