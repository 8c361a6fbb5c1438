import { describe, expect, it } from "vitest"
import { begin } from "../support/store/conformance/scene.ts"
import { listen } from "./listener.ts"
import { setScene } from "./scene.ts"

describe("a server with streams", () => {
  it("refuses one too many, with a time to come back", async () => {
    const scene = await setScene()
    const { streams, store } = scene.server.context
    const id = await begin(store)
    const received = await listen(scene, { sessions: id })
    await received.next("ready")
    expect(streams.count).toBe(1)
    streams.count = streams.max
    const { response } = await listen(scene, { sessions: id })
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"])
    expect(await response.json()).toMatchObject({ error: { code: "busy" } })
    streams.count = 1
    received.stop()
  })

  it("says good-bye when it stops, with a cursor for the next one", async () => {
    const scene = await setScene()
    const id = await begin(scene.server.context.store)
    const received = await listen(scene, { sessions: id, list: "true" })
    await received.next("ready")
    const bye = received.next("bye")
    await Promise.all([bye, scene.restart()])
    await received.ended
    expect((await bye).id).toMatch(/^h1;/)
    const again = await listen(scene, { sessions: id, list: "true" }, { cursor: (await bye).id })
    await again.next("ready")
    expect(again.received.map(({ name }) => name)).not.toContain("resync")
    again.stop()
  })
})
