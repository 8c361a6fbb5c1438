import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { createHttpServer } from "../../src/server/http/http-server.ts"
import { logTo, readable } from "../../src/server/log.ts"
import { HoldfastError } from "../../src/session/error.ts"
import { ask } from "./ask.ts"
import { setScene } from "./scene.ts"

function written(): { lines: string[]; log: ReturnType<typeof logTo> } {
  const lines: string[] = []
  return { lines, log: logTo((line) => void lines.push(line), "debug") }
}

const secret = `sk-ant-${"a1B2".repeat(8)}`
const unwelcome = "\u001b[2Jred\r\nforged\u009b31m\u202eback\u2028<b>"

describe("the log", () => {
  it("writes one line an entry, whatever is in it, and none below its level", () => {
    const lines: string[] = []
    const log = logTo((line) => void lines.push(line), "warn")
    log.info("not told")
    log.warn(unwelcome, { [unwelcome]: unwelcome })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.trimEnd()).toMatch(/^[\x20-\x7e]+$/)
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: "warn", message: unwelcome, [unwelcome]: unwelcome })
  })

  it("masks secrets of known forms, of fields that say so, and those that it was told", () => {
    const { lines, log } = written()
    log.hide("correct horse")
    log.error(`key ${secret}`, {
      password: "anything at all",
      error: new HoldfastError("invalid", `Bearer ${secret}`, { details: { said: "correct horse" } }),
      pem: "-----BEGIN PRIVATE KEY-----\nMIIE",
    })
    expect(lines[0]).not.toMatch(/sk-ant|anything at all|correct horse|MIIE/)
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ password: "[redacted: secret]", error: { code: "invalid" } })
  })

  it("tells what JSON cannot say, and bounds what has no end", () => {
    const { lines, log } = written()
    const loop: Record<string, unknown> = { big: 12n, bytes: new Uint8Array(9), long: "x".repeat(100_000) }
    loop.loop = loop
    log.info("odd", { loop, many: Array.from({ length: 1_000 }, () => 1), error: new Error("one", { cause: "two" }) })
    expect(lines[0]?.length).toBeLessThan(100_000)
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      loop: { big: "12", bytes: "9 bytes", loop: { big: "12" } },
      error: { name: "Error", message: "one", cause: "two" },
    })
  })

  it("has a form for people: one line, with control characters made visible", () => {
    const { lines, log } = written()
    log.warn("slow request", { path: "/api/me", ms: 201, said: unwelcome })
    const line = readable(lines[0] ?? "")
    expect(line).toMatch(/^\d\d:\d\d:\d\d warn {2}slow request path=\/api\/me ms=201 said="/)
    expect(line).toMatch(/^[\x20-\x7e]+$/)
    expect(readable("\u001b[31mnot ours\n")).toBe("\\u001b[31mnot ours")
  })
})

describe("the server's log", () => {
  const entries = (lines: readonly string[]) => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

  it("names each request by an id of its own, without the values of its query", async () => {
    const { server, lines } = await setScene()
    const headers = { authorization: `Bearer ${server.token}`, "x-request-id": "mine" }
    const reply = await ask(server.url, "/api/me?colour=ultramarine", { headers })
    const id = reply.headers["x-request-id"]
    const entry = entries(lines).find(({ request }) => request === id)
    expect(entry).toMatchObject({ message: "request", method: "GET", path: "/api/me", query: ["colour"], status: 200 })
    expect(lines.join("")).not.toMatch(/ultramarine|"mine"/)
    expect(lines.join("")).not.toContain(server.token)
  })

  it("has a line for each intent, also for one that was refused, with the code", async () => {
    const { server, lines, client } = await setScene()
    await client.call("POST /api/links", {})
    await client
      .call("PATCH /api/sessions/:id", { params: { id: "none" }, body: { title: "x" } })
      .catch(() => undefined)
    await ask(server.url, "/api/links", { method: "POST" })
    const audits = entries(lines).filter(({ audit }) => audit)
    expect(audits).toMatchObject([
      { message: "intent", route: "POST /api/links", by: { kind: "person" } },
      { message: "intent refused", route: "PATCH /api/sessions/:id", path: "/api/sessions/none", code: "not-found" },
      { message: "intent refused", route: "POST /api/links", code: "unauthorized" },
    ])
    expect(lines.join("")).not.toContain("code=")
  })

  it("names a slow request, and what of it was slow", async () => {
    const { server, lines } = await setScene()
    const { context } = server
    const identify: typeof context.access.identify = async (request) => {
      await setTimeout(250) // the time is what is told about
      return context.access.identify(request)
    }
    const slow = createHttpServer({ ...context, access: { ...context.access, identify } })
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve))
    try {
      await ask(`http://127.0.0.1:${(slow.address() as { port: number }).port}`, "/api/me?a=b")
    } finally {
      await new Promise((resolve) => slow.close(resolve))
    }
    const entry = entries(lines).find(({ message }) => message === "slow request")
    expect(entry).toMatchObject({ level: "warn", path: "/api/me", status: 401, stage: "access" })
  })
})
