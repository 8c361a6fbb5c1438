import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import type { FromBrowsers, ToBrowsers } from "./browsers.ts"
import { type Asked, askOften } from "./requests.ts"
import type { Served } from "./served.ts"
import type { Spread } from "./spread.ts"
import { residentBytes, shares, used } from "./usage.ts"

export type Load = { sessions: number; seconds: number; perStream: number }

export type Measured = {
  latency: Spread
  sent: number
  received: number
  outOfOrder: number
  frames: number
  asked: Asked
  /** The memory of the server at the end, in bytes, and how much more that is than it had before, by session. */
  resident: number
  bytesPerSession: number
  /** The moments between which it was measured, on the clock of all processes. */
  window: { from: number; to: number }
  busy: Record<"provider" | "server" | "browsers", ReturnType<typeof shares>>
}

export type Cast = { provider: ChildProcess & { port: number }; browsers: ChildProcess }

/** So long the load runs before it is measured. */
const settleMs = 2_000

/** Lets sessions stream at once, measures, and ends them. */
export async function underLoad(
  served: Served,
  { provider, browsers }: Cast,
  root: string,
  load: Load,
): Promise<Measured> {
  const { client, pid, url, token } = served
  const idle = residentBytes(pid)
  const workspace = join(root, "work")
  mkdirSync(workspace, { recursive: true })
  const configuration = { model: "openai-compatible/bench", baseUrl: `http://127.0.0.1:${provider.port}/v1` }
  const sessions = await each(Array.from({ length: load.sessions }), async () => {
    const body = { workspace, mode: "execute" as const, ...configuration }
    return (await client.call("POST /api/sessions", { body, key: crypto.randomUUID() })).id
  })
  const post = (message: ToBrowsers) => browsers.send(message)
  post({ kind: "open", url, token, sessions, perStream: load.perStream })
  await nextMessage(browsers, "open")
  const streaming = nextMessage(browsers, "streaming")
  await each(sessions, async (id) => {
    const body = { text: "Count the waves until I say stop.", kind: "send" as const }
    await client.call("POST /api/sessions/:id/inputs", { params: { id }, body, key: crypto.randomUUID() })
  })
  await streaming

  const from = performance.timeOrigin + performance.now() + settleMs
  const window = { from, to: from + load.seconds * 1000 }
  const counted = once(provider, "message") as Promise<[{ sent: number }]>
  const measured = nextMessage(browsers, "measured")
  provider.send(window)
  post({ kind: "measure", ...window })
  await until(window.from)
  const processes = { provider: provider.pid ?? 0, server: pid, browsers: browsers.pid ?? 0 }
  const look = () => Object.entries(processes).map(([name, id]) => [name, used(id)] as const)
  const before = new Map(look())
  const asking = askOften(client, sessions)
  await until(window.to)
  const busy = Object.fromEntries(
    look().map(([name, after]) => [name, shares(before.get(name) ?? new Map(), after, load.seconds)]),
  ) as Measured["busy"]
  const resident = residentBytes(pid)
  const bytesPerSession = (resident - idle) / load.sessions
  const asked = await asking.end()
  const { latency, received, outOfOrder, frames } = await measured
  const [{ sent }] = await counted

  await each(sessions, (id) =>
    client.call("POST /api/sessions/:id/cancel", { params: { id }, body: {}, key: crypto.randomUUID() }),
  )
  await rested(served)
  post({ kind: "close" })
  return { latency, sent, received, outOfOrder, frames, asked, resident, bytesPerSession, window, busy }
}

/** The next message of that kind from the browsers. */
async function nextMessage<Kind extends FromBrowsers["kind"]>(browsers: ChildProcess, kind: Kind) {
  while (true) {
    const [message] = (await once(browsers, "message")) as [FromBrowsers]
    if (message.kind === kind) return message as Extract<FromBrowsers, { kind: Kind }>
  }
}

/** A few at a time, as people do it. */
async function each<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const results: U[] = []
  const left = [...items.entries()]
  const take = async () => {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await work(next[1])
  }
  await Promise.all(Array.from({ length: 8 }, take))
  return results
}

async function rested({ client }: Served): Promise<void> {
  while (((await client.call("GET /api/health", {})).deep?.driving ?? 0) > 0)
    await until(performance.timeOrigin + performance.now() + 100)
}

/** Settles at that moment of the clock of all processes. */
function until(at: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, at - performance.timeOrigin - performance.now()))
}
