import { type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"

/** What a server answered, as it is. */
export type Reply = { status: number; headers: IncomingHttpHeaders; text: string }

/** One request with any header and any path, as no browser would send it. */
export function ask(
  url: string,
  path: string,
  given: {
    method?: string
    headers?: Record<string, string | string[]>
    body?: string | Uint8Array
    from?: string
  } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const { method = "GET", headers = {}, body, from } = given
  return new Promise((resolve, reject) => {
    const call = request(
      { hostname, port, path, method, headers, agent: false, ...(from ? { localAddress: from } : {}) },
      (answer) => {
        const { statusCode: status = 0, headers } = answer
        // A stream has no end to wait for: that it was opened is the answer.
        if (headers["content-type"]?.startsWith("text/event-stream")) {
          call.destroy()
          return resolve({ status, headers, text: "" })
        }
        const parts: Uint8Array[] = []
        answer.on("data", (part: Uint8Array) => parts.push(part))
        answer.on("error", reject)
        answer.on("end", () => {
          resolve({ status, headers, text: Buffer.concat(parts).toString("utf8") })
        })
      },
    )
    call.on("error", reject) // once it was answered, nobody hears it
    call.end(body)
  })
}

/** Bytes on a connection, and all that came back until it ended. */
export function bytes(url: string, sent: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    const socket = connect(Number(port), hostname, () => socket.write(sent))
    socket.on("data", (part) => parts.push(part))
    socket.on("error", (error: NodeJS.ErrnoException) => (error.code === "ECONNRESET" ? undefined : reject(error)))
    socket.on("close", () => resolve(Buffer.concat(parts).toString("utf8")))
  })
}

/** The cookie that an answer gives, as a `Cookie` header. */
export function cookieOf({ headers }: Reply): string {
  return (headers["set-cookie"]?.[0] ?? "").split(";")[0] ?? ""
}

/** The error that an answer tells. */
export function problemIn({ text }: Reply): { code: string; message: string; request: string } {
  return (JSON.parse(text) as { error: { code: string; message: string; request: string } }).error
}
