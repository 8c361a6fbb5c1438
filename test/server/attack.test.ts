import { describe, expect, it } from "vitest"
import { api } from "../../src/server/contract/api.ts"
import { createHttpServer, httpLimits } from "../../src/server/http/http-server.ts"
import { ask, bytes, cookieOf, problemIn, type Reply } from "./ask.ts"
import { type Scene, setScene } from "./scene.ts"

const formType = "Content-Type: application/x-www-form-urlencoded\r\n"
const json = { "content-type": "application/json" }

/** The routes of the table with a path that fits. */
const routes = Object.entries(api).map(([route, endpoint]) => {
  const [method = "", pattern = ""] = route.split(" ")
  const path = pattern.replaceAll(":hash", "0".repeat(64)).replaceAll(":kind", "plan").replaceAll(/:\w+/g, "none")
  return { route, method, path, endpoint }
})

async function login({ server }: Scene): Promise<string> {
  const body = JSON.stringify({ token: server.token })
  return cookieOf(await ask(server.url, "/api/login", { method: "POST", headers: json, body }))
}

const outcome = (reply: Reply) => `${reply.status} ${reply.status < 400 ? "" : problemIn(reply).code}`

describe("the door", () => {
  it("is closed on every route without a token, with a wrong one, and with a replayed cookie", async () => {
    const scene = await setScene()
    const { url } = scene.server
    const cookie = await login(scene)
    await ask(url, "/api/logout", { method: "POST", headers: { cookie, origin: url } })
    const unauthenticated = [
      {},
      { authorization: "Bearer x" },
      { cookie },
      { cookie: "holdfast=" },
      { cookie: "holdfast=../x" },
    ]
    for (const { route, method, path, endpoint } of routes) {
      if ("open" in endpoint) continue
      for (const headers of unauthenticated) {
        const reply = await ask(url, path, { method, headers: { ...headers, origin: url } })
        expect([route, outcome(reply)]).toEqual([route, "401 unauthorized"])
      }
    }
  })

  it("is closed to names that are not ours, before anything else is looked at", async () => {
    const { server } = await setScene()
    const { port } = new URL(server.url)
    const authorization = `Bearer ${server.token}`
    const foreign = [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1:1",
      "127.0.0.1",
      `127.0.0.1.evil.example:${port}`,
      `localhost.evil.example:${port}`,
      `127.0.0.1:${port}@evil.example`,
      `127.0.0.1:${port},evil.example`,
      `0.0.0.0:${port}`,
      `[::2]:${port}`,
      `192.168.0.1:${port}`,
    ]
    for (const path of ["/api/me", "/api/health", "/", "/login?code=x", "/api/nothing"]) {
      for (const host of foreign) {
        const reply = await ask(server.url, path, { headers: { host, authorization } })
        expect([host, path, outcome(reply)]).toEqual([host, path, expect.stringMatching(/^403 forbidden|^400 invalid/)])
      }
    }
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect([host, (await ask(server.url, "/api/me", { headers: { host, authorization } })).status]).toEqual([
        host,
        200,
      ])
    }
    const two = await bytes(
      server.url,
      `GET /api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    expect(two).toMatch(/^HTTP\/1.1 40[03] /)
    const none = await bytes(server.url, "GET /api/health HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n")
    expect(none).toMatch(/^HTTP\/1.1 40[03] /)
    const whole = await bytes(
      server.url,
      `GET http://evil.example/api/health HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`,
    )
    expect(whole).toMatch(/^HTTP\/1.1 403 /)
  })

  it("lets no page of another origin act or listen, with the cookie or the token", async () => {
    const scene = await setScene()
    const { url, token } = scene.server
    const { port } = new URL(url)
    const cookie = await login(scene)
    const origins = [
      "http://evil.example",
      "null",
      "http://127.0.0.1:1",
      `https://127.0.0.1:${port}`,
      `${url}.evil.example`,
    ]
    for (const { route, method, path, endpoint } of routes) {
      if (method === "GET" && endpoint.answer !== "events") continue
      for (const origin of [...origins, `http://localhost:${port}`]) {
        for (const who of [{ cookie }, { authorization: `Bearer ${token}` }]) {
          const reply = await ask(url, path, { method, headers: { ...who, origin } })
          expect([route, origin, outcome(reply)]).toEqual([route, origin, "403 forbidden"])
        }
      }
      if (method === "GET") continue
      for (const site of [undefined, "cross-site", "same-site", "none"]) {
        const reply = await ask(url, path, { method, headers: { cookie, ...(site ? { "sec-fetch-site": site } : {}) } })
        expect([route, site, outcome(reply)]).toEqual([route, site, "403 forbidden"])
      }
    }
    const read = await ask(url, "/api/me", { headers: { cookie, "sec-fetch-site": "cross-site" } })
    expect(outcome(read)).toBe("403 forbidden")
    const own = [
      { cookie, origin: url },
      { cookie, "sec-fetch-site": "same-origin" },
      { authorization: `Bearer ${token}` },
    ]
    for (const headers of own) expect((await ask(url, "/api/links", { method: "POST", headers })).status).toBe(201)
  })

  it("tells no other origin anything: no answer has a CORS header", async () => {
    const { server } = await setScene()
    for (const { path } of routes) {
      const preflight = { origin: "http://evil.example", "access-control-request-method": "POST" }
      const reply = await ask(server.url, path, { method: "OPTIONS", headers: preflight })
      expect([reply.status, Object.keys(reply.headers).filter((name) => name.startsWith("access-control"))]).toEqual([
        403,
        [],
      ])
    }
  })

  it("stays closed after a hundred failed logins, and opens for the right one", async () => {
    const { server } = await setScene()
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        ask(server.url, "/api/login", { method: "POST", headers: json, body: JSON.stringify({ code: `guess-${at}` }) }),
      ),
    )
    const count = (status: number) => replies.filter((reply) => reply.status === status).length
    expect([count(401), count(429)]).toEqual([5, 95])
    const refused = replies.find(({ status }) => status === 429)
    expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0)
    const body = JSON.stringify({ token: server.token })
    expect((await ask(server.url, "/api/login", { method: "POST", headers: json, body })).status).toBe(204)
  })
})

describe("every answer", () => {
  it("has its security headers: pages, data, refusals and streams", async () => {
    const { server } = await setScene()
    const authorization = `Bearer ${server.token}`
    for (const path of [
      "/",
      "/login",
      "/login.js",
      "/api/me",
      "/api/nothing",
      "/nothing",
      "/api/stream?poll=true&list=true",
    ]) {
      const { headers } = await ask(server.url, path, { headers: { authorization, "x-request-id": "theirs" } })
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "content-security-policy": expect.stringMatching(/^default-src 'none'; (?!.*unsafe).*frame-ancestors 'none'/),
        "permissions-policy": expect.stringContaining("camera=()"),
        "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      if (path.startsWith("/api/"))
        expect([path, headers["cache-control"]]).toEqual([path, expect.stringContaining("no-store")])
      expect(headers["strict-transport-security"]).toBeUndefined()
    }
  })

  it("has them, though its request could not even be read", async () => {
    const { server } = await setScene()
    const policy = /content-security-policy: default-src 'none'; .*frame-ancestors 'none'/i
    for (const sent of [
      "GET /assets\\a.js HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n",
      "this is no request\r\n\r\n",
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: ${"x".repeat(200_000)}\r\n\r\n`,
    ]) {
      const answer = await bytes(server.url, sent)
      expect(answer).toMatch(/^HTTP\/1.1 4/)
      expect(answer).toMatch(policy)
      expect(answer).toMatch(/x-content-type-options: nosniff/i)
    }
  })

  it("that is a page has no script and no style inside", async () => {
    const { server } = await setScene()
    const hostile = encodeURIComponent(`"><script>alert(1)</script>`)
    for (const path of ["/login", "/login?code=abc", `/login?code=${hostile}`]) {
      const { text, headers } = await ask(server.url, path)
      expect(headers["content-type"]).toMatch(/^text\/html/)
      expect(text.replaceAll('<script src="/login.js"></script>', "")).not.toMatch(
        /<script|<style|\son\w+=|javascript:/i,
      )
    }
  })
})

describe("what is no proper request", () => {
  it("is answered, never served twice, and takes nobody else down", async () => {
    const { server } = await setScene()
    const host = new URL(server.url).host
    const head = `POST /api/login HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n`
    const smuggled = `GET /api/health HTTP/1.1\r\nHost: ${host}\r\n\r\n`
    const table: ReadonlyArray<[name: string, sent: string]> = [
      ["both lengths", `${head}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`],
      ["two lengths", `${head}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  ${smuggled}`],
      [
        "a coding twice",
        `${head}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n${smuggled}`,
      ],
      ["a negative length", `${head}Content-Length: -1\r\n\r\n${smuggled}`],
      ["a folded header", `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nX-A: b\r\n c\r\n\r\n`],
      ["a bad chunk", `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n${smuggled}`],
      ["a space before the colon", `GET /api/health HTTP/1.1\r\nHost : ${host}\r\n\r\n`],
      ["a bare line feed", `GET /api/health HTTP/1.1\nHost: ${host}\n\n`],
      ["NUL in a header", `GET /api/health HTTP/1.1\r\nHost: ${host}\r\nX-A: \0\r\n\r\n`],
      ["no HTTP", "\u0016\u0003\u0001 hello\r\n\r\n"],
      ["huge headers", `GET / HTTP/1.1\r\nHost: ${host}\r\nX-A: ${"a".repeat(200_000)}\r\n\r\n`],
      ["no host", "GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ]
    for (const [name, sent] of table) {
      const got = await bytes(server.url, sent)
      const served = got.match(/HTTP\/1\.1 \d{3}/g) ?? []
      expect([name, served.length <= 1, /HTTP\/1\.1 2/.test(got)]).toEqual([name, true, false])
    }
    expect((await ask(server.url, "/api/health")).status).toBe(200)
  })

  it.each([
    ["headers", { headersMs: 50 }, "GET / HTTP/1.1\r\nHost: x\r\nX-A: "],
    [
      "body",
      { headersMs: 100, requestMs: 100 },
      `POST /login HTTP/1.1\r\nHost: HOST\r\n${formType}Content-Length: 9\r\n\r\nc`,
    ],
  ])("is ended when its %s never come", async (_, limits, sent) => {
    const { server } = await setScene()
    const slow = createHttpServer(server.context, { ...httpLimits, ...limits, checkEveryMs: 20 })
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve))
    try {
      const url = `http://127.0.0.1:${(slow.address() as { port: number }).port}`
      expect(await bytes(url, sent.replace("HOST", new URL(url).host))).toMatch(/^HTTP\/1.1 408 /)
    } finally {
      slow.closeAllConnections()
      await new Promise((resolve) => slow.close(resolve))
    }
  })

  it("is told so when its body is too large, said or not", async () => {
    const { server } = await setScene()
    const headers = { ...json, authorization: `Bearer ${server.token}` }
    const path = "/api/sessions/none/inputs"
    const large = "x".repeat(3 * 1024 * 1024)
    const said = await ask(server.url, path, {
      method: "POST",
      headers: { ...headers, "content-length": "999999999" },
    }).catch(() => undefined)
    if (said) expect(outcome(said)).toBe("413 too-large")
    const chunked = await ask(server.url, path, {
      method: "POST",
      headers: { ...headers, "transfer-encoding": "chunked" },
      body: JSON.stringify({ text: large }),
    })
    expect(outcome(chunked)).toBe("413 too-large")
    const typed = await ask(server.url, path, {
      method: "POST",
      headers: { authorization: headers.authorization, "content-type": "text/plain" },
      body: "{}",
    })
    expect(outcome(typed)).toBe("415 unsupported-media")
  })
})
