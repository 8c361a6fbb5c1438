import { type AddressInfo, createConnection, createServer, type Socket } from "node:net"
import { onTestFinished } from "vitest"

const lastChunk = Buffer.from("0\r\n\r\n")

/**
 * A TCP proxy to wherever the server is now. `cutAfter` says, for each connection, after how many bytes of the answer it
 * is cut, in the middle of whatever that is; `hold` keeps back every byte until the answer is whole.
 */
export async function cuttingProxy(options: {
  target: () => string
  cutAfter?: (connection: number) => number
  hold?: boolean
}) {
  const open = new Set<Socket>()
  let connections = 0
  let cuts = 0
  const server = createServer((client) => {
    const left = { bytes: options.cutAfter?.(connections) ?? Number.POSITIVE_INFINITY }
    connections++
    const { port, hostname } = new URL(options.target())
    const upstream = createConnection({ port: Number(port), host: hostname })
    const drop = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on("error", drop)
      socket.on("close", () => {
        open.delete(socket)
        if (socket === client) upstream.destroy()
      })
    }
    // As a reverse proxy does: the server takes no name but its own.
    client.on("data", (bytes: Buffer) => {
      const text = bytes.toString("latin1").replace(/^host: .*$/im, `host: ${hostname}:${port}`)
      upstream.write(Buffer.from(text, "latin1"))
    })
    const held: Buffer[] = []
    upstream.on("data", (bytes: Buffer) => {
      if (options.hold) {
        held.push(bytes)
        const answer = Buffer.concat(held)
        if (!answer.subarray(-5).equals(lastChunk)) return
        held.length = 0
        client.write(answer)
        return
      }
      if (bytes.length < left.bytes) {
        left.bytes -= bytes.length
        client.write(bytes)
        return
      }
      cuts++
      client.write(bytes.subarray(0, left.bytes), drop)
      left.bytes = Number.POSITIVE_INFINITY
    })
    upstream.on("end", () => client.end(Buffer.concat(held)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cuts() {
      return cuts
    },
    /** Cuts all that is open. */
    cutAll() {
      for (const socket of open) socket.destroy()
    },
  }
}
