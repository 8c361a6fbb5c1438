import { get } from "node:http"
import { spread } from "./spread.ts"
import { tokensIn } from "./token.ts"

// The browsers, in a process of their own: they hold the streams, and note for each token how long it was on its way.

export type ToBrowsers =
  | { kind: "open"; url: string; token: string; sessions: readonly string[]; perStream: number }
  | { kind: "measure"; from: number; to: number }
  | { kind: "close" }

export type FromBrowsers =
  | { kind: "open" }
  /** Every session streams. */
  | { kind: "streaming" }
  | { kind: "measured"; latency: ReturnType<typeof spread>; received: number; outOfOrder: number; frames: number }

/** How long is waited for the last of what was sent in time. */
const patienceMs = 3_000

const next = new Map<number, number>()
let latencies: number[] = []
let measured = { from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY }
let [awaited, outOfOrder, frames] = [Number.POSITIVE_INFINITY, 0, 0]
const streams: Array<{ destroy(): void }> = []

const post = (message: FromBrowsers) => process.send?.(message)

function receive(text: string): void {
  const now = performance.timeOrigin + performance.now()
  for (const { at, answer, token } of tokensIn(text)) {
    const expected = next.get(answer)
    next.set(answer, token + 1)
    if (at >= measured.from && at < measured.to) {
      latencies.push(now - at)
      if (expected !== token) outOfOrder++
    }
  }
  if (measured.from < now && now < measured.to) frames += text.split("\n\n").length - 1
  if (next.size < awaited) return
  awaited = Number.POSITIVE_INFINITY
  post({ kind: "streaming" })
}

function open(url: string, token: string, sessions: readonly string[]): Promise<void> {
  const path = `${url}/api/stream?sessions=${sessions.join(",")}`
  return new Promise((resolve, reject) => {
    const request = get(path, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`a stream was refused with ${response.statusCode}`))
      let rest = ""
      response.setEncoding("utf8")
      response.on("data", (chunk: string) => {
        const all = rest + chunk
        const whole = all.lastIndexOf("\n\n") + 2
        rest = all.slice(whole)
        receive(all.slice(0, whole))
      })
      resolve()
    })
    request.on("error", reject)
    streams.push(request)
  })
}

process.on("message", async (message: ToBrowsers) => {
  switch (message.kind) {
    case "open": {
      const { url, token, sessions, perStream } = message
      next.clear()
      awaited = sessions.length
      for (let at = 0; at < sessions.length; at += perStream) {
        await open(url, token, sessions.slice(at, at + perStream))
      }
      post({ kind: "open" })
      return
    }
    case "measure": {
      latencies = []
      outOfOrder = 0
      frames = 0
      measured = { from: message.from, to: message.to }
      const left = message.to - performance.timeOrigin - performance.now()
      setTimeout(() => {
        post({ kind: "measured", latency: spread(latencies), received: latencies.length, outOfOrder, frames })
      }, left + patienceMs)
      return
    }
    case "close":
      for (const stream of streams.splice(0)) stream.destroy()
      return
    default:
      message satisfies never
  }
})
process.on("disconnect", () => process.exit())
