import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import type { Event, ForeignEvent } from "../../src/index.ts"
import { type ProblemCode, statusOf } from "../../src/server/contract/problem.ts"
import { problemFor } from "../../src/server/http/http-problem.ts"
import { HoldfastError } from "../../src/session/error.ts"
import { exportLines } from "../../src/store/transfer/export-lines.ts"
import { setScene } from "./scene.ts"
import { prepareFixture } from "./server-fixture.ts"

// The codes that no other test of the server meets, each over real HTTP where it can be brought about.

describe("a problem", () => {
  it("is one of a route: there is none, or not with this method", async () => {
    const { server } = await setScene()
    const ask = async (method: string, path: string) => {
      const response = await fetch(`${server.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${server.token}` },
      })
      return { status: response.status, ...((await response.json()) as { error: { code: string } }).error }
    }
    expect(await ask("GET", "/api/nothing")).toMatchObject({ status: 404, code: "no-such-route" })
    expect(await ask("PUT", "/api/sessions")).toMatchObject({ status: 405, code: "method-not-allowed" })
    expect(await ask("GET", "/api/sessions")).not.toHaveProperty("code")
  })

  it("is a log that exists and differs, or that a newer Holdfast wrote", async () => {
    const { client, server, workspace } = await withModel()
    const { id } = await client.call("POST /api/sessions", { body: { workspace } })
    const events = await Array.fromAsync(server.context.store.read(id, { asStored: true }))
    const [opened, ...rest] = events as ForeignEvent[]
    if (!opened) throw new Error("a session begins with its opening")
    const last = events.at(-1) as Event
    const imported = (log: readonly ForeignEvent[]) => fileOf(log[0]?.session ?? "", log)

    const other = [{ ...opened, data: { ...opened.data, title: "Another" } }, ...rest]
    await expect(client.call("POST /api/import", { query: {}, body: await imported(other) })).rejects.toMatchObject({
      status: 409,
      code: "exists",
    })

    const foreign = events.map((event) => ({ ...(event as ForeignEvent), session: "elsewhere" }))
    const newer = {
      ...last,
      session: "elsewhere",
      id: "newer",
      seq: last.seq + 1,
      type: "mind.changed",
      v: 1,
      data: {},
    }
    await client.call("POST /api/import", { query: {}, body: await imported([...foreign, newer as ForeignEvent]) })
    await expect(
      client.call("POST /api/sessions/:id/inputs", { params: { id: "elsewhere" }, body: { text: "Hello" } }),
    ).rejects.toMatchObject({ status: 409, code: "newer", message: expect.stringMatching(/newer/) })
  })

  it("is a disk with too little room for something new", async () => {
    const { client, workspace } = await withModel({ store: { lowWatermarkBytes: Number.MAX_SAFE_INTEGER } })
    const { id } = await client.call("POST /api/sessions", { body: { workspace } })
    await expect(
      client.call("POST /api/sessions/:id/inputs", { params: { id }, body: { text: "Hello" } }),
    ).rejects.toMatchObject({ status: 507, code: "low-space" })
  })

  it("is told with its status, and of what nobody expected only that it happened", () => {
    const codes = ["fenced", "read-only", "storage-full", "storage-io", "storage-busy", "closed"] as const
    for (const code of codes satisfies readonly ProblemCode[]) {
      const { status, body } = problemFor(new HoldfastError(code, "Do this."), "r1")
      expect({ status, ...body.error }).toEqual({ status: statusOf[code], code, message: "Do this.", request: "r1" })
    }
    const { status, body } = problemFor(new TypeError("password is hunter2"), "r2")
    expect({ status, ...body.error }).toMatchObject({ status: 500, code: "internal", request: "r2" })
    expect(body.error.message).not.toContain("hunter2")
  })
})

async function fileOf(session: string, events: readonly ForeignEvent[]): Promise<string> {
  const header = {
    format: "holdfast-session",
    version: 1,
    session,
    head: events.length,
    exportedAt: new Date().toISOString(),
  }
  const lines = exportLines({ header, events: from(events), blob: async () => undefined })
  return (await Array.fromAsync(lines)).join("")
}

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

/** A server that finds a model, so that the want of one is not the first problem. */
async function withModel(options: Parameters<ReturnType<typeof prepareFixture>["start"]>[0] = {}) {
  const fixture = prepareFixture()
  fixture.env.OPENAI_API_KEY = "a key"
  const server = await fixture.start(options)
  return { server, client: apiClient({ base: server.url, token: server.token }), workspace: fixture.workspace }
}
