import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, describe, expect, it } from "vitest"
import { type AccessOptions, openAccess } from "../../src/server/access/open-access.ts"
import { setPassword } from "../../src/server/access/password-check.ts"
import { logTo } from "../../src/server/log.ts"
import { type RunningServer, startServer } from "../../src/server/serve.ts"
import { openMemoryStore } from "../../src/store/memory/memory-store.ts"
import { ask, cookieOf, problemIn } from "./ask.ts"
import { setScene } from "./scene.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const form = { "content-type": "application/x-www-form-urlencoded", "user-agent": firefox }

const ends: Array<() => unknown> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-access-"))
  ends.push(() => rmSync(directory, { recursive: true, force: true }))
  return directory
}

async function start(env: NodeJS.ProcessEnv = {}, more: { host?: string; allowHosts?: string[] } = {}) {
  const directory = newDirectory()
  const lines: string[] = []
  const server = await startServer({
    env: { ...process.env, HOLDFAST_HOME: join(directory, "home"), HOLDFAST_CONFIG: join(directory, "config"), ...env },
    log: logTo((line) => void lines.push(line), "debug"),
    ...more,
  })
  ends.push(() => server.close())
  return Object.assign(server, { lines })
}

/** A door without a server, with a clock that stands still. `setBy` is how much the time of day was set forward. */
async function door(options: Partial<Pick<AccessOptions, "env" | "host">> = {}) {
  const clock = { at: 0, setBy: Date.UTC(2026, 0, 1) }
  const parts = {
    directory: newDirectory(),
    store: openMemoryStore(),
    env: {},
    log: logTo(() => undefined),
    ...options,
  }
  const open = () => openAccess({ ...parts, now: () => clock.at + clock.setBy, clock: () => clock.at })
  const from = (address = "10.0.0.1") => ({ address, header: () => firefox })
  const asked = (cookie: string) => ({
    header: (name: string) => (name === "cookie" ? `holdfast=${cookie}` : undefined),
  })
  return { clock, open, access: await open(), from, asked, ...parts }
}

const codeIn = (link: string) => new URL(link).searchParams.get("code") ?? ""

async function comeIn(server: RunningServer): Promise<string> {
  const { link } = server.context.access.link(server.url)
  return cookieOf(await ask(server.url, "/login", { method: "POST", headers: form, body: `code=${codeIn(link)}` }))
}

describe("the token", () => {
  it("is made at the first start, closed to others, and stays the same", async () => {
    const scene = await setScene()
    const file = join(scene.home, "server-token")
    const { token } = scene.server
    expect(Buffer.from(token, "base64url").length).toBe(32)
    expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([`${token}\n`, 0o600])
    await scene.restart()
    expect(scene.server.token).toBe(token)
    expect(await scene.client.call("GET /api/me", {})).toMatchObject({ by: "token" })
  })

  it("is refused when others can read it, or when it is none", async () => {
    const { open, directory } = await door()
    const file = join(directory, "server-token")
    chmodSync(file, 0o644)
    await expect(open()).rejects.toMatchObject({ code: "storage-access", message: expect.stringContaining(file) })
    chmodSync(file, 0o600)
    writeFileSync(file, "")
    await expect(open()).rejects.toMatchObject({ code: "damaged" })
  })

  it("lets nobody in when it is missing, wrong, cut or in another scheme", async () => {
    const { url, token } = await start()
    const wrong = [undefined, "", "Bearer", "Bearer ", "Bearer x", `Bearer ${token}x`, `Bearer ${token.slice(1)}`]
    for (const authorization of [...wrong, `Basic ${token}`, token, `Bearer ${token} ${token}`]) {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const reply = await ask(url, "/api/me", { headers })
      expect([authorization, reply.status, problemIn(reply).code]).toEqual([authorization, 401, "unauthorized"])
    }
    expect((await ask(url, "/api/me", { headers: { authorization: `bearer ${token}` } })).status).toBe(200)
  })
})

describe("a link", () => {
  it("lets one browser in, and looking at it does not use it up", async () => {
    const server = await start()
    const { link } = server.context.access.link(server.url)
    const path = link.slice(server.url.length)
    for (let looks = 0; looks < 3; looks++) {
      const page = await ask(server.url, path)
      expect(page).toMatchObject({ status: 200, text: expect.stringContaining(codeIn(link)) })
      expect(page.headers["set-cookie"]).toBeUndefined()
    }
    const body = `code=${codeIn(link)}`
    const reply = await ask(server.url, "/login", { method: "POST", headers: form, body })
    expect([reply.status, reply.headers.location]).toEqual([303, "/"])
    expect(reply.headers["set-cookie"]?.[0]).toMatch(
      /^holdfast=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
    )
    const me = await ask(server.url, "/api/me", { headers: { cookie: cookieOf(reply) } })
    expect(JSON.parse(me.text)).toMatchObject({ by: "cookie", device: "Firefox on Linux" })

    const again = await ask(server.url, "/login", { method: "POST", headers: form, body })
    expect(again).toMatchObject({ status: 401, text: expect.stringContaining("has been used") })
    expect(again.headers["set-cookie"]).toBeUndefined()
    const own = { ...form, cookie: cookieOf(reply), origin: server.url }
    expect((await ask(server.url, "/login", { method: "POST", headers: own, body })).headers.location).toBe("/")
    expect((await ask(server.url, path, { headers: { cookie: cookieOf(reply) } })).headers.location).toBe("/")
  })

  it("counts for ten minutes", async () => {
    const { access, clock, from } = await door()
    const [one, other] = [access.link("http://localhost"), access.link("http://localhost")]
    clock.at += 10 * 60_000 - 1
    await access.login({ code: codeIn(one.link) }, from())
    clock.at += 1
    await expect(access.login({ code: codeIn(other.link) }, from())).rejects.toMatchObject({ code: "unauthorized" })
  })

  it("counts for ten minutes also when the time of day is set meanwhile", async () => {
    const { access, clock, from } = await door()
    const [one, other] = [access.link("http://localhost"), access.link("http://localhost")]
    clock.setBy += 365 * 86_400_000
    await access.login({ code: codeIn(one.link) }, from())
    clock.setBy -= 2 * 365 * 86_400_000
    clock.at += 10 * 60_000
    await expect(access.login({ code: codeIn(other.link) }, from())).rejects.toMatchObject({ code: "unauthorized" })
  })

  it("is made for another device by one that is in", async () => {
    const server = await start()
    const headers = { cookie: await comeIn(server), origin: server.url }
    const made = await ask(server.url, "/api/links", { method: "POST", headers })
    const { link } = JSON.parse(made.text) as { link: string }
    expect(link.startsWith(`${server.url}/login?code=`)).toBe(true)
    const headersOfJson = { "content-type": "application/json" }
    const body = JSON.stringify({ code: codeIn(link) })
    expect((await ask(server.url, "/api/login", { method: "POST", headers: headersOfJson, body })).status).toBe(204)
    expect(server.lines.join("")).not.toContain(codeIn(link))
  })
})

describe("a cookie", () => {
  it("survives a restart, and ends with the logout, wherever it was copied to", async () => {
    const scene = await setScene()
    const [one, other] = [await comeIn(scene.server), await comeIn(scene.server)]
    await scene.restart()
    const me = async (cookie: string) => (await ask(scene.server.url, "/api/me", { headers: { cookie } })).status
    expect([await me(one), await me(other)]).toEqual([200, 200])
    const headers = { cookie: one, origin: scene.server.url }
    const left = await ask(scene.server.url, "/api/logout", { method: "POST", headers })
    expect([left.status, left.headers["set-cookie"]?.[0]]).toEqual([
      204,
      expect.stringMatching(/^holdfast=; .*Max-Age=0/),
    ])
    expect([await me(one), await me(other)]).toEqual([401, 200])
    await scene.restart()
    expect([await me(one), await me(other)]).toEqual([401, 200])
    await scene.client.call("POST /api/logout", { query: { everywhere: "true" } })
    expect(await me(other)).toBe(401)
  })

  it("ends the streams that were opened with it", async () => {
    const server = await start()
    const cookie = await comeIn(server)
    const stream = await fetch(`${server.url}/api/stream?list=true`, { headers: { cookie } })
    expect(stream.status).toBe(200)
    const headers = { cookie, origin: server.url }
    expect((await ask(server.url, "/api/logout", { method: "POST", headers })).status).toBe(204)
    await expect(stream.text()).rejects.toThrow()
  })

  it("is stored as a hash only", async () => {
    const { access, from, store } = await door()
    const cookie = await access.login({ token: access.token }, from())
    const stored = JSON.stringify(await store.setting("server.logins"))
    for (const secret of [cookie, access.token]) expect(stored).not.toContain(secret)
    expect(stored).toContain("Firefox on Linux")
  })

  it("counts for thirty days after its last use", async () => {
    const day = 24 * 3_600_000
    const { access, clock, from, asked, open } = await door()
    const cookie = await access.login({ token: access.token }, from())
    clock.at += 29 * day
    expect(await access.identify(asked(cookie))).toMatchObject({ renewed: cookie })
    expect(await access.identify(asked(cookie))).not.toHaveProperty("renewed")
    clock.at += 29 * day
    expect(await (await open()).identify(asked(cookie))).toMatchObject({ came: "cookie" })
    clock.at += 30 * day
    expect(await access.identify(asked(cookie))).toBeUndefined()
  })

  it("of the oldest device goes when there are too many", async () => {
    const { access, clock, from, asked } = await door()
    const cookies: string[] = []
    for (let count = 0; count <= 100; count++) {
      clock.at += 1_000
      cookies.push(await access.login({ token: access.token }, from()))
    }
    expect(await access.identify(asked(cookies[0] ?? ""))).toBeUndefined()
    expect(await access.identify(asked(cookies[1] ?? ""))).toMatchObject({ by: { device: "Firefox on Linux" } })
  })

  it("is for https only where a proxy says that the browser speaks it", async () => {
    const login = async (server: RunningServer, headers: Record<string, string>) => {
      const body = `code=${codeIn(server.context.access.link("http://x").link)}`
      return (await ask(server.url, "/login", { method: "POST", headers: { ...form, ...headers }, body })).headers[
        "set-cookie"
      ]?.[0]
    }
    const proxied = await start({}, { allowHosts: ["agent.example"] })
    const named = { host: "agent.example", "x-forwarded-proto": "https" }
    expect(await login(proxied, named)).toContain("; Secure")
    expect(await login(await start(), { "x-forwarded-proto": "https" })).not.toContain("Secure")
  })
})

describe("the password", () => {
  it("is needed where other machines can come, and is taken out of the environment", async () => {
    const env: NodeJS.ProcessEnv = {}
    await expect(door({ host: "0.0.0.0", env })).rejects.toMatchObject({
      code: "invalid",
      message: expect.stringContaining("HOLDFAST_PASSWORD"),
    })
    env.HOLDFAST_PASSWORD = "correct horse"
    const { access, from } = await door({ host: "0.0.0.0", env })
    expect(env).toEqual({})
    await expect(access.login({ password: "correct house" }, from())).rejects.toMatchObject({ code: "unauthorized" })
    expect(await access.login({ password: "correct horse" }, from())).toMatch(/^[\w-]{43}$/)
  })

  it("can be set in the data directory, where others cannot read it, and counts at once", async () => {
    const { access, directory, from } = await door()
    expect(access.hasPassword()).toBe(false)
    await expect(setPassword(directory, "short")).rejects.toMatchObject({ code: "invalid" })
    await setPassword(directory, "a long password")
    const file = join(directory, "server-password")
    expect([statSync(file).mode & 0o777, readFileSync(file, "utf8")]).toEqual([
      0o600,
      expect.not.stringContaining("a long password"),
    ])
    expect(await access.login({ password: "a long password" }, from())).toMatch(/^[\w-]{43}$/)
  })

  it("opens by the login page", async () => {
    const server = await start({ HOLDFAST_PASSWORD: "correct horse" })
    expect((await ask(server.url, "/login")).text).toContain('type="password"')
    const login = (body: string) => ask(server.url, "/login", { method: "POST", headers: form, body })
    expect(await login("password=wrong+horse")).toMatchObject({ status: 401 })
    const reply = await login("password=correct+horse")
    expect(reply.status).toBe(303)
    expect((await ask(server.url, "/api/me", { headers: { cookie: cookieOf(reply) } })).status).toBe(200)
    expect(server.lines.join("")).not.toMatch(/correct|wrong/)
  })
})

describe("failed logins", () => {
  it("end after five, for longer each time, and lock nobody else out", async () => {
    const { access, clock, from } = await door({ env: { HOLDFAST_PASSWORD: "correct horse" } })
    const wrong = { password: "a guess of mine" }
    const guess = () => access.login(wrong, from("10.0.0.1")).catch((error: unknown) => error)
    const attempt = (address: string) =>
      access.login({ password: "correct horse" }, from(address)).catch((error: unknown) => error)
    const seconds: unknown[] = []
    for (let lock = 0; lock < 3; lock++) {
      for (let count = 0; count < 5; count++) expect(await guess()).toMatchObject({ code: "unauthorized" })
      const refused = (await attempt("10.0.0.1")) as { code: string; headers: Record<string, string> }
      expect(refused.code).toBe("too-many-requests")
      seconds.push(Number(refused.headers["retry-after"]))
      expect(await attempt("10.0.0.2")).toMatch(/^[\w-]{43}$/)
      clock.at += Number(refused.headers["retry-after"]) * 1_000
    }
    expect(seconds).toEqual([60, 120, 240])
  })

  it("are waited for as long as was said, also when the time of day is set meanwhile", async () => {
    const { access, clock, from } = await door({ env: { HOLDFAST_PASSWORD: "correct horse" } })
    const attempt = (password: string) => access.login({ password }, from()).catch((error: unknown) => error)
    for (let count = 0; count < 5; count++) await attempt("a guess of mine")
    expect(await attempt("correct horse")).toMatchObject({ headers: { "retry-after": "60" } })
    clock.setBy += 86_400_000
    expect(await attempt("correct horse")).toMatchObject({ headers: { "retry-after": "60" } })
    clock.setBy -= 2 * 86_400_000
    clock.at += 60_000
    expect(await attempt("correct horse")).toMatch(/^[\w-]{43}$/)
  })

  it("of a whole IPv6 network count as one, and the token still opens", async () => {
    const { access, from } = await door()
    const guess = (address: string) => access.login({ code: "guess" }, from(address)).catch((error) => error.code)
    const codes: string[] = []
    for (let host = 1; host <= 6; host++) codes.push(await guess(`2001:db8:1:2::${host}`))
    expect(codes).toEqual([...Array.from({ length: 5 }, () => "unauthorized"), "too-many-requests"])
    expect(await guess("2001:db8:1:3::1")).toBe("unauthorized")
    expect(await access.login({ token: access.token }, from("2001:db8:1:2::1"))).toMatch(/^[\w-]{43}$/)
  })

  it("from everywhere at once work on a few passwords at a time only", async () => {
    const { access, from } = await door({ env: { HOLDFAST_PASSWORD: "correct horse" } })
    const attempts = Array.from({ length: 100 }, (_, at) =>
      access.login({ password: "a guess of mine" }, from(`10.0.1.${at}`)).catch((error) => error.code),
    )
    const codes = await Promise.all(attempts)
    expect(codes.filter((code) => code === "unauthorized").length).toBe(10)
    expect(codes.filter((code) => code === "too-many-requests").length).toBe(90)
  })
})
