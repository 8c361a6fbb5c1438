import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, it, onTestFinished } from "vitest"
import { apiClient } from "./client.ts"

it("takes a gateway without its server for out of reach, however it says so, and the server by its own word", async () => {
  const server = createServer((request, response) => {
    const [, status, body = ""] = (request.url ?? "").split("/api/sessions/")[1]?.match(/^(\d+)-(\w*)/) ?? []
    const problem = JSON.stringify({ error: { code: body, message: "no", request: "r" } })
    response.writeHead(Number(status)).end(body ? problem : "<h1>Bad gateway</h1>")
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => void server.close())
  const client = apiClient({ base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  const code = (id: string) =>
    client.call("GET /api/sessions/:id", { params: { id } }).catch((error: unknown) => (error as { code: string }).code)
  const said = await Promise.all(["502-", "503-", "504-", "500-", "503-stopping"].map(code))
  expect(said).toEqual(["unreachable", "unreachable", "unreachable", "internal", "stopping"])
})
