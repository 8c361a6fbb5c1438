import { Readable } from "node:stream"

/**
 * A fetch without time limits of its own: Node's gives up after five minutes without headers, and a local model may
 * need longer than that for a long prompt. The caller's signal ends it. Node's HTTP modules are loaded on first use:
 * they would be most of the start-up time of this room.
 */
export const localFetch: typeof globalThis.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input)
  const body = typeof init.body === "string" ? init.body : undefined
  const { request } = url.protocol === "https:" ? await import("node:https") : await import("node:http")
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method: init.method ?? "GET",
        headers: Object.fromEntries(new Headers(init.headers)),
        ...(init.signal ? { signal: init.signal } : {}),
      },
      (incoming) => {
        const status = incoming.statusCode ?? 502
        const headers = new Headers()
        for (const [name, values] of Object.entries(incoming.headersDistinct)) {
          for (const value of values ?? []) headers.append(name, value)
        }
        const hasBody = status !== 204 && status !== 304
        const stream = hasBody
          ? (Readable.toWeb(incoming) as unknown as ConstructorParameters<typeof Response>[0])
          : null
        resolve(new Response(stream, { status, statusText: incoming.statusMessage ?? "", headers }))
      },
    )
    outgoing.on("error", reject)
    outgoing.end(body)
  })
}
