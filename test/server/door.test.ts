import { expect, it } from "vitest"
import { ask, cookieOf } from "./ask.ts"
import { type Scene, setScene } from "./scene.ts"
import { prepareFixture } from "./server-fixture.ts"

const json = { "content-type": "application/json" }

async function comeIn({ server }: Pick<Scene, "server">): Promise<string> {
  const body = JSON.stringify({ token: server.token })
  return cookieOf(await ask(server.url, "/api/login", { method: "POST", headers: json, body }))
}

it("is closed to other sites however they spell the path", async () => {
  const scene = await setScene()
  const cookie = await comeIn(scene)
  for (const path of ["/api/me", "/%61pi/me", "/x/../api/me"]) {
    for (const site of ["cross-site", "same-site"]) {
      const reply = await ask(scene.server.url, path, { headers: { cookie, "sec-fetch-site": site } })
      expect([path, site, reply.status >= 400]).toEqual([path, site, true])
    }
  }
})

it("knows its own cookie among those that other servers of this machine gave under the same name", async () => {
  const scene = await setScene()
  const cookie = await comeIn(scene)
  const both = `holdfast=theirs; ${cookie}`
  expect((await ask(scene.server.url, "/api/me", { headers: { cookie: both } })).status).toBe(200)
  const headers = { cookie: both, origin: scene.server.url }
  expect((await ask(scene.server.url, "/api/logout", { method: "POST", headers })).status).toBe(204)
  expect((await ask(scene.server.url, "/api/me", { headers: { cookie } })).status).toBe(401)
})

it("opens for the password after any number of wrong codes", async () => {
  const fixture = prepareFixture()
  const server = await fixture.start({
    env: { ...fixture.env, HOLDFAST_PASSWORD: "long enough" },
    allowHosts: ["agent.example"],
  })
  const login = async (credential: object, address: string) => {
    const headers = { ...json, "x-forwarded-for": address }
    return (await ask(server.url, "/api/login", { method: "POST", headers, body: JSON.stringify(credential) })).status
  }
  for (let guess = 0; guess < 70; guess++) await login({ code: `guess-${guess}` }, `10.0.0.${guess}`)
  expect(await login({ code: "one more" }, "10.1.0.1")).toBe(429)
  expect(await login({ password: "long enough" }, "10.1.0.1")).toBe(204)
})
