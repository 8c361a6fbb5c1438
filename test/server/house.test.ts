import { mkdirSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { apiClient } from "../../src/client/client.ts"
import { awaitEvent, refused, turnOf } from "./acts.ts"
import { setScene } from "./scene.ts"

const secret = `sk-ant-${"c3D4".repeat(8)}`

describe("health", () => {
  it("tells strangers only whether it works, and those who may ask everything", async () => {
    const { server, client } = await setScene()
    const stranger = apiClient({ base: server.url })
    expect(await stranger.call("GET /api/health", {})).toEqual({ status: "ok", version: "0.0.0" })
    const { status, deep } = await client.call("GET /api/health", {})
    expect(status).toBe("ok")
    expect(deep).toMatchObject({
      store: { status: "ok", ms: expect.any(Number) },
      driving: 0,
      waiting: 0,
      streams: 0,
      memory: { rss: expect.any(Number), heap: expect.any(Number) },
    })
    expect(deep?.engines.every(({ driving }) => driving === 0)).toBe(true)
    expect(deep?.eventLoopMs).toBeGreaterThanOrEqual(0)
  })
})

describe("models and settings", () => {
  it("name what each provider offers or why not, and never a key", async () => {
    const { client } = await setScene()
    const response = await client.fetch("GET /api/models", {})
    const text = await response.text()
    const { providers, found } = JSON.parse(text) as { providers: { note: string }[]; found: object }
    expect(providers.length).toBeGreaterThan(3)
    expect(found).toMatchObject({ why: expect.any(String), looked: expect.any(Array) })
    expect(text).not.toContain(process.env.ANTHROPIC_API_KEY ?? secret)
  })

  it("change what is named and keep the rest, over a restart", async () => {
    const scene = await setScene()
    const get = () => scene.client.call("GET /api/settings", {})
    const patch = (body: object) => scene.client.call("PATCH /api/settings", { body })
    const defaults = { resume: "auto", model: null, permissionMode: null, driven: 64 }
    expect(await get()).toEqual(defaults)
    expect(await patch({ driven: 2, model: "demo" })).toEqual({ ...defaults, driven: 2, model: "demo" })
    await Promise.all([patch({ resume: "ask" }), patch({ permissionMode: "prompt" })])
    const all = { resume: "ask", model: "demo", permissionMode: "prompt", driven: 2 }
    expect(await get()).toEqual(all)
    await scene.restart()
    expect(await get()).toEqual(all)
    expect((await scene.client.call("GET /api/models", {})).found.model).toBe("demo")
    expect(await patch({ model: null })).toEqual({ ...all, model: null })
    const models = ["qwen3-coder", "nobody/qwen3-coder", "ollama/"].map((model) => ({ model }))
    for (const wrong of [{ driven: 0 }, { driven: "3" }, { resume: "never" }, { unknown: 1 }, ...models]) {
      expect(await refused(patch(wrong))).toMatchObject({ status: 400, code: "invalid" })
    }
    expect(await get()).toEqual({ ...all, model: null })
    // One that is not there today may be there tomorrow.
    expect(await patch({ model: "ollama/not-pulled-yet" })).toEqual({ ...all, model: "ollama/not-pulled-yet" })
  })
})

describe("doctor", () => {
  it("looks over the storage and leaves it working, and checks every byte if asked to", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: "one" }, { text: "two" }])
    await turnOf(scene, id, "first?")
    const { sound, checks, verification } = await scene.client.call("GET /api/doctor", {})
    expect([sound, verification]).toEqual([true, null])
    expect(checks.map(({ id: each }) => each)).toEqual(expect.arrayContaining(["directory", "store", "sessions"]))
    const query = { verify: "true", project: scene.workspace } as const
    const all = await Promise.all([1, 2].map(() => scene.client.call("GET /api/doctor", { query })))
    for (const { verification: each } of all) expect(each).toMatchObject({ sessions: 1, problems: [] })
    await turnOf(scene, id, "second?")
  })

  it("checks settings, rules, model, programs and write access too, as the command does, and as they are now", async () => {
    const scene = await setScene()
    const diagnose = async (project = scene.workspace) => {
      const { sound, checks } = await scene.client.call("GET /api/doctor", { query: { project } })
      return { sound, of: (id: string) => checks.find((check) => check.id === id) }
    }
    const first = await diagnose()
    for (const id of ["configuration", "rules", "ripgrep", "shell", "data-access", "workspace-access"]) {
      expect(first.of(id), id).toMatchObject({ status: "ok" })
    }
    expect(first.of("workspace-access")?.found).toBe(realpathSync(scene.workspace))

    await scene.client.call("PATCH /api/settings", { body: { model: scene.script([{ text: "one" }]) } })
    expect((await diagnose()).of("model")).toMatchObject({
      status: "ok",
      found: expect.stringContaining("server's settings"),
    })

    mkdirSync(scene.server.context.configuration, { recursive: true })
    writeFileSync(join(scene.server.context.configuration, "config.json"), "{")
    mkdirSync(join(scene.workspace, ".holdfast"))
    writeFileSync(join(scene.workspace, ".holdfast", "permissions.json"), '{"forbid":[]}')
    const broken = await diagnose()
    expect(broken.sound).toBe(false)
    expect(broken.of("configuration")).toMatchObject({ status: "fail", advice: expect.stringContaining("config.json") })
    expect(broken.of("rules")).toMatchObject({ status: "fail", found: expect.stringContaining("forbid") })
  })
})

describe("import", () => {
  const exported = async (scene: Awaited<ReturnType<typeof setScene>>, id: string, query = {}) =>
    (await scene.client.fetch("GET /api/sessions/:id/export", { params: { id }, query })).text()

  it("takes in what another machine exported, in both formats, and tells what came of it", async () => {
    const [from, to] = [await setScene(), await setScene()]
    const id = await from.open([{ text: "one" }, { text: "two" }])
    await turnOf(from, id, "first?")
    const take = (body: string, query = {}) => to.client.call("POST /api/import", { body, query })
    const first = await exported(from, id)
    expect(await take(first)).toMatchObject({ id, outcome: "imported" })
    expect(await take(await exported(from, id, { format: "json" }))).toMatchObject({ id, outcome: "unchanged" })
    await turnOf(from, id, "second?")
    expect(await take(await exported(from, id))).toMatchObject({ id, outcome: "extended" })
    const copy = await take(first, { copy: "true" })
    expect(copy.id).not.toBe(id)
    expect((await to.server.context.store.row(copy.id)).foreignThrough).toBeGreaterThan(0)
    await awaitEvent(to, id, "turn.stopped")
  })

  it("refuses what is redacted unless as a copy, what is cut short, and what is something else", async () => {
    const scene = await setScene()
    const id = await scene.open([{ text: secret }])
    await turnOf(scene, id, "key?")
    const take = (body: string, query = {}) => scene.client.call("POST /api/import", { body, query })
    const masked = await exported(scene, id, { redact: "true" })
    expect(await refused(take(masked))).toMatchObject({ status: 400, code: "invalid" })
    expect(await take(masked, { copy: "true" })).toMatchObject({ outcome: "imported" })
    const whole = await exported(scene, id)
    for (const wrong of ["", "{}", whole.slice(0, -20), whole.replace("key?", "kex?"), "\0".repeat(1_000)]) {
      expect(await refused(take(wrong))).toMatchObject({ status: 400, code: "invalid" })
    }
    await scene.server.context.store.erase(id)
    expect(await refused(take(whole))).toMatchObject({ status: 410, code: "erased" })
  })
})
