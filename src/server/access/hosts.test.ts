import { describe, expect, it } from "vitest"
import { type Hosts, isLoopback, isOwnHost, isOwnOrigin } from "./hosts.ts"

const here: Hosts = { host: "127.0.0.1", allowed: [] }
const everywhere: Hosts = { host: "0.0.0.0", allowed: [] }
const proxied: Hosts = { host: "127.0.0.1", allowed: ["agent.example", "other.example:8443"] }
const at = { port: 4000, address: "192.168.0.7" }

describe("isOwnHost", () => {
  it.each<[header: string | undefined, hosts: Hosts, own: boolean]>([
    ["127.0.0.1:4000", here, true],
    ["localhost:4000", here, true],
    ["[::1]:4000", here, true],
    ["127.0.0.1:4001", here, false],
    ["localhost", here, false],
    ["192.168.0.7:4000", here, false],
    ["evil.example:4000", here, false],
    [undefined, here, false],
    ["192.168.0.7:4000", everywhere, true],
    ["192.168.0.8:4000", everywhere, false],
    ["name.example:4000", everywhere, false],
    ["agent.example", proxied, true],
    ["AGENT.example:9999", proxied, true],
    ["agent.example.evil.example", proxied, false],
    ["other.example:8443", proxied, true],
    ["other.example", proxied, false],
    ["agent.example@evil.example", proxied, false],
    ["agent.example/", proxied, false],
  ])("%s", (header, hosts, own) => {
    expect(isOwnHost(header, at, hosts)).toBe(own)
  })

  it("has port 80 where none is said", () => {
    expect(isOwnHost("localhost", { port: 80, address: "127.0.0.1" }, here)).toBe(true)
  })
})

describe("isOwnOrigin", () => {
  it.each<[origin: string, host: string, hosts: Hosts, own: boolean]>([
    ["http://localhost:4000", "localhost:4000", here, true],
    ["http://127.0.0.1:4000", "localhost:4000", here, false],
    ["http://localhost:4001", "localhost:4000", here, false],
    ["https://localhost:4000", "localhost:4000", here, false],
    ["http://localhost:4000/", "localhost:4000", here, false],
    ["null", "localhost:4000", here, false],
    ["file://", "localhost:4000", here, false],
    ["https://agent.example", "agent.example", proxied, true],
    ["https://agent.example", "127.0.0.1:4000", proxied, true],
    ["https://evil.example", "127.0.0.1:4000", proxied, false],
    ["http://agent.example:8000", "agent.example", proxied, false],
    ["http://agent.example:8000", "127.0.0.1:4000", proxied, false],
    ["https://agent.example:8443", "agent.example:8443", proxied, true],
    ["https://other.example:8443", "127.0.0.1:4000", proxied, true],
    ["https://other.example:8444", "other.example:8443", proxied, false],
  ])("%s for %s", (origin, host, hosts, own) => {
    expect(isOwnOrigin(origin, { host }, hosts)).toBe(own)
  })
})

it("takes the port that a proxy says that the browser asked for", () => {
  const target = { host: "127.0.0.1:4000", forwarded: "agent.example:8443" }
  expect(isOwnOrigin("https://agent.example:8443", target, proxied)).toBe(true)
  expect(isOwnOrigin("https://agent.example:8444", target, proxied)).toBe(false)
})

describe("isLoopback", () => {
  it("knows what only this machine reaches", () => {
    const names = [
      "127.0.0.1",
      "127.9.9.9",
      "localhost",
      "::1",
      "[::1]",
      "0.0.0.0",
      "::",
      "192.168.0.1",
      "127.0.0.1.evil",
    ]
    expect(names.filter(isLoopback)).toEqual(["127.0.0.1", "127.9.9.9", "localhost", "::1", "[::1]"])
  })
})
