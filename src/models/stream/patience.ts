import {
  type Bytes,
  type HttpFetch,
  type HttpRequest,
  type HttpResponse,
  httpResponse,
  type Source,
} from "./http-fetch.ts"

/** How long a silent server is waited for, in milliseconds. */
export type Patience = {
  /** Until the answer begins. */
  firstMs: number
  /** Between two chunks of it. */
  betweenMs: number
}

/** A local model may first have to be loaded and to read the whole prompt on a slow machine. */
export const patience = {
  hosted: { firstMs: 120_000, betweenMs: 60_000 },
  local: { firstMs: 600_000, betweenMs: 60_000 },
} as const satisfies Record<string, Patience>

/** Watches over one call: any byte is a sign of life, and silence beyond the limit aborts it. */
export function watchOver(limits: Patience, fetch: HttpFetch, cancelled: AbortSignal) {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, cancelled])
  let limit = limits.firstMs
  let lastByteAt = performance.now()
  let timer = setTimeout(look, limit)
  let silentFor: number | null = null
  let isOver = false

  // To restart the timer with each chunk would cost more than to note when it came.
  function look() {
    const left = lastByteAt + limit - performance.now()
    if (left > 0) timer = setTimeout(look, Math.ceil(left))
    else fall()
  }

  function fall() {
    isOver = true
    silentFor = limit
    silence.abort(new DOMException("no sign of life", "TimeoutError"))
  }

  function noteActivity() {
    lastByteAt = performance.now()
  }

  return {
    signal,
    /** How long the server was silent when it was given up; null while it was not. */
    silentFor: () => silentFor,
    /** The answer has started. */
    started() {
      noteActivity()
      if (limit === limits.betweenMs || isOver) return
      limit = limits.betweenMs
      clearTimeout(timer)
      timer = setTimeout(look, limit)
    },
    end() {
      isOver = true
      clearTimeout(timer)
      silence.abort()
    },
    fetch: async (url: string, request: HttpRequest): Promise<HttpResponse> => {
      const response = await fetch(url, request)
      noteActivity()
      if (!response.body) return response
      // Asked for a stream, some servers tell an error as plain JSON with status 200.
      const isPlain = response.ok && /^application\/json\b/.test(response.headers.get("content-type") ?? "")
      const { headers, statusText } = response
      const status = isPlain ? 502 : response.status
      return httpResponse({ status, statusText, headers, body: watched(response.body, noteActivity) })
    },
  }
}

/** The same bytes, with each chunk noted as it comes. */
function watched(body: Source<Bytes>, noteActivity: () => void): Source<Bytes> {
  return {
    getReader() {
      const reader = body.getReader()
      return {
        async read() {
          const next = await reader.read()
          noteActivity()
          return next
        },
        cancel: (reason) => reader.cancel(reason),
      }
    },
  }
}
