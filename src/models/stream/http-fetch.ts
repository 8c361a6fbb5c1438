export type HttpRequest = {
  method: "GET" | "POST"
  headers: Readonly<Record<string, string>>
  body?: string
  /** A key must not follow a redirect to another server. */
  redirect?: "error"
  signal: AbortSignal
}

export type Bytes = Uint8Array<ArrayBuffer>

/**
 * What is read piece by piece: as much of a web stream as is used here. Real ones are asked for only where a package wants
 * them, since each costs as much as all else that is done with a few words.
 */
export type Source<Value> = {
  getReader(): {
    read(): Promise<{ done: false; value: Value } | { done: true; value?: Value | undefined }>
    /** Ends what is being read, too: there is nothing more then. */
    cancel(reason?: unknown): Promise<void>
  }
}

/** A response, as far as it is read here: the one of Node's `fetch`, or one made of its parts. */
export type HttpResponse = {
  ok: boolean
  status: number
  statusText: string
  headers: { get(name: string): string | null | undefined } & Iterable<readonly [string, string]>
  body: Source<Bytes> | null
  text(): Promise<string>
}

/** A request to a model's server. Node's own `fetch` is one; that, and `Response`, take Node 30 ms to load. */
export type HttpFetch = (url: string, request: HttpRequest) => Promise<HttpResponse>

export function httpResponse(parts: Pick<HttpResponse, "status" | "statusText" | "headers" | "body">): HttpResponse {
  const { status, body } = parts
  return { ...parts, ok: status >= 200 && status <= 299, text: async () => (body ? textOf(body) : "") }
}

async function textOf(body: Source<Bytes>): Promise<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ""
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true })
  }
  return text + decoder.decode()
}

function webStreamOf(body: Source<Bytes>): ReadableStream<Bytes> {
  const reader = body.getReader()
  return new ReadableStream<Bytes>(
    {
      async pull(controller) {
        const next = await reader.read()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
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
    return new Response(response.body && webStreamOf(response.body), {
      status,
      statusText,
      headers: new Headers([...response.headers].map(([name, value]) => [name, value])),
    })
  }
}
