import type { Readable } from "node:stream"
import { type Bytes, type HttpFetch, httpResponse, type Source } from "./http-fetch.ts"

/**
 * A fetch without time limits of its own: Node's gives up after five minutes without headers, and a local model may
 * need longer than that for a long prompt. The caller's signal ends it. Node's HTTP modules are loaded on first use, and
 * not by an import, which would read every export and so load what `fetch` is made of.
 */
export const localFetch: HttpFetch = async (address, { method, headers, body, signal }) => {
  const url = new URL(address)
  const { request } = process.getBuiltinModule(url.protocol === "https:" ? "node:https" : "node:http")
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method, headers, signal }, (incoming) => {
      const { statusCode: status = 502, statusMessage: statusText = "" } = incoming
      const headers = new Map(
        Object.entries(incoming.headersDistinct).map(([name, values = []]) => [name, values.join(", ")]),
      )
      const hasBody = status !== 204 && status !== 304
      resolve(httpResponse({ status, statusText, headers, body: hasBody ? sourceOf(incoming) : null }))
    })
    outgoing.on("error", reject)
    outgoing.end(body)
  })
}

/** So much may wait to be read before the server is kept from sending more. */
const mostWaiting = 64 * 1024

/** Reads what comes as it comes. (Node's own iterator of a stream costs twice as much for a few bytes at a time.) */
function sourceOf(incoming: Readable): Source<Bytes> {
  const chunks: Bytes[] = []
  let waiting = 0
  let end: { error?: Error } | undefined
  let wake: () => void = () => undefined
  const endWith = (error?: Error) => {
    end ??= error ? { error } : {}
    wake()
  }
  const take = (chunk: Bytes) => {
    chunks.push(chunk)
    waiting += chunk.length
    if (waiting >= mostWaiting) incoming.pause()
    wake()
  }
  // An error must have a listener, also where nobody reads.
  incoming.on("error", endWith)
  incoming.once("end", () => endWith())
  incoming.once("close", () => endWith(new Error("the connection was closed")))
  return {
    getReader() {
      incoming.on("data", take)
      return {
        async read() {
          while (true) {
            const value = chunks.shift()
            if (value) {
              waiting -= value.length
              if (incoming.isPaused() && waiting < mostWaiting) incoming.resume()
              return { done: false, value }
            }
            if (end?.error) throw end.error
            if (end) return { done: true }
            await new Promise<void>((resolve) => {
              wake = resolve
            })
          }
        },
        async cancel() {
          endWith()
          chunks.length = 0
          incoming.destroy()
        },
      }
    },
  }
}
