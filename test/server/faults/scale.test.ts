import { existsSync, readdirSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { setScene } from "../scene.ts"
import { send, untilStopped } from "./log.ts"
import { listen } from "./sse.ts"

const descriptors = "/proc/self/fd"

describe("use", () => {
  it("is a page of the list at once, among thousands", { timeout: 120_000 }, async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const sessions = 3000
    await Promise.all(
      Array.from({ length: sessions }, (_, index) =>
        store.open({ workspace: "/", project: "/", title: `No. ${index}` }),
      ),
    )
    const took: number[] = []
    const seen = new Set<string>()
    let cursor: string | null = null
    do {
      const startedAt = process.cpuUsage()
      const page: { items: Array<{ id: string }>; next: string | null } = await scene.client.call("GET /api/sessions", {
        query: { limit: 200, ...(cursor ? { cursor } : {}) },
      })
      const { user, system } = process.cpuUsage(startedAt)
      took.push((user + system) / 1_000)
      for (const { id } of page.items) seen.add(id)
      cursor = page.next
    } while (cursor)
    expect(seen.size).toBe(sessions)
    const median = took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? Number.POSITIVE_INFINITY
    // Of the processor, client and server together: how busy the machine is with other things does not count.
    expect(median).toBeLessThan(250)
  })

  it.runIf(existsSync(descriptors))("leaves no file and no stream open behind it", { timeout: 120_000 }, async () => {
    const scene = await setScene()
    const { store } = scene.server.context
    const { url: base, token } = scene.server
    const round = async () => {
      const id = await scene.open([{ text: "First." }])
      const tab = await listen({ base, token, query: { sessions: id, list: "true" } })
      await send(scene.client, id, "What is in the README?")
      for await (const frame of tab) if (frame.event === "event" && frame.data.event.type === "turn.stopped") break
      tab.close()
      await untilStopped(store, id)
      await scene.client.call("GET /api/search", { query: { q: "first" } })
      await scene.client.call("DELETE /api/sessions/:id", { params: { id }, query: { erase: "true" } })
    }
    for (let warming = 0; warming < 3; warming++) await round()
    const before = readdirSync(descriptors).length
    for (let each = 0; each < 20; each++) await round()
    // A pooled connection or two come and go; a leak would be one a round.
    expect(readdirSync(descriptors).length - before).toBeLessThan(10)
    const { deep } = await scene.client.call("GET /api/health", {})
    expect(deep?.streams).toBeLessThan(3)
  })
})
