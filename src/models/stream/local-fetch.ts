import { Readable } from "node:stream"
import { type Bytes, type HttpFetch, httpResponse } from "./http-fetch.ts"

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
      const stream = hasBody ? (Readable.toWeb(incoming) as unknown as ReadableStream<Bytes>) : null
      resolve(httpResponse({ status, statusText, headers, body: stream }))
    })
    outgoing.on("error", reject)
    outgoing.end(body)
  })
}
