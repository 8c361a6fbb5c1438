import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { api } from "../../src/server/contract/api.ts"
import { logTo } from "../../src/server/log.ts"
import { startServer } from "../../src/server/serve.ts"
import { ask } from "./ask.ts"
import { type Scene, setScene } from "./scene.ts"

const forged = 'event: bye\ndata: {"because":"forged"}'
const hostile = `<script>alert(1)</script>\u001b[2J\u009b31m\n\n${forged}\n\n\r\r${forged}\r\n\r\n\u2028data: x\u0085data: y`

/** A session in which the model and the person said hostile things, and that is at rest. */
async function spoken(scene: Scene): Promise<string> {
  const id = await scene.open([{ text: hostile, chunkChars: 7 }])
  const call = { params: { id } }
  await scene.client.call("PATCH /api/sessions/:id", { ...call, body: { title: `"${hostile}`, tags: ["<b>\r\nx: y"] } })
  await scene.client.call("POST /api/sessions/:id/inputs", { ...call, body: { text: hostile } })
  return id
}

/** What a stream sends, from the first event on, until the turn has stopped. */
async function responseTo(scene: Scene, path: string): Promise<string> {
  const leaving = new AbortController()
  const response = await fetch(`${scene.server.url}${path}`, {
    headers: { authorization: `Bearer ${scene.server.token}`, accept: "text/event-stream" },
    signal: leaving.signal,
  })
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/)
  const decoder = new TextDecoder()
  let text = ""
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true })
    if (text.includes('"turn.stopped"')) break
  }
  leaving.abort()
  return text
}

describe("what a model says", () => {
  it("cannot end a line of a stream, nor forge a frame of it", async () => {
    const scene = await setScene()
    const id = await spoken(scene)
    for (const path of [`/api/stream?sessions=${id}:0&list=true`, `/api/sessions/${id}/events?after=0`]) {
      const text = await responseTo(scene, path)
      const whole = text.slice(0, text.lastIndexOf("\n\n"))
      for (const line of whole.split(/\r\n|[\n\r\u0085\u2028\u2029]/)) {
        expect(line).toMatch(/^$|^: ?|^id: \S+$|^retry: \d+$|^event: (ready|event|delta|list|resync|beat)$|^data: [{[]/)
        if (line.startsWith("data: ")) JSON.parse(line.slice(6))
      }
      expect(text).toContain("<script>")
    }
  })

  it("is nowhere served as a page, and reaches no header", async () => {
    const scene = await setScene()
    const id = await spoken(scene)
    await responseTo(scene, `/api/stream?sessions=${id}:0`)
    const headers = { authorization: `Bearer ${scene.server.token}` }
    const paths = Object.keys(api)
      .filter((route) => route.startsWith("GET /api/sessions/:id"))
      .map((route) => route.slice(4).replace(":id", id).replace(":kind", "plan").replace(":hash", "0".repeat(64)))
    const formats = ["jsonl", "json", "markdown"].map((format) => `/api/sessions/${id}/export?format=${format}`)
    for (const path of [...paths, ...formats, "/api/search?q=alert", "/api/sessions"]) {
      const reply = await ask(scene.server.url, path, { headers })
      expect([path, reply.status < 500, reply.headers["content-type"]]).toEqual([
        path,
        true,
        expect.stringMatching(/^(application\/(json|x-ndjson|jsonl)|text\/(markdown|plain))(;|$)/),
      ])
      expect([path, reply.headers["x-content-type-options"]]).toEqual([path, "nosniff"])
      expect(JSON.stringify(reply.headers)).not.toMatch(/script|forged|\\u00/)
    }
    for (const line of scene.lines) expect(line.trimEnd()).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
  })

  it("is no page either when it is attached", async () => {
    const scene = await setScene()
    const headers = { authorization: `Bearer ${scene.server.token}` }
    const files = [
      ["a.html", "<!doctype html><script>alert(1)</script>"],
      ["a.svg", '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ["a.png\r\nx-a: b", "\u0089PNG <script>"],
      ['a".xml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ] as const
    const id = await scene.open([{ text: "Seen." }])
    for (const [name, body] of files) {
      const path = `/api/blobs?name=${encodeURIComponent(name)}`
      const kept = await ask(scene.server.url, path, { method: "POST", headers, body })
      expect([name, kept.status]).toEqual([
        name,
        expect.toSatisfy((status: number) => status === 201 || status === 415),
      ])
      if (kept.status !== 201) continue
      const attachment = JSON.parse(kept.text) as { blob: string; bytes: number; name: string }
      const said = { text: "Look.", kind: "queue" as const, attachments: [attachment] }
      await scene.client.call("POST /api/sessions/:id/inputs", { params: { id }, body: said })
      const reply = await ask(scene.server.url, `/api/sessions/${id}/blobs/${attachment.blob}`, { headers })
      expect([name, reply.status, reply.headers["content-type"]]).toEqual([
        name,
        200,
        expect.stringMatching(/^(text\/plain|application\/octet-stream|image\/png)(;|$)/),
      ])
      expect(reply.headers["content-security-policy"]).toMatch(/sandbox/)
      expect(reply.headers["x-a"]).toBeUndefined()
    }
  })
})

describe("a link in the workspace", () => {
  it("leads nothing outside, to read or to write, even for one who knows what is there", async () => {
    const scene = await setScene()
    const outside = join(dirname(scene.workspace), "outside")
    mkdirSync(outside)
    writeFileSync(join(outside, "secret.txt"), "treasure")
    symlinkSync(join(outside, "secret.txt"), join(scene.workspace, "link.txt"))
    symlinkSync(outside, join(scene.workspace, "linked"))
    const id = await scene.open([])
    const before = createHash("sha256").update("treasure").digest("hex")
    for (const path of [
      "link.txt",
      "linked/secret.txt",
      "linked/new.txt",
      "linked/../linked/new.txt",
      "../outside/new.txt",
    ]) {
      const read = scene.client.call("GET /api/sessions/:id/file", { params: { id }, query: { path } })
      await expect(read).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status < 500) })
      for (const seen of [before, null]) {
        const body = { path, text: "overwritten", before: seen }
        const saved = scene.client.call("PUT /api/sessions/:id/file", { params: { id }, body })
        await expect(saved).rejects.toMatchObject({ status: expect.toSatisfy((status: number) => status < 500) })
      }
    }
    for (const query of [{ path: "linked" }, { path: "../outside" }, { path: "", find: "secret" }]) {
      const replies = await scene.client
        .call("GET /api/sessions/:id/files", { params: { id }, query })
        .then((answer) => answer.entries.map(({ path }) => path))
        .catch(() => [])
      expect(replies.filter((path) => path.includes("secret"))).toEqual([])
    }
    expect([readdirSync(outside), readFileSync(join(outside, "secret.txt"), "utf8")]).toEqual([
      ["secret.txt"],
      "treasure",
    ])
  })
})

describe("secrets of the machine", () => {
  it("are in no answer of the API and in no line of the log", async () => {
    const root = mkdtempSync(join(tmpdir(), "holdfast-secrets-"))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    const secrets = ["plain-words-from-config", "plain-words-from-environment", "a-password-for-the-door"]
    const [inConfig = "", inEnvironment = "", password = ""] = secrets
    const config = join(root, "config")
    mkdirSync(config)
    const baseUrls = { openai: "http://127.0.0.1:9/v1" }
    writeFileSync(join(config, "config.json"), JSON.stringify({ keys: { openai: inConfig }, baseUrls }), {
      mode: 0o600,
    })
    const lines: string[] = []
    const server = await startServer({
      env: {
        PATH: process.env.PATH,
        HOME: root,
        HOLDFAST_HOME: join(root, "home"),
        HOLDFAST_CONFIG: config,
        HOLDFAST_PASSWORD: password,
        ANTHROPIC_API_KEY: inEnvironment,
      },
      log: logTo((line) => void lines.push(line), "debug"),
    })
    onTestFinished(() => server.close())
    const headers = { authorization: `Bearer ${server.token}` }
    const replies: string[] = []
    for (const route of Object.keys(api)) {
      const [method = "", pattern = ""] = route.split(" ")
      if (method !== "GET") continue
      const reply = await ask(server.url, `${pattern.replaceAll(/:\w+/g, "none")}?q=x&path=config`, { headers })
      replies.push(reply.text, JSON.stringify(reply.headers))
    }
    for (const path of ["/api/settings", "/api/models", "/api/health", "/api/doctor"]) {
      const reply = await ask(server.url, path, { headers })
      expect([path, reply.status]).toEqual([path, 200])
      replies.push(reply.text)
    }
    expect(replies.join("")).toContain("127.0.0.1:9") // the provider of the config was asked
    for (const secret of [...secrets, server.token]) {
      expect([secret, replies.filter((text) => text.includes(secret))]).toEqual([secret, []])
      expect([secret, lines.filter((line) => line.includes(secret))]).toEqual([secret, []])
    }
  })
})
