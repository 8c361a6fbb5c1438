import { pulledBytes } from "./pulled-bytes.ts"

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
export function watchOver(
  limits: Patience,
  fetch: typeof globalThis.fetch,
  cancelled: AbortSignal,
  join?: (events: string) => string,
) {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, cancelled])
  let limit = limits.firstMs
  let timer = setTimeout(fall, limit)
  let silentFor: number | null = null
  let isOver = false

  function fall() {
    isOver = true
    silentFor = limit
    silence.abort(new DOMException("no sign of life", "TimeoutError"))
  }

  function heard() {
    if (!isOver) timer.refresh()
  }

  return {
    signal,
    /** How long the server was silent when it was given up; null while it was not. */
    silentFor: () => silentFor,
    /** The answer has begun. */
    begun() {
      if (limit === limits.betweenMs || isOver) return heard()
      limit = limits.betweenMs
      clearTimeout(timer)
      timer = setTimeout(fall, limit)
    },
    end() {
      isOver = true
      clearTimeout(timer)
      silence.abort()
    },
    fetch: async (...call: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const response = await fetch(...call)
      heard()
      if (!response.body) return response
      const counted = pulledBytes(response.body, { heard, join })
      // Asked for a stream, some servers tell an error as plain JSON with status 200.
      const isPlain = response.ok && /^application\/json\b/.test(response.headers.get("content-type") ?? "")
      const { headers, statusText } = response
      return new Response(counted, { status: isPlain ? 502 : response.status, statusText, headers })
    },
  }
}
