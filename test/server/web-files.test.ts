import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { request } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliCompressSync, gzipSync } from "node:zlib"
import { expect, it, onTestFinished } from "vitest"
import { deploy } from "../../scripts/web.ts"
import { ask, bytes } from "./ask.ts"
import { prepareFixture } from "./server-fixture.ts"

const script = `console.log(${JSON.stringify("holdfast ".repeat(200))})`

/** A directory as the build makes one. */
function builtApp(): string {
  const root = mkdtempSync(join(tmpdir(), "holdfast-web-"))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const directory = join(root, "web")
  build(directory, "one")
  writeFileSync(join(root, "secret.js"), "outside")
  return directory
}

function build(directory: string, name: string): void {
  mkdirSync(join(directory, "assets"), { recursive: true })
  writeFileSync(join(directory, "index.html"), `<!doctype html><title>${name}</title>`)
  writeFileSync(join(directory, "theme.js"), "theme")
  writeFileSync(join(directory, "icon.svg"), "<svg/>")
  writeFileSync(join(directory, ".made-of"), "hash")
  writeFileSync(join(directory, "assets", `${name}.js`), script)
  writeFileSync(join(directory, "assets", "font.woff2"), "w".repeat(2_000))
}

async function served(web: string) {
  const fixture = prepareFixture()
  const server = await fixture.start({ web })
  const authorization = `Bearer ${server.token}`
  return { url: server.url, server, known: { authorization } }
}

const missing = join(tmpdir(), "holdfast-no-such-app")

it("gives the page to those who are in, and sends others to the login and back to where they wanted to be", async () => {
  const { url, server, known } = await served(builtApp())
  for (const path of ["/", "/sessions/0199-abc", "/sessions/0199-abc?x=1"]) {
    const page = await ask(url, path, { headers: known })
    expect(page).toMatchObject({ status: 200, text: "<!doctype html><title>one</title>" })
    expect(page.headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" })
    expect(page.headers["content-security-policy"]).toContain("script-src 'self'; style-src 'self'")
  }
  const sentTo = async (path: string) => (await ask(url, path)).headers.location
  expect(await sentTo("/")).toBe("/login")
  expect(await sentTo("/sessions/0199-abc")).toBe("/login?to=%2Fsessions%2F0199-abc")

  const { link } = server.context.access.link(url)
  const path = `${link.slice(url.length)}&to=%2Fsessions%2F0199-abc`
  expect((await ask(url, path)).text).toContain('name="to" value="/sessions/0199-abc"')
  const code = new URL(link).searchParams.get("code")
  const login = await ask(url, "/login", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: `code=${code}&to=%2Fsessions%2F0199-abc`,
  })
  expect([login.status, login.headers.location]).toEqual([303, "/sessions/0199-abc"])
})

it.each([
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "/sessions/../api/me",
  "/sessions//evil",
  "/api/me",
])("does not lead out of the app after a login: %s", async (to) => {
  const { url, server, known } = await served(missing)
  expect((await ask(url, `/login?to=${encodeURIComponent(to)}`, { headers: known })).headers.location).toBe("/")
  const { link } = server.context.access.link(url)
  const body = new URLSearchParams({ code: new URL(link).searchParams.get("code") ?? "", to })
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const login = await ask(url, "/login", { method: "POST", headers, body: String(body) })
  expect([login.status, login.headers.location]).toEqual([303, "/"])
})

it("gives files to anybody, those with a hash in their name for ever, others to be asked for again", async () => {
  const { url, known } = await served(builtApp())
  const asset = await ask(url, "/assets/one.js")
  expect(asset).toMatchObject({ status: 200, text: script })
  expect(asset.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  })
  expect((await ask(url, "/icon.svg")).headers).toMatchObject({
    "content-type": "image/svg+xml; charset=utf-8",
    "cache-control": "no-cache",
  })
  for (const path of ["/theme.js", "/", "/assets/one.js"]) {
    const { headers } = await ask(url, path, { headers: known })
    const etag = headers.etag ?? "none"
    const again = await ask(url, path, { headers: { ...known, "if-none-match": `"other", W/${etag}` } })
    expect([path, again.status, again.text, again.headers.etag]).toEqual([path, 304, "", etag])
    const head = await ask(url, path, { method: "HEAD", headers: known })
    expect([path, head.status, head.text, head.headers["content-length"]]).toEqual([
      path,
      200,
      "",
      headers["content-length"],
    ])
  }
})

it("sends what the build has compressed as it is, and does not serve it under its own name", async () => {
  const directory = builtApp()
  const [br, gz] = [brotliCompressSync(script), gzipSync(script, { level: 1 })]
  writeFileSync(join(directory, "assets", "one.js.br"), br)
  writeFileSync(join(directory, "assets", "one.js.gz"), gz)
  const { url } = await served(directory)
  expect((await rawOf(url, "/assets/one.js", "gzip, br")).body.equals(br)).toBe(true)
  expect((await rawOf(url, "/assets/one.js", "gzip")).body.equals(gz)).toBe(true)
  const plain = await rawOf(url, "/assets/one.js", "br;q=0, identity")
  expect([plain.body.toString(), plain.headers["content-encoding"]]).toEqual([script, undefined])
  const compressed = (await rawOf(url, "/assets/one.js", "br")).headers
  expect(compressed).toMatchObject({
    "content-encoding": "br",
    "content-length": `${br.length}`,
    vary: "Accept-Encoding",
  })
  expect(compressed.etag).not.toBe(plain.headers.etag)
  expect((await ask(url, "/assets/one.js.br")).status).toBe(404)
})

it("has nothing that is not in the build", async () => {
  const { url, known } = await served(builtApp())
  const host = new URL(url).host
  for (const path of [
    "/assets/../../secret.js",
    "/../secret.js",
    "/assets/..%2f..%2fsecret.js",
    "/%2e%2e/secret.js",
    "/assets/..\\..\\secret.js",
    "/.made-of",
    "/index.html",
    "/assets/",
    "/assets/none.js",
    "/constructor",
    "/__proto__",
  ]) {
    const answer = await bytes(
      url,
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${known.authorization}\r\nConnection: close\r\n\r\n`,
    )
    expect([path, answer.split("\r\n")[0]]).toEqual([path, expect.stringMatching(/^HTTP\/1.1 40[04] /)])
  }
})

it.each([
  ["a slash at its end", (web: string) => `${web}/`],
  ["a dot on its way", (web: string) => web.replace(/web$/, "./web")],
  ["a way back", (web: string) => `${web}/assets/..`],
])("finds the files in a directory that is spelled with %s", async (_, spelled) => {
  const { url, known } = await served(spelled(builtApp()))
  expect((await ask(url, "/", { headers: known })).status).toBe(200)
  expect((await ask(url, "/assets/one.js")).status).toBe(200)
})

it("says how to build the app where it is not built, and serves it once it is", async () => {
  const web = join(builtApp(), "later")
  const { url, known } = await served(web)
  const page = await ask(url, "/", { headers: known })
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining("npm run build:web") })
  expect((await ask(url, "/")).status).toBe(303)
  build(web, "late")
  expect((await ask(url, "/", { headers: known })).text).toContain("<title>late</title>")
})

it("serves a new build at once, and pages that are open still find the files of the build before", async () => {
  const web = builtApp()
  const next = (name: string) => {
    const made = `${web}-${name}`
    build(made, name)
    deploy(made, name, web)
  }
  next("two")
  const { url, known } = await served(web)
  expect((await ask(url, "/", { headers: known })).text).toContain("<title>two</title>")
  next("three")
  expect((await ask(url, "/", { headers: known })).text).toContain("<title>three</title>")
  for (const [name, status] of [
    ["one", 404],
    ["two", 200],
    ["three", 200],
  ] as const) {
    expect([name, (await ask(url, `/assets/${name}.js`)).status]).toEqual([name, status])
  }
})

/** The bytes of an answer, as they came. */
function rawOf(url: string, path: string, accepted: string) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; body: Buffer }>((resolve, reject) => {
    const call = request(`${url}${path}`, { headers: { "accept-encoding": accepted } }, async (answer) => {
      resolve({ headers: answer.headers, body: Buffer.concat(await answer.toArray()) })
    })
    call.on("error", reject)
    call.end()
  })
}
