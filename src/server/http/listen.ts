import { once } from "node:events"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { HoldfastError } from "../../session/error.ts"

/** Starts listening and returns the address as a person would type it. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<string> {
  server.listen(port, host)
  try {
    await once(server, "listening")
  } catch (error) {
    throw cannotListen(error as NodeJS.ErrnoException, host, port)
  }
  return `http://${shown(host)}:${(server.address() as AddressInfo).port}`
}

/** How long responses in flight may take to finish. */
const graceMs = 500

/** Stops accepting connections and closes the open ones. */
export async function hangUp(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = once(server, "close")
  server.close()
  const timer = setTimeout(() => server.closeAllConnections(), graceMs)
  await closed
  clearTimeout(timer)
}

const everywhere: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }

function shown(host: string): string {
  return everywhere[host] ?? (host.includes(":") ? `[${host}]` : host)
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  const details = { host, port }
  switch (error.code) {
    case "EADDRINUSE":
      return new HoldfastError(
        "invalid",
        `Port ${port} of ${host} is taken by another program. Choose another one with --port, or any free one with --port 0.`,
        { cause: error, details },
      )
    case "EACCES":
      return new HoldfastError(
        "invalid",
        `Port ${port} may not be used without privileges. Choose one from 1024 on with --port.`,
        { cause: error, details },
      )
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return new HoldfastError(
        "invalid",
        `${host} is no address of this machine. Name one with --host, such as 127.0.0.1 or 0.0.0.0.`,
        { cause: error, details },
      )
    default:
      return error
  }
}
