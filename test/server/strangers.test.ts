import { once } from "node:events"
import { connect, type Socket } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { createHttpServer, httpLimits } from "../../src/server/http/http-server.ts"
import { ask, bytes } from "./ask.ts"
import { type Scene, setScene } from "./scene.ts"

type Door = { url: string; host: string; hold(sent: string): Promise<{ socket: Socket; ended: Promise<void> }> }

/** Another door to the same house, with limits that a test can reach. */
async function doorOf({ server }: Scene, limits: Partial<typeof httpLimits>): Promise<Door> {
  const door = createHttpServer(server.context, { ...httpLimits, checkEveryMs: 20, ...limits })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  onTestFinished(async () => {
    door.closeAllConnections()
    await new Promise((resolve) => door.close(resolve))
  })
  const { port } = door.address() as { port: number }
  const host = `127.0.0.1:${port}`
  const hold = async (sent: string) => {
    const arrived = once(door, "connection") as Promise<[Socket]>
    // It never ends by itself: what counts is that the server lets go of it.
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on("error", () => undefined) // to be cut off is what it is for
    socket.write(sent)
    const [held] = await arrived
    const ended = new Promise<void>((resolve) => held.once("close", () => resolve()))
    return { socket, ended }
  }
  return { url: `http://${host}`, host, hold }
}

const login = (host: string, more = "") =>
  `POST /api/login HTTP/1.1\r\nHost: ${host}\r\n${more}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`

describe("those that nobody knows", () => {
  it("get little time for what they send, be it refused already", async () => {
    const { url, host, hold } = await doorOf(await setScene(), { unauthenticatedMs: 100 })
    expect(await bytes(url, login(host))).toMatch(/^HTTP\/1.1 408 /)
    const held = [login(host), login("evil.example"), login(host).replace("/api/login", "/api/import")]
    for (const sent of held) await (await hold(sent)).ended
  })

  it("leave time to those who are known", async () => {
    const scene = await setScene()
    const { host, hold } = await doorOf(scene, { unauthenticatedMs: 50 })
    const known = `Authorization: Bearer ${scene.server.token}\r\n`
    const { socket } = await hold(login(host, known).replace("/api/login", "/api/sessions"))
    await (await hold(login(host))).ended
    const answered = once(socket, "data")
    socket.write(" ".repeat(99))
    expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 400 /)
  })

  it("keep nobody out, however many they are: the oldest of them makes room", async () => {
    const scene = await setScene()
    const { url, host, hold } = await doorOf(scene, { connections: 8, unauthenticated: 4 })
    const authorization = `Bearer ${scene.server.token}`
    const stream = await fetch(`${url}/api/stream?list=true`, { headers: { authorization } })
    const held: Array<Promise<void>> = []
    for (let count = 0; count < 20; count++) held.push((await hold(login(host))).ended)
    expect((await ask(url, "/api/me", { headers: { authorization } })).status).toBe(200)
    await Promise.all(held.slice(0, 10))
    const reader = stream.body?.getReader()
    expect((await reader?.read())?.done).toBe(false)
    await reader?.cancel()
  })
})
