import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request that the loopback server got. */
export type Got = { method: string; path: string; headers: IncomingMessage["headers"]; body: Record<string, unknown> }

type Reply = (response: ServerResponse, got: Got) => void | Promise<void>

/** A real HTTP server on this machine that answers each request as the test says. */
export async function startLoopback(reply: Reply) {
  const got: Got[] = []
  const closed: Promise<void>[] = []
  let answer = reply
  const server = createServer((request, response) => {
    closed.push(new Promise((resolve) => response.once("close", resolve)))
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString("utf8")
      const { method = "", url = "", headers } = request
      const one = { method, path: url, headers, body: text === "" ? {} : JSON.parse(text) }
      got.push(one)
      void answer(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    got,
    /** Settles when the connection of the nth request is over. */
    closed: (index: number) => closed[index],
    answer(next: Reply) {
      answer = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Server-sent events, one for each value; text is sent as it is. */
export function events(...values: readonly unknown[]): string {
  return values.map((value) => `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`).join("")
}

/** Answers with a stream of server-sent events, in the pieces given. */
export function sendStream(response: ServerResponse, ...pieces: readonly (string | Uint8Array)[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" })
  for (const piece of pieces) response.write(piece)
  response.end()
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(typeof body === "string" ? body : JSON.stringify(body))
}
