import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, createConnection, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createParser } from "eventsource-parser"
import { onTestFinished } from "vitest"
import type { Frame } from "../../src/server/contract/stream.ts"
import type { HandlerRequest } from "../../src/server/handler.ts"
import { logTo } from "../../src/server/log.ts"
import type { ServerContext } from "../../src/server/server-context.ts"
import { startStream, type Timing, timing } from "../../src/server/stream/connection.ts"
import { begin } from "../../src/server/stream/requested-session.ts"
import type { Store } from "../../src/store/contract.ts"
import { openSqliteStore } from "../../src/store/sqlite/store.ts"

/** Streams alone over HTTP, on a real store, where a test sees both ends of the wire. */
export async function bareStreams(options: { timing?: Partial<Timing> } = {}) {
  const directory = mkdtempSync(join(tmpdir(), "holdfast-stream-"))
  const { store, followers } = counted(openSqliteStore({ directory }))
  const closing = new AbortController()
  const lines: string[] = []
  const context = {
    store,
    log: logTo((line) => void lines.push(line)),
    closing: closing.signal,
    stopping: () => closing.signal.aborted,
    streams: { count: 0, most: 1000 },
  } as unknown as ServerContext
  const answers: ServerResponse[] = []
  const server = createServer(async (incoming, outgoing) => {
    answers.push(outgoing)
    const sessions = (incoming.headers["x-sessions"] as string).split(",").filter(Boolean)
    const started = await Promise.all(sessions.map((session) => begin(store, { session, after: 0 }, "none", 5000)))
    const asked = { id: "request", node: { incoming, outgoing } } as HandlerRequest
    const plan = { sessions: started, list: { after: undefined }, replayAtMost: 5000 }
    startStream(context, asked, plan, { ...timing, ...options.timing })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    closing.abort()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await store.close()
    rmSync(directory, { recursive: true, force: true })
  })
  return {
    store,
    context,
    followers,
    answers,
    lines,
    listen: (sessions: readonly string[]) => rawListener(port, sessions),
  }
}

/** How many follow something in a store. */
function counted(store: Store) {
  let count = 0
  let wake: () => void = () => undefined
  async function* watched<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
    count++
    try {
      yield* items
    } finally {
      count--
      wake()
    }
  }
  const followers = {
    get count() {
      return count
    },
    async none(): Promise<void> {
      while (count > 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      // What ends with the last one has its turn.
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  const follow: Store["follow"] = (...given) => watched(store.follow(...given))
  const changes: Store["changes"] = (...given) => watched(store.changes(...given))
  return { store: { ...store, follow, changes }, followers }
}

/** A listener that can stop reading, as a tab does that was put to sleep. */
function rawListener(port: number, sessions: readonly string[]) {
  const socket: Socket = createConnection({ port, host: "127.0.0.1" })
  const frames: Frame[] = []
  let wake: () => void = () => undefined
  const parser = createParser({
    onEvent: ({ event, data }) => {
      frames.push({ name: event, data: JSON.parse(data) } as Frame)
      wake()
    },
  })
  const body = unchunked((text) => parser.feed(text))
  socket.on("data", body)
  socket.on("error", () => wake())
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
  socket.write(`GET / HTTP/1.1\r\nhost: x\r\nx-sessions: ${sessions.join(",")}\r\n\r\n`)
  return {
    socket,
    frames,
    closed,
    async until(fits: (frame: Frame) => boolean): Promise<void> {
      while (!frames.some(fits)) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}

/** The body of a chunked answer, as text. */
function unchunked(onText: (text: string) => void): (bytes: Buffer) => void {
  const decoder = new TextDecoder()
  let rest = Buffer.alloc(0)
  let isHead = true
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    if (isHead) {
      const end = rest.indexOf("\r\n\r\n")
      if (end === -1) return
      isHead = false
      rest = rest.subarray(end + 4)
    }
    for (;;) {
      const line = rest.indexOf("\r\n")
      if (line === -1) return
      const size = Number.parseInt(rest.subarray(0, line).toString("latin1"), 16)
      const after = line + 2 + size + 2
      if (rest.length < after) return
      onText(decoder.decode(rest.subarray(line + 2, line + 2 + size), { stream: true }))
      rest = rest.subarray(after)
    }
  }
}
