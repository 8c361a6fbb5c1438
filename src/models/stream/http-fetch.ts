import { text } from "node:stream/consumers"

export type HttpRequest = {
  method: "GET" | "POST"
  headers: Readonly<Record<string, string>>
  body?: string
  /** A key must not follow a redirect to another server. */
  redirect?: "error"
  signal: AbortSignal
}

export type Bytes = Uint8Array<ArrayBuffer>

/** A response, as far as it is read here: the one of Node's `fetch`, or one made of its parts. */
export type HttpResponse = {
  ok: boolean
  status: number
  statusText: string
  headers: { get(name: string): string | null | undefined } & Iterable<readonly [string, string]>
  body: ReadableStream<Bytes> | null
  text(): Promise<string>
}

/** A request to a model's server. Node's own `fetch` is one; that, and `Response`, take Node 30 ms to load. */
export type HttpFetch = (url: string, request: HttpRequest) => Promise<HttpResponse>

export function httpResponse(parts: Pick<HttpResponse, "status" | "statusText" | "headers" | "body">): HttpResponse {
  const { status, body } = parts
  return { ...parts, ok: status >= 200 && status <= 299, text: async () => (body ? text(body) : "") }
}

/** The same for the packages of providers, which want a whole `fetch`. They make their requests of plain text. */
export function asWebFetch(fetch: HttpFetch): typeof globalThis.fetch {
  return async (input, { method, headers, body, signal } = {}) => {
    const response = await fetch(String(input instanceof Request ? input.url : input), {
      method: method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(new Headers(headers)),
      ...(typeof body === "string" ? { body } : {}),
      signal: signal ?? new AbortController().signal,
    })
    const { status, statusText } = response
    return new Response(response.body, {
      status,
      statusText,
      headers: new Headers([...response.headers].map(([name, value]) => [name, value])),
    })
  }
}
