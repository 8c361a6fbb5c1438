import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { api } from "../../../src/server/contract/api.ts"
import type { Event } from "../../../src/session/event.ts"
import { contextStart, modelContext } from "../../../src/session/view/context.ts"
import type { Store } from "../../../src/store/contract.ts"
import { type Scene, setScene } from "../scene.ts"
import { isType, logOf, send, streams, until, untilStopped, words } from "./log.ts"

describe("what was replaced", () => {
  it("stays out of the conversation, over restarts and new turns", async () => {
    const scene = await setScene()
    const id = await scene.open(["First.", "Second.", "Third."].map((text) => ({ text })))
    const turn = async (text: string, turns: number) => {
      await send(scene.client, id, text)
      await untilStopped(scene.server.context.store, id, turns)
    }
    await turn("What is in the notes?", 1)
    await turn("What is in the rest?", 2)
    const before = await seen(scene.server.context.store, id)
    const back = { to: { turns: 1 }, files: false } as const
    await scene.client.call("POST /api/sessions/:id/rewind", { params: { id }, body: back })
    const rewound = await seen(scene.server.context.store, id)
    expect(rewound.length).toBeLessThan(before.length)
    for (let round = 0; round < 2; round++) {
      await scene.restart()
      expect(await seen(scene.server.context.store, id)).toEqual(rewound)
    }
    await turn("What is in the README?", 3)
    await scene.restart()
    const after = await seen(scene.server.context.store, id)
    expect(after.slice(0, rewound.length)).toEqual(rewound)
    expect(after.slice(rewound.length)).toEqual(["What is in the README?", "Third."])
  })
})

describe("a session that was erased", () => {
  it("is gone from every route, and stays gone after a restart", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "Needle." }])
    await send(scene.client, id, "Find the needle.")
    await untilStopped(scene.server.context.store, id)
    await scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    for (let round = 0; round < 2; round++) {
      for (const route of Object.keys(api).filter((one) => one.includes("/:id"))) {
        expect([route, (await ask(scene, route, id)).code]).toEqual([route, "erased"])
      }
      expect((await scene.client.call("GET /api/sessions", { query: {} })).items).toEqual([])
      expect((await scene.client.call("GET /api/search", { query: { q: "needle" } })).items).toEqual([])
      await scene.restart()
    }
  })

  it("leaves no byte in the data directory", async () => {
    const scene = await setScene()
    const needle = "xylophone-7391-quartz"
    const steps = [
      {
        text: `I heard ${needle}.`,
        reasoning: needle,
        toolCalls: [{ id: "c", name: "bash", arguments: { command: `echo ${needle}; echo ${needle} > a.txt` } }],
      },
      { text: `Done with ${needle}.` },
    ]
    const id = await scene.open(steps)
    const attachment = await scene.client.call("POST /api/blobs", {
      query: { name: `${needle}.txt` },
      body: `inside ${needle}` as never,
    })
    await send(scene.client, id, `Look for ${needle}.`, { attachments: [attachment] })
    await untilStopped(scene.server.context.store, id)
    await scene.client.call("PATCH /api/sessions/:id", { params: { id }, body: { title: needle, tags: [needle] } })
    await scene.client.call("GET /api/search", { query: { q: needle } })
    expect(filesWith(scene.home, needle)).not.toEqual([])
    await scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    expect(filesWith(scene.home, needle)).toEqual([])
    await scene.restart()
    expect(filesWith(scene.home, needle)).toEqual([])
  })

  it("leaves no byte of a draft either", async () => {
    const scene = await setScene()
    const needle = "xylophone-7392-quartz"
    const id = await scene.open([])
    await scene.client.call("PUT /api/sessions/:id/draft", { params: { id }, body: { text: `draft ${needle}` } })
    await scene.restart()
    expect(filesWith(scene.home, needle)).not.toEqual([])
    await scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    expect(filesWith(scene.home, needle)).toEqual([])
  })

  it("is not erased under those who work in it or look at it", async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const id = await scene.open([{ text: words(400), chunkChars: 5, chunkDelayMs: 20 }])
    await send(scene.client, id, "What is in the README?")
    await until(store, id, streams("word"))
    const erase = () => scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    await expect(erase()).rejects.toMatchObject({ status: 409 })
    await scene.client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {} })
    await untilStopped(store, id)
    expect((await logOf(store, id)).filter(isType("model.interrupted"))).toHaveLength(1)
  })
})

/** What the model would be told now. */
async function seen(store: Store, id: string): Promise<string[]> {
  const state = await store.state(id)
  const events = ((await logOf(store, id)) as Event[]).filter(({ seq }) => seq >= contextStart(state))
  return modelContext(state, events).map(({ text }) => text)
}

function filesWith(directory: string, needle: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(needle))
}

/** Asks a route with what it would take, and tells the refusal. */
async function ask({ server }: Scene, route: string, id: string): Promise<{ status: number; code?: string }> {
  const [method = "", pattern = ""] = route.split(" ")
  const path = pattern
    .replace(":id", id)
    .replace(":kind", "plan")
    .replace(":hash", "0".repeat(64))
    .replace(/:\w+/, "something")
  const query = path.endsWith("/file") && method === "GET" ? "?path=a.txt" : ""
  const response = await fetch(`${server.url}${path}${query}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(method === "GET" || method === "DELETE" ? {} : { "content-type": "application/json" }),
    },
    ...(method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify(bodies[route] ?? {}) }),
  })
  const { error } = (await response.json()) as { error?: { code: string } }
  return { status: response.status, ...(error ? { code: error.code } : {}) }
}

const bodies: Record<string, unknown> = {
  "PATCH /api/sessions/:id": { title: "x" },
  "PATCH /api/sessions/:id/configuration": { mode: "plan" },
  "POST /api/sessions/:id/inputs": { text: "x" },
  "PATCH /api/sessions/:id/inputs/:input": { text: "x" },
  "POST /api/sessions/:id/asks/:ask": { answer: "deny" },
  "POST /api/sessions/:id/rewind": { to: { seq: 1 } },
  "PUT /api/sessions/:id/draft": { text: "x" },
  "PUT /api/sessions/:id/read": { seq: 1 },
  "PUT /api/sessions/:id/file": { path: "a.txt", text: "x", before: null },
  "PUT /api/sessions/:id/artifacts/:kind": { text: "x", from: 1 },
}
