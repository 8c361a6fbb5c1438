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
export function watchOver(limits: Patience, fetch: typeof globalThis.fetch, cancelled: AbortSignal) {
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, cancelled])
  let limit = limits.firstMs
  let timer = setTimeout(fall, limit)
  let silentFor: number | null = null

  function fall() {
    silentFor = limit
    silence.abort(new DOMException("no sign of life", "TimeoutError"))
  }

  function heard() {
    clearTimeout(timer)
    if (!signal.aborted) timer = setTimeout(fall, limit)
  }

  return {
    signal,
    /** How long the server was silent when it was given up; null while it was not. */
    silentFor: () => silentFor,
    /** The answer has begun. */
    begun() {
      limit = limits.betweenMs
      heard()
    },
    end() {
      clearTimeout(timer)
      silence.abort()
    },
    fetch: async (...call: Parameters<typeof globalThis.fetch>): Promise<Response> => {
      const response = await fetch(...call)
      heard()
      if (!response.body) return response
      const counted = response.body.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(chunk, controller) {
            heard()
            controller.enqueue(chunk)
          },
        }),
      )
      // Asked for a stream, some servers tell an error as plain JSON with status 200.
      const isPlain = response.ok && /^application\/json\b/.test(response.headers.get("content-type") ?? "")
      const { headers, statusText } = response
      return new Response(counted, { status: isPlain ? 502 : response.status, statusText, headers })
    },
  }
}
