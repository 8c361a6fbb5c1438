import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { localFetch } from "./local-fetch.ts"

/** A response of a real server, which answers as it is told. */
async function responseOf(answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response)).listen(0, "127.0.0.1")
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  return localFetch(`http://127.0.0.1:${port}/`, { method: "GET", headers: {}, signal })
}

const bodyOf = async (answer: (response: ServerResponse) => void) =>
  (await responseOf(answer)).body?.getReader() ?? expect.unreachable()

/** Settles when a number stays the same for many rounds of the event loop. */
async function untilStill(number: () => number): Promise<void> {
  for (let before = Number.NaN; before !== number(); ) {
    before = number()
    for (let round = 0; round < 500; round++) await new Promise(setImmediate)
  }
}

it("gives what comes, piece by piece and to its end", async () => {
  const text = "kelp 🪨 ".repeat(40_000)
  const response = await responseOf((outgoing) => outgoing.end(text))
  expect(await response.text()).toBe(text)
})

it("keeps a server waiting that sends more than is read", async () => {
  const piece = Buffer.alloc(64 * 1024)
  let given = 0
  const reader = await bodyOf(async (outgoing) => {
    const wanted = 64 * 1024 * 1024
    for (; given < wanted; given += piece.length) {
      if (!outgoing.write(piece)) await once(outgoing, "drain")
    }
    outgoing.end()
  })
  await untilStill(() => given)
  expect(given).toBeGreaterThan(0)
  expect(given).toBeLessThan(32 * 1024 * 1024)
  let read = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) read += next.value.length
  expect(read).toBe(64 * 1024 * 1024)
})

it("ends what is being read when it is cancelled", async () => {
  const reader = await bodyOf((outgoing) => void outgoing.write("first"))
  expect(await reader.read()).toMatchObject({ done: false })
  const pending = reader.read()
  await reader.cancel()
  expect(await pending).toEqual({ done: true })
})

it("fails where the connection breaks in the middle", async () => {
  const reader = await bodyOf((outgoing) => {
    outgoing.write("first")
    outgoing.socket?.setTimeout(50, () => outgoing.destroy())
  })
  expect(await reader.read()).toMatchObject({ done: false })
  await expect(reader.read()).rejects.toThrow("aborted")
})

it("does not mind a broken connection of an answer that nobody reads", async () => {
  const closed = Promise.withResolvers<void>()
  const { status } = await responseOf((outgoing) => {
    outgoing.on("close", closed.resolve)
    outgoing.write("first")
    outgoing.socket?.setTimeout(50, () => outgoing.destroy())
  })
  await closed.promise
  expect(status).toBe(200)
})
